const key = 'sign-in-next';
/** As long as a mailed sign-in link is valid (AUT-4). */
const lifetimeMs = 15 * 60_000;

/** Remembers where a mailed link shall lead: the link itself leads to the start. */
export function rememberReturnPath(href: string | undefined): void {
  if (href === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ href, untilMs: Date.now() + lifetimeMs }));
}

/** What was remembered, once; undefined when nothing or too long ago. */
export function takeReturnPath(): string | undefined {
  const stored = localStorage.getItem(key);
  localStorage.removeItem(key);
  if (stored === null) return undefined;
  const { href, untilMs } = JSON.parse(stored) as { href: string; untilMs: number };
  return untilMs > Date.now() ? href : undefined;
}
