import {
  createRouter,
  type ErrorComponentProps,
  Link,
  type ParsedLocation,
  stringifySearchWith,
  useMatches,
  useRouter,
} from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import {
  followLanguage,
  followSession,
  hasSessionEnded,
  queryClient,
} from '../base/session/session.ts';
import { commonTexts } from '../base/texts/common.ts';
import { shellTexts } from '../base/texts/shell.ts';
import { buttonStyle } from '../base/ui/buttons.tsx';
import { holdDialogsWhile } from '../base/ui/dialogs/hold-dialogs.ts';
import { Page } from '../base/ui/layout/page.tsx';
import { ErrorState, PageSkeleton } from '../base/ui/states.tsx';
import { routeTree } from './routes/route-tree.ts';

const notFoundTexts = shellTexts.notFound;

/** Shown for an unknown address: as a whole page, or inside the page whose path it extends. */
function NotFoundPage() {
  const isInside = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/shell'),
  });
  useEffect(() => {
    document.title = `${notFoundTexts.title} · ${commonTexts.product}`;
  }, []);
  // Inside another page, the frame already has the landmark and the page has its heading.
  const [Frame, Heading] = isInside ? (['div', 'h2'] as const) : (['main', 'h1'] as const);
  return (
    <Page>
      <Frame className="flex flex-col items-center gap-3 py-24 text-center">
        <Compass aria-hidden className="size-8 text-muted" />
        <Heading className="font-semibold text-xl">{notFoundTexts.title}</Heading>
        <p className="text-muted">{notFoundTexts.advice}</p>
        <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
          {commonTexts.toEngagements}
        </Link>
      </Frame>
    </Page>
  );
}

function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page>
      <ErrorState error={error} onRetry={retry} />
    </Page>
  );
}

let shownPage = '';

/**
 * Opening and closing the source of a citation changes the address, but the text keeps its place.
 */
function isAnotherPage({ pathname, search, hash }: ParsedLocation): boolean {
  const page = JSON.stringify([pathname, hash, { ...search, source: undefined }]);
  const isOther = page !== shownPage;
  shownPage = page;
  return isOther;
}

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

// No dialog closes after the session has ended: the user signs in again above it and continues with
// what was typed.
holdDialogsWhile(hasSessionEnded);
followSession(queryClient, router);
followLanguage(queryClient);

// Loads the code of the first page in parallel with the session. The guards would wait for the
// session first.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  void router.loadRouteChunk(route);
}
