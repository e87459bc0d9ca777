/** What a reader of a stream has to know about the page it works for. */
export interface PageListeners {
  /** Somebody looks at it again, or its connection is back. */
  onReturn: () => void;
  /** The browser says that it is offline: an open connection may be dead without a word. */
  onOffline: () => void;
  /** Every few seconds while it is seen: a laptop's sleep shows as silence. */
  onTick: () => void;
  /** It has been out of sight for so long that an open connection is better given to another tab. */
  onLeave: () => void;
}

const tickMs = 5_000;
const leaveAfterMs = 60_000;

/** Watches the page until the returned function is called. */
export function watchPage({ onReturn, onOffline, onTick, onLeave }: PageListeners): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') onReturn();
    else leaving = setTimeout(onLeave, leaveAfterMs);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  for (const name of ['online', 'focus', 'pageshow']) window.addEventListener(name, onReturn, { signal });
  window.addEventListener('offline', onOffline, { signal });
  const ticking = setInterval(() => document.visibilityState === 'visible' && onTick(), tickMs);
  return () => {
    stop.abort();
    clearTimeout(leaving);
    clearInterval(ticking);
  };
}
