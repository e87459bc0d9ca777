import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { routeTree } from './routes/route-tree.ts';
import { hasSessionEnded } from '../session/ended-session.ts';
import { followSession } from '../session/follow-session.ts';
import { queryClient } from '../session/query-client.ts';
import { holdDialogsWhile } from '../ui/dialogs/hold-dialogs.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';
import { PageSkeleton } from '../ui/states/skeleton.tsx';

/** Where every address of the app leads. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // What was preloaded is as fresh as the query cache says.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // `?from=1`, without quotes: every page reads the text of a figure (`readText`).
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

// While the session has ended, no dialog closes: its person signs in again over it and goes on with what is typed.
holdDialogsWhile(hasSessionEnded);
followSession(queryClient, router);

// The code of the first page comes beside the answer that says who is signed in; the guards would wait for that first.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  void router.loadRouteChunk(route);
}
