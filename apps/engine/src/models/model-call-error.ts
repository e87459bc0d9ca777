import type { TokenUsage } from './cost.ts';

/** Why a call to a model failed. */
export type ModelCallErrorKind =
  | 'rate_limited'
  | 'provider_failure'
  /** Nothing that can be used: an empty answer, or one that cannot be read. */
  | 'invalid_output'
  /** An answer in another shape than asked for. `correction` says what is wrong with it. */
  | 'wrong_shape'
  /** The output limit was used up before there was an answer. */
  | 'capped'
  /** The provider withheld the answer. */
  | 'withheld'
  /** The prompt is longer than the model's context. */
  | 'context_overflow'
  /** The server does not know the form of the request that `refused` names. */
  | 'refused_form'
  | 'connection_cut'
  | 'timeout'
  | 'unreachable'
  | 'aborted'
  | 'unauthorized'
  | 'unknown_model'
  | 'refused_request';

/** A part of a request that some servers do not know. */
export type RefusableForm = 'format' | 'tools' | 'effort';

/**
 * The cost of a failed call: nothing, the tokens that the provider counted, or unknown. Unknown counts at the worst
 * case.
 */
export type FailedCallBilling = 'none' | 'unknown' | TokenUsage;

/** An answer of a wrong shape, with what is wrong with it, for the model. */
export interface Correction {
  problem: string;
  answer: string;
  /** False if the answer holds no JSON value at all. */
  isJson: boolean;
}

export interface ModelCallFailure {
  kind: ModelCallErrorKind;
  message: string;
  /** True if the same call may succeed later. */
  retryable: boolean;
  /** The wait in milliseconds that the provider asked for, or null. */
  retryAfterMs?: number | null;
  billing: FailedCallBilling;
  /** The forms that a refusal names. Empty for other failures. */
  refused?: RefusableForm[];
  /** Set for an answer of a wrong shape. */
  correction?: Correction | null;
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
  readonly refused: RefusableForm[];
  readonly correction: Correction | null;

  constructor(failure: ModelCallFailure) {
    super(failure.message);
    this.kind = failure.kind;
    this.retryable = failure.retryable;
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.billing = failure.billing;
    this.refused = failure.refused ?? [];
    this.correction = failure.correction ?? null;
  }
}
