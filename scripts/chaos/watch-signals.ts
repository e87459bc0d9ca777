/** Returns a signal that SIGINT or SIGTERM aborts. The same signal again ends the process at once. */
export function watchSignals(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopped.abort());
  }
  return stopped.signal;
}
