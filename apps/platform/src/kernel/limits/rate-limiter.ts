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

interface Window {
  /** The times of the allowed requests of a key, oldest first. */
  times: number[];
  /** Index of the first one that is still in the window. */
  first: number;
  windowMs: number;
}

/** Moves `first` past the times up to `untilMs`. They are removed once they are half of all, because removal moves the rest. */
function dropOld(window: Window, untilMs: number): void {
  const { times } = window;
  while ((times[window.first] ?? Number.POSITIVE_INFINITY) <= untilMs) window.first += 1;
  if (window.first * 2 <= times.length) return;
  times.splice(0, window.first);
  window.first = 0;
}

/** An in-process limiter. It stores the time of each allowed request of the window by key and drops idle keys. */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const windows = new Map<string, Window>();
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
    const window = windows.get(key) ?? { times: [], first: 0, windowMs };
    dropOld(window, currentMs - windowMs);
    const { times } = window;
    const allowed = times.length - window.first < limit;
    if (allowed && counts) {
      times.push(currentMs);
      windows.set(key, window);
    }
    const oldestMs = times[window.first] ?? currentMs;
    return {
      allowed,
      remaining: Math.max(0, limit - (times.length - window.first)),
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
