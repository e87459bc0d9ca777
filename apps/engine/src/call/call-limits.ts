/** Bounds of one model call. */
export interface CallLimits {
  /** Tries of one call, the first included. */
  maxAttempts: number;
  /** Wait before the second try; doubled for each further one, with jitter. */
  backoffMs: number;
  /** Longest wait, also when the provider asks for more. */
  maxBackoffMs: number;
  timeoutMs: number;
  /** Calls in flight in this process. */
  maxConcurrent: number;
}

export const defaultCallLimits: CallLimits = {
  maxAttempts: 4,
  backoffMs: 1_000,
  maxBackoffMs: 30_000,
  timeoutMs: 180_000,
  maxConcurrent: 1_024,
};

/** Wait before try number `attempt` (2, 3 …): the provider's advice if longer, else exponential with jitter. */
export function backoffBefore(attempt: number, limits: CallLimits, adviceMs: number | null, random: number): number {
  const exponentialMs = limits.backoffMs * 2 ** (attempt - 2) * (0.75 + random / 2);
  return Math.min(limits.maxBackoffMs, Math.max(exponentialMs, adviceMs ?? 0));
}

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    limits: CallLimits;
  }
}
