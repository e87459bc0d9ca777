import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, SearchX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { saveCsv } from '../../charts/save-csv.ts';
import { toDayInput } from '../../format/day-bounds.ts';
import { auditLogTexts } from '../../texts/en/settings/audit-log.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import type { AuditFilter } from './audit-filter.ts';
import { AuditRow } from './audit-row.tsx';
import { toAuditTable } from './audit-table.ts';
import { auditLogQuery } from './queries.ts';
import { useNames } from './use-names.ts';

const texts = auditLogTexts;
const closedRowPx = 45;

/** Lists the matching entries and loads more on scrolling. */
export function AuditList({ filter }: { filter: AuditFilter }) {
  const names = useNames();
  const [opened, toggle] = useToggled();
  const log = useInfiniteQuery(auditLogQuery(filter));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = log;
  const loadMore = useCallback(() => {
    // After a failure only the user retries, because automatic retries would never end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (log.isPending) return <SkeletonRows rows={8} className="h-10 w-full" />;
  if (log.isLoadingError) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  const entries = log.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <EmptyState icon={SearchX} title={texts.noMatch.title}>
        {texts.noMatch.advice}
      </EmptyState>
    );
  }
  const save = () => saveCsv(texts.filename(toDayInput(Date.now())), toAuditTable(entries, names));
  return (
    <div className="flex flex-col gap-3">
      <div className="overflow-hidden rounded-xl border" aria-busy={log.isPlaceholderData}>
        <VirtualList
          label={texts.listLabel}
          items={entries}
          itemKey={({ id }) => id}
          rowHeightPx={closedRowPx}
          growing
          renderItem={(entry) => (
            <AuditRow entry={entry} names={names} isOpen={opened.has(entry.id)} onToggle={() => toggle(entry.id)} />
          )}
          onEndReached={loadMore}
        />
        {isFetchNextPageError && <LoadMoreError error={log.error} onRetry={() => void fetchNextPage()} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-muted text-sm">
          {isFetchingNextPage ? texts.loadingMore : hasNextPage ? '' : texts.end}
        </p>
        <Button size="small" title={texts.downloadHint} onClick={save}>
          <Download aria-hidden className="size-3.5" />
          {texts.download(entries.length)}
        </Button>
      </div>
    </div>
  );
}

/** Tracks which entries are open, and toggles them. */
function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return [toggled, toggle] as const;
}
