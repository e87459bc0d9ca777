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

  /** True if something outside may have killed the child: a person, or the system when memory is short. */
  readonly wasKilled: boolean;

  constructor(kind: SandboxErrorKind, message: string, options: { retryAfterMs?: number; wasKilled?: boolean } = {}) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.wasKilled = options.wasKilled ?? false;
  }
}
