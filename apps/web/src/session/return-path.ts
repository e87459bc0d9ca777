const key = 'sign-in-next';
/** Equals the lifetime of a mailed sign-in link (AUT-4). */
const lifetimeMs = 15 * 60_000;

/** Remembers where to go after a mailed sign-in link, which itself leads to the start page. */
export function rememberReturnPath(href: string | undefined): void {
  if (href === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ href, untilMs: Date.now() + lifetimeMs }));
}

/** Returns and forgets the remembered path; undefined if there is none or it is too old. */
export function takeReturnPath(): string | undefined {
  const stored = localStorage.getItem(key);
  localStorage.removeItem(key);
  if (stored === null) return undefined;
  const { href, untilMs } = JSON.parse(stored) as { href: string; untilMs: number };
  return untilMs > Date.now() ? href : undefined;
}
