/**
 * Why a job has no answer. The job is the cause of `timeout`, `memory` and `died` (its child ended), and of `failed`
 * (the program threw; the message is its error's). The load is the cause of `busy`, and the end of this process of
 * `closed`.
 */
export type SandboxErrorKind = 'timeout' | 'memory' | 'died' | 'failed' | 'busy' | 'closed';

/** The only error of a job, besides the reason of an aborted signal. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly kind: SandboxErrorKind;
  /** Milliseconds until the next try is useful; only for `busy`. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: SandboxErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
