import { Link } from '@tanstack/react-router';
import { BookOpen, SearchX } from 'lucide-react';
import { libraryTexts } from '../../texts/en/library.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { classNames } from '../../ui/class-names.ts';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { LibraryReading } from './library-reading.tsx';
import { LibraryRow } from './library-row.tsx';
import type { Library } from './use-library.ts';

const rowHeightPx = 60;

/** Shows the list and the open entry, side by side if there is room. */
export function LibraryBrowser({ library, entryId }: { library: Library; entryId: string | undefined }) {
  const { shown, list, loadMore } = library;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={classNames('min-w-0', entryId !== undefined && 'hidden lg:block')}>
        {shown.length > 0 && (
          <div className="overflow-hidden rounded-xl border bg-surface">
            <VirtualList
              label={libraryTexts.label}
              items={shown}
              itemKey={({ id }) => id}
              rowHeightPx={rowHeightPx}
              renderItem={(entry) => <LibraryRow entry={entry} isOpen={entry.id === entryId} />}
              onEndReached={loadMore}
            />
          </div>
        )}
        {list.isFetchNextPageError && <LoadMoreError error={list.error} onRetry={() => void list.fetchNextPage()} />}
        {shown.length === 0 && !list.hasNextPage && <NoMatch />}
        {shown.length === 0 && list.isFetchingNextPage && <SkeletonRows rows={4} className="h-15 w-full" />}
        <p aria-live="polite" className="sr-only">
          {list.isFetchingNextPage ? libraryTexts.loadingMore : ''}
        </p>
      </div>
      <Reading library={library} entryId={entryId} />
    </div>
  );
}

function Reading({ library, entryId }: { library: Library; entryId: string | undefined }) {
  const { opened, agents, list } = library;
  if (entryId === undefined)
    return <p className="hidden py-16 text-center text-muted lg:block">{libraryTexts.choose}</p>;
  if (opened) return <LibraryReading key={opened.id} entry={opened} agents={agents} />;
  if (list.isFetchNextPageError) return <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} />;
  if (list.hasNextPage) return <SkeletonRows rows={8} className="h-5 w-full" />;
  const { title, advice } = libraryTexts.gone;
  return (
    <EmptyState icon={BookOpen} title={title} action={<ShowAll>{libraryTexts.back}</ShowAll>}>
      {advice}
    </EmptyState>
  );
}

function NoMatch() {
  const { title, advice, all } = libraryTexts.noMatch;
  return (
    <EmptyState icon={SearchX} title={title} action={<ShowAll>{all}</ShowAll>}>
      {advice}
    </EmptyState>
  );
}

function ShowAll({ children }: { children: string }) {
  return (
    <Link to="/library" search={{}} className={buttonStyle()}>
      {children}
    </Link>
  );
}
