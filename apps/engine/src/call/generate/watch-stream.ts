import { responseProgress } from '../../models/model-fetch.ts';

/** The limits of one request and the signal of its caller. */
export interface StreamLimits {
  /** Longest time of the whole call. */
  timeoutMs: number;
  /** Longest time without a byte. */
  idleTimeoutMs: number;
  abortSignal: AbortSignal;
}

/** Watches a request: `signal` aborts at a limit or with the caller, and `stoppedBy` says which. */
export interface StreamWatch {
  signal: AbortSignal;
  stoppedBy(): 'abort' | 'timeout' | 'idle' | null;
  /** Restarts the idle limit, because something has arrived. */
  touch(): void;
  /** Runs work whose responses restart the idle limit with every byte, and rejects as soon as the signal aborts. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Starts to watch a request (contract 7, time). */
export function watchStream({ timeoutMs, idleTimeoutMs, abortSignal }: StreamLimits): StreamWatch {
  const timeout = AbortSignal.timeout(timeoutMs);
  const idle = new AbortController();
  const signal = AbortSignal.any([abortSignal, timeout, idle.signal]);
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs);
  const touch = () => void timer.refresh();
  return {
    signal,
    touch,
    stoppedBy: () =>
      abortSignal.aborted ? 'abort' : timeout.aborted ? 'timeout' : idle.signal.aborted ? 'idle' : null,
    async run(work) {
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([responseProgress.run(touch, work), aborted.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
      }
    },
  };
}
