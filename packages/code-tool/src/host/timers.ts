interface Timer {
  id: number;
  dueMs: number;
  /** The interval of the timer. It is null for a timer that fires once. */
  everyMs: number | null;
  callback: () => unknown;
}

/** Timers whose time passes only when a program has nothing else to do. */
interface Timers {
  functions: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** Fires the timer that is due first. Returns false if there is none. */
  fireNext(): boolean;
}

/** The engine's own function, before a program can change it. */
const nativeQueueMicrotask = globalThis.queueMicrotask;
const longestDelayMs = 2 ** 31 - 1;

/** Creates timers without a clock: each fires in the order of its time, and at once. */
export function createTimers(): Timers {
  const timers = new Map<number, Timer>();
  let lastId = 0;
  let nowMs = 0;

  function add(callback: unknown, delayMs: unknown, args: unknown[], isRepeated: boolean): number {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function.');
    const delay = Math.min(Math.max(Number(delayMs) || 0, isRepeated ? 1 : 0), longestDelayMs);
    lastId += 1;
    timers.set(lastId, {
      id: lastId,
      dueMs: nowMs + delay,
      everyMs: isRepeated ? delay : null,
      callback: () => callback(...args),
    });
    return lastId;
  }

  const clear = (id: number) => {
    timers.delete(id);
  };
  return {
    functions: {
      setTimeout: (callback: unknown, delayMs?: unknown, ...args: unknown[]) =>
        add(callback, delayMs, args, false),
      setInterval: (callback: unknown, delayMs?: unknown, ...args: unknown[]) =>
        add(callback, delayMs, args, true),
      clearTimeout: clear,
      clearInterval: clear,
    },
    fireNext() {
      let next: Timer | undefined;
      for (const timer of timers.values())
        if (next === undefined || timer.dueMs < next.dueMs) next = timer;
      if (next === undefined) return false;
      nowMs = next.dueMs;
      if (next.everyMs === null) timers.delete(next.id);
      else next.dueMs += next.everyMs;
      // An exception of a callback is an error of the program that nobody catches.
      nativeQueueMicrotask(next.callback);
      return true;
    },
  };
}
