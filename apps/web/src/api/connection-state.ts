const changes = new EventTarget();
let reached = true;

/** Notes whether a request reached the service. */
export function noteAttempt(now: boolean): void {
  if (now === reached) return;
  reached = now;
  changes.dispatchEvent(new Event('change'));
}

/** Whether the browser has a network and the last request reached the service. */
export const isConnected = (): boolean => reached && navigator.onLine;

/** Calls the listener when `isConnected` may have changed; returns a function that removes it. */
export function subscribeToConnection(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  changes.addEventListener('change', listener, { signal });
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal });
  return () => ended.abort();
}
