/** Limits of one model call. */
export interface CallLimits {
  /** Most tries of one model while another one is left (contract 7). */
  triesWithFallback: number;
  /** Most tries of the last model. */
  maxTries: number;
  /** Wait before the second try. It doubles for each further one, with jitter. */
  backoffMs: number;
  /** Longest wait, even if the provider asks for more. */
  maxBackoffMs: number;
  /** Longest time of one request in all. */
  timeoutMs: number;
  /** Longest time of one request without a byte. */
  idleTimeoutMs: number;
  /** Most calls in flight in this process. */
  maxConcurrent: number;
}

export const defaultCallLimits: CallLimits = {
  triesWithFallback: 2,
  maxTries: 4,
  backoffMs: 1_000,
  maxBackoffMs: 30_000,
  timeoutMs: 1_200_000,
  idleTimeoutMs: 60_000,
  maxConcurrent: 1_024,
};

/**
 * Returns the wait before try `tries` (2, 3 …): exponential with jitter, or the provider's advice if that is longer.
 */
export function backoffBefore(tries: number, limits: CallLimits, adviceMs: number | null, random: number): number {
  const exponentialMs = limits.backoffMs * 2 ** (tries - 2) * (0.75 + random / 2);
  return Math.min(limits.maxBackoffMs, Math.max(exponentialMs, adviceMs ?? 0));
}

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    limits: CallLimits;
  }
}
