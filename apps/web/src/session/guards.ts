import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { type Session, sessionQuery, toSession } from './session.ts';

interface Guarded {
  context: { queryClient: QueryClient };
  location: { href: string };
}

/** Lets signed-in people through; others go to the sign-in and come back. */
export async function requireSession({ context, location }: Guarded): Promise<{ session: Session }> {
  const me = await context.queryClient.ensureQueryData({ ...sessionQuery, revalidateIfStale: true });
  const session = toSession(me);
  if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
  return { session };
}

/** Sends signed-in people on to where they wanted to go: these pages are for others. */
export async function requireNoSession({
  context,
  search,
}: Pick<Guarded, 'context'> & { search: { next?: string } }): Promise<void> {
  const me = await context.queryClient.ensureQueryData(sessionQuery);
  if (me) throw redirect({ href: safeReturnPath(search.next) });
}

/** A path of this app to return to; anything else leads to the list. */
export function safeReturnPath(next: string | undefined): string {
  // Browsers read `/\\` as `//`, and pass over tabs and line breaks.
  return next?.startsWith('/') && !/^\/[/\\]|[\t\n\r]/.test(next) ? next : '/engagements';
}
