import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { queryClient, whenSignedOut } from '../session/query-client.ts';
import { routeTree } from './routes/route-tree.ts';
import { setSessionEnded } from '../session/ended-session.ts';
import { followSession } from '../session/follow-session.ts';
import { sessionQuery } from '../session/session.ts';
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

// A session that has ended under a page in use: the frame asks to sign in again over it, so that nothing typed is lost.
whenSignedOut(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey)) setSessionEnded(true);
});
followSession(queryClient, router);

// The code of the first page comes beside the answer that says who is signed in; the guards would wait for that first.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  void router.loadRouteChunk(route);
}
