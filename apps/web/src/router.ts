import { createRouter } from '@tanstack/react-router';
import { queryClient, whenSignedOut } from './api/query-client.ts';
import { routeTree } from './routes/route-tree.ts';
import { sessionQuery } from './session/session.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';

/** Where every address of the app leads. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // What was preloaded is as fresh as the query cache says.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// A session that has ended: the guard leads to the sign-in, with the way back.
whenSignedOut(() => {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void router.invalidate();
});
