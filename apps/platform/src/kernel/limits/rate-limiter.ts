/** Result of one hit. */
export interface RateDecision {
  allowed: boolean;
  /** Requests left in the window. */
  remaining: number;
  /** Seconds until a request is allowed again (if refused) or the window is empty (if allowed); at least 1. */
  resetSeconds: number;
}

/** Exact sliding window (LIM-8). */
export interface RateLimiter {
  /** Counts a request and decides about it. A refused request is not counted. */
  hit(key: string, limit: number, windowMs: number): Promise<RateDecision>;
  /** Returns what `hit` would decide now; counts nothing. */
  peek(key: string, limit: number, windowMs: number): Promise<RateDecision>;
}

/** An in-process limiter. It stores the time of each allowed request of the window by key and drops idle keys. */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const windows = new Map<string, { times: number[]; windowMs: number }>();
  let nextSweepMs = 0;

  const sweep = (currentMs: number) => {
    if (currentMs < nextSweepMs) return;
    nextSweepMs = currentMs + 60_000;
    for (const [key, { times, windowMs }] of windows) {
      if ((times.at(-1) ?? 0) <= currentMs - windowMs) windows.delete(key);
    }
  };

  const decide = (key: string, limit: number, windowMs: number, counts: boolean): RateDecision => {
    const currentMs = now();
    sweep(currentMs);
    const window = windows.get(key) ?? { times: [], windowMs };
    const firstInside = window.times.findIndex((time) => time > currentMs - windowMs);
    window.times.splice(0, firstInside === -1 ? window.times.length : firstInside);
    const allowed = window.times.length < limit;
    if (allowed && counts) {
      window.times.push(currentMs);
      windows.set(key, window);
    }
    const oldestMs = window.times[0] ?? currentMs;
    return {
      allowed,
      remaining: Math.max(0, limit - window.times.length),
      resetSeconds: Math.max(1, Math.ceil((windowMs - (currentMs - oldestMs)) / 1000)),
    };
  };

  return {
    hit: async (key, limit, windowMs) => decide(key, limit, windowMs, true),
    peek: async (key, limit, windowMs) => decide(key, limit, windowMs, false),
  };
}

declare module '../services.ts' {
  interface Services {
    rateLimiter: RateLimiter;
  }
}
