/** Events of the page that matter to the reader of a stream. */
export interface PageListeners {
  /** The page is visible again, or back online. */
  onReturn: () => void;
  /** The browser reports that it is offline. An open connection may be dead without an error. */
  onOffline: () => void;
  /** Called every few seconds while the page is visible. It detects a laptop's sleep as silence. */
  onTick: () => void;
  /** The page has been hidden for so long that another tab should have its connection. */
  onLeave: () => void;
}

const tickMs = 5_000;
const leaveAfterMs = 60_000;

/** Watches the page. Returns a function that stops watching. */
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
