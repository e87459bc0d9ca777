import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NoEngagements } from '../../domain/engagements/no-engagements.tsx';
import {
  type EngagementFilter,
  type EngagementSummary,
  engagementListQuery,
} from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NoMatch } from '../../ui/states/no-match.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { EngagementRow } from './engagement-row.tsx';
import { SortHeads } from './sort-heads.tsx';
import type { Sorting } from './sorting.ts';

const rowHeightPx = { wide: 36, narrow: 60 };

interface EngagementListProps {
  filter: EngagementFilter;
  onSort: (sort: Sorting) => void;
}

/** Lists the matching engagements and loads more on scrolling. */
export function EngagementList({ filter, onSort }: EngagementListProps) {
  const isWide = useMedia('(min-width: 64rem)');
  const list = useInfiniteQuery(engagementListQuery(filter));
  const engagements = useMemo(() => list.data?.pages.flatMap((page) => page.engagements) ?? [], [list.data]);
  if (list.isPending) return <SkeletonRows rows={8} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (engagements.length === 0)
    return isNarrowed(filter) ? <NoMatch title={engagementTexts.noMatch} to="/engagements" /> : <NoEngagements />;
  return (
    <PagedList
      // The filter and the height of rows change what a scroll position means.
      resetKey={JSON.stringify([filter, isWide])}
      label={engagementTexts.listLabel}
      head={isWide && <SortHeads filter={filter} onSort={onSort} />}
      list={list}
      items={engagements}
      itemKey={idOf}
      rowHeightPx={isWide ? rowHeightPx.wide : rowHeightPx.narrow}
      renderItem={(engagement) => <EngagementRow engagement={engagement} isWide={isWide} />}
      texts={engagementTexts}
    />
  );
}

const idOf = ({ id }: EngagementSummary) => id;
const isNarrowed = ({ q, status }: EngagementFilter) => Boolean(q || status);
