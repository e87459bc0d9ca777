import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { classNames } from '../../ui/class-names.ts';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { NoMatch } from '../../ui/states/no-match.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { CardReading } from './card-reading.tsx';
import { CardRow } from './card-row.tsx';
import { type CardList, cardQuery } from './queries.ts';

const rowHeightPx = 60;

/** Shows the list and the open card, side by side if there is room. */
export function CardBrowser({ list, cardId }: { list: CardList; cardId: string | undefined }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const cards = useMemo(() => data?.pages.flatMap((page) => page.cards) ?? [], [data]);
  const loadMore = useCallback(() => {
    // After a failure only the user retries, because automatic retries would never end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={classNames('min-w-0', cardId !== undefined && 'hidden lg:block')}>
        {cards.length > 0 ? (
          <div className="overflow-hidden rounded-xl border bg-surface">
            <VirtualList
              label={libraryTexts.label}
              items={cards}
              itemKey={({ id }) => id}
              rowHeightPx={rowHeightPx}
              renderItem={(card) => <CardRow card={card} isOpen={card.id === cardId} />}
              onEndReached={loadMore}
              hasMore={hasNextPage}
            />
          </div>
        ) : (
          <NoMatch title={libraryTexts.noMatch} to="/library" />
        )}
        {isFetchNextPageError && <LoadMoreError error={list.error} onRetry={() => void fetchNextPage()} />}
        <p aria-live="polite" className="sr-only">
          {isFetchingNextPage ? libraryTexts.loadingMore : ''}
        </p>
      </div>
      {cardId === undefined ? (
        <p className="hidden py-16 text-center text-muted lg:block">{libraryTexts.choose}</p>
      ) : (
        <OpenCard key={cardId} cardId={cardId} />
      )}
    </div>
  );
}

function OpenCard({ cardId }: { cardId: string }) {
  const { data, error, isPending, refetch } = useQuery(cardQuery(cardId));
  if (data) return <CardReading card={data} />;
  if (isPending) return <SkeletonRows rows={8} className="h-5 w-full" />;
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}
