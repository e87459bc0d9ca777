import { onInterrupt } from '../command-line/on-interrupt.ts';

/** Returns a signal that SIGINT or SIGTERM aborts. A second request ends the process at once. */
export function watchSignals(): AbortSignal {
  const stopped = new AbortController();
  onInterrupt(() => stopped.abort());
  return stopped.signal;
}
