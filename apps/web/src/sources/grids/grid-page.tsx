import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { Page } from '../../base/ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { gridQuery } from './grid-queries.ts';
import { gridTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/grids/$gridId');
const GridView = lazy(async () => ({ default: (await import('./grid-view.tsx')).GridView }));

/** One grid: its answers as a sheet, and the panel of one answer. */
export function GridPage() {
  const { engagementId, gridId } = route.useParams();
  const grid = useQuery(gridQuery(engagementId, gridId));
  const engagement = useQuery(engagementQuery(engagementId));
  const failed = [grid, engagement].find(({ isLoadingError }) => isLoadingError);
  if (failed) {
    return (
      <Page>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    );
  }
  if (!grid.data || !engagement.data) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <GridView engagement={engagement.data} grid={grid.data} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <div
      role="status"
      data-fills-window
      aria-label={gridTexts.title}
      className="flex min-h-120 flex-1 flex-col gap-3 p-4 md:p-6"
    >
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-8 w-full max-w-2xl" />
      <Skeleton className="w-full flex-1" />
    </div>
  );
}
