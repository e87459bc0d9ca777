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

/** What a failed call costs: nothing, the tokens that the provider counted, or not known (count the worst case). */
export type FailedCallBilling = 'none' | 'unknown' | { inputTokens: number; outputTokens: number };

export interface ModelCallFailure {
  kind: ModelCallErrorKind;
  message: string;
  retryable: boolean;
  /** The provider's own advice in milliseconds; null when it gave none. */
  retryAfterMs?: number | null;
  billing: FailedCallBilling;
}

/**
 * The one error of `generate`. Its message is for the consultant: what happened and what to do.
 * It has no cause on purpose: provider errors carry the prompt, the answer and headers.
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
