import { createRouter, type ParsedLocation, stringifySearchWith } from '@tanstack/react-router';
import { hasSessionEnded } from '../session/ended-session.ts';
import { followSession } from '../session/follow-session.ts';
import { queryClient } from '../session/query-client.ts';
import { holdDialogsWhile } from '../ui/dialogs/hold-dialogs.ts';
import { PageSkeleton } from '../ui/states/skeleton.tsx';
import { routeTree } from './routes/route-tree.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';

let shownPage = '';

/** Opening and closing the source of a citation changes the address, but the text keeps its place (SRC-5). */
function isAnotherPage({ pathname, search, hash }: ParsedLocation): boolean {
  const page = JSON.stringify([pathname, hash, { ...search, source: undefined }]);
  const isOther = page !== shownPage;
  shownPage = page;
  return isOther;
}

/** The router of the app. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // The query cache decides whether preloaded data is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: ({ location }) => isAnotherPage(location),
  // Writes `?from=1` without quotes, because every page reads numbers as text (`readText`).
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// No dialog closes after the session has ended: the user signs in again above it and continues with what was typed.
holdDialogsWhile(hasSessionEnded);
followSession(queryClient, router);

// Loads the code of the first page in parallel with the session. The guards would wait for the session first.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  void router.loadRouteChunk(route);
}
