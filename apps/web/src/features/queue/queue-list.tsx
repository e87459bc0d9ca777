import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isAmongHeld, useHeldFiles } from '../../domain/approvals/held-approvals.ts';
import { type QueueFilter, type QueueItem, queueQuery } from '../../domain/queue/queries.ts';
import { queueTexts } from '../../texts/en/waiting/queue.ts';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { NothingWaits } from './nothing-waits.tsx';
import { QueueRow } from './queue-row.tsx';

const rowHeightPx = { wide: 44, narrow: 60 };

/** The items that match the filter, oldest first. More load on scrolling. */
export function QueueList({ filter }: { filter: QueueFilter }) {
  const list = useInfiniteQuery(queueQuery(filter));
  const isWide = useMedia('(min-width: 64rem)');
  const held = useHeldFiles();
  const items = useMemo(
    () => list.data?.pages.flatMap((page) => page.items.filter((item) => !isHeldReview(held, item))) ?? [],
    [list.data, held],
  );
  if (list.isPending) return <SkeletonRows rows={8} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (items.length === 0) return <NothingWaits filter={filter} />;
  return (
    <PagedList
      // The filter and the height of rows change what a scroll position means.
      resetKey={JSON.stringify([filter, isWide])}
      label={queueTexts.listLabel}
      list={list}
      items={items}
      itemKey={keyOf}
      rowHeightPx={isWide ? rowHeightPx.wide : rowHeightPx.narrow}
      renderItem={(item) => <QueueRow item={item} />}
      texts={queueTexts}
    />
  );
}

/** Identifies an item: a version, a question, a comment or a run. */
const keyOf = ({ engagementId, filename, version, questionId, commentId, runId }: QueueItem): string =>
  [engagementId, filename, version, questionId, commentId, runId].join(' ');

/** An approval that can still be taken back has dealt with its document. */
const isHeldReview = (held: string, { kind, engagementId, filename }: QueueItem): boolean =>
  kind === 'review' && filename !== null && isAmongHeld(held, { engagementId, filename });
