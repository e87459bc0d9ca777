/** Why a call to a model failed. */
export type ModelCallErrorKind =
  | 'rate_limited'
  | 'provider_failure'
  | 'invalid_output'
  | 'connection_cut'
  | 'timeout'
  | 'unreachable'
  | 'aborted'
  | 'unauthorized'
  | 'refused_request';

/** The cost of a failed call: nothing, the tokens that the provider counted, or unknown. Unknown counts at the worst case. */
export type FailedCallBilling = 'none' | 'unknown' | { inputTokens: number; outputTokens: number };

export interface ModelCallFailure {
  kind: ModelCallErrorKind;
  message: string;
  retryable: boolean;
  /** The wait in milliseconds that the provider asked for, or null. */
  retryAfterMs?: number | null;
  billing: FailedCallBilling;
}

/**
 * The only error of `generate`. Its message tells the consultant what happened and what to do.
 * It has no cause on purpose, because provider errors contain the prompt, the answer and headers.
 */
export class ModelCallError extends Error {
  override readonly name = 'ModelCallError';
  readonly kind: ModelCallErrorKind;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly billing: FailedCallBilling;

  constructor(failure: ModelCallFailure) {
    super(failure.message);
    this.kind = failure.kind;
    this.retryable = failure.retryable;
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.billing = failure.billing;
  }
}
