import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { type Session, sessionQuery, toSession } from './session.ts';

interface Guarded {
  context: { queryClient: QueryClient };
  location: { href: string; pathname: string };
}

/** The page where a second factor is set up. */
const factorPath = '/settings/security';

/**
 * Admits signed-in people; others return after sign-in. Those who lack a required second factor set
 * one up first.
 */
export async function requireSession({
  context,
  location,
}: Guarded): Promise<{ session: Session }> {
  const me = await context.queryClient.ensureQueryData({
    ...sessionQuery,
    revalidateIfStale: true,
  });
  const session = toSession(me);
  if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
  const leadsToFactor = session.security?.secondFactorMissing && location.pathname !== factorPath;
  if (leadsToFactor) throw redirect({ to: factorPath });
  return { session };
}

/** Admits people who are not signed in. Others are sent on to the page that they wanted. */
export async function requireNoSession({
  context,
  search,
}: Pick<Guarded, 'context'> & { search: { next?: string } }): Promise<void> {
  const me = await context.queryClient.ensureQueryData(sessionQuery);
  if (me) throw redirect(returnTo(search.next));
}

/** Returns `next` if it is a path of this app, else the path of Home. */
export function safeReturnPath(next: string | undefined): string {
  // Browsers read `/\\` as `//`, and ignore tabs and line breaks.
  return next?.startsWith('/') && !/^\/[/\\]|[\t\n\r]/.test(next) ? next : '/home';
}

/**
 * Returns the way to `next`. The browser loads an address whose query the service itself checks.
 */
export function returnTo(next: string | undefined): { href: string; reloadDocument: boolean } {
  const href = safeReturnPath(next);
  return { href, reloadDocument: href.startsWith('/oauth/') };
}

const returnPathItem = 'sign-in-next';
/** Equals the lifetime of a mailed sign-in link. */
const lifetimeMs = 15 * 60_000;

/** Remembers where to go after a mailed sign-in link, which itself leads to the start page. */
export function rememberReturnPath(href: string | undefined): void {
  if (href === undefined) localStorage.removeItem(returnPathItem);
  else
    localStorage.setItem(
      returnPathItem,
      JSON.stringify({ href, untilMs: Date.now() + lifetimeMs }),
    );
}

/** Returns and forgets the remembered path; undefined if there is none or it is too old. */
export function takeReturnPath(): string | undefined {
  const stored = localStorage.getItem(returnPathItem);
  localStorage.removeItem(returnPathItem);
  if (stored === null) return undefined;
  const { href, untilMs } = JSON.parse(stored) as { href: string; untilMs: number };
  return untilMs > Date.now() ? href : undefined;
}
