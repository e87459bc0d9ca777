import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Target } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { type EngagementFilter, engagementListQuery } from '../../domain/engagements/queries.ts';
import { useSession } from '../../session/session.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { NoMatch } from '../../ui/states/no-match.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { EngagementRow, engagementGrid } from './engagement-row.tsx';

const rowHeightPx = 52;

/** Lists the matching engagements and loads more on scrolling. */
export function EngagementList({ filter }: { filter: EngagementFilter }) {
  const list = useInfiniteQuery(engagementListQuery(filter));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    // After a failure only the user retries, because automatic retries would never end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const engagements = useMemo(() => list.data?.pages.flatMap((page) => page.engagements) ?? [], [list.data]);
  if (list.isPending) return <SkeletonRows rows={8} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (engagements.length === 0)
    return isNarrowed(filter) ? <NoMatch title={engagementTexts.noMatch} to="/engagements" /> : <NoEngagements />;
  return (
    <div className="overflow-hidden rounded-xl border" aria-busy={list.isPlaceholderData}>
      <ListHead />
      <VirtualList
        // A new key resets the scroll position when the filter changes.
        key={JSON.stringify(filter)}
        label={engagementTexts.listLabel}
        items={engagements}
        itemKey={({ id }) => id}
        rowHeightPx={rowHeightPx}
        renderItem={(engagement) => <EngagementRow engagement={engagement} />}
        onEndReached={loadMore}
        hasMore={hasNextPage}
      />
      {isFetchNextPageError && <LoadMoreError error={list.error} onRetry={() => void fetchNextPage()} />}
      <p role="status" className="sr-only">
        {isFetchingNextPage ? engagementTexts.loadingMore : engagementTexts.shown(engagements.length, hasNextPage)}
      </p>
    </div>
  );
}

const isNarrowed = ({ q, status }: EngagementFilter) => Boolean(q || status);

function ListHead() {
  const { name, client, status, tasks, budget, created } = engagementTexts.columns;
  return (
    <div aria-hidden className={`${engagementGrid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
      <span>{name}</span>
      <span>{client}</span>
      <span>{status}</span>
      <span className="text-right">{tasks}</span>
      <span className="text-right">{budget}</span>
      <span className="text-right">{created}</span>
    </div>
  );
}

function NoEngagements() {
  const { has } = useSession();
  const { title, advice, fromTemplate } = engagementTexts.empty;
  const actions = has('member') && (
    <div className="flex flex-wrap justify-center gap-2">
      <Link to="/templates" className={buttonStyle()}>
        {fromTemplate}
      </Link>
      <Link to="/engagements/new" className={buttonStyle('primary')}>
        {engagementTexts.create}
      </Link>
    </div>
  );
  return (
    <EmptyState icon={Target} title={title} action={actions}>
      {advice}
    </EmptyState>
  );
}
