/** Limits of one model call. */
export interface CallLimits {
  /** Most attempts of one call, including the first. */
  maxAttempts: number;
  /** Wait before the second attempt. It doubles for each further one, with jitter. */
  backoffMs: number;
  /** Longest wait, even if the provider asks for more. */
  maxBackoffMs: number;
  /** How long a model may send nothing before its call ends. */
  idleTimeoutMs: number;
  /** How long a call may take in all. */
  timeoutMs: number;
  /** Most calls in flight in this process. */
  maxConcurrent: number;
}

export const defaultCallLimits: CallLimits = {
  maxAttempts: 4,
  backoffMs: 1_000,
  maxBackoffMs: 30_000,
  idleTimeoutMs: 60_000,
  timeoutMs: 1_200_000,
  maxConcurrent: 1_024,
};

/** Returns the wait before attempt `attempt` (2, 3 …): exponential with jitter, or the provider's advice if that is longer. */
export function backoffBefore(attempt: number, limits: CallLimits, adviceMs: number | null, random: number): number {
  const exponentialMs = limits.backoffMs * 2 ** (attempt - 2) * (0.75 + random / 2);
  return Math.min(limits.maxBackoffMs, Math.max(exponentialMs, adviceMs ?? 0));
}

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    limits: CallLimits;
  }
}
