import { cardKinds, cardStatuses } from '@ecp/contract/values/card-kinds';
import type { LibraryCard } from '@ecp/contract/work/cards';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Library as LibraryIcon } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { buttonStyle } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { SearchField } from '../../../base/ui/fields/fields.tsx';
import { CompactSelect } from '../../../base/ui/fields/select.tsx';
import { Page } from '../../../base/ui/layout/page.tsx';
import { useLoadMore, VirtualList } from '../../../base/ui/layout/virtual-list.tsx';
import {
  EmptyState,
  ErrorState,
  LoadMoreError,
  NoMatch,
  SkeletonRows,
} from '../../../base/ui/states.tsx';
import { LibraryHead } from '../library-head.tsx';
import { CardReading, StatusOfCard } from './card-reading.tsx';
import { type CardFilter, type CardList, cardQuery, cardsQuery } from './queries.ts';
import { libraryTexts } from './texts.ts';

const route = getRouteApi('/shell/library');

export function LibraryPage() {
  const { card: cardId, ...filter } = route.useSearch();
  const list = useInfiniteQuery(cardsQuery(filter));
  const isNarrowed = Object.keys(filter).length > 0;
  const isEmpty = list.data?.pages.every(({ cards }) => cards.length === 0) === true;
  const hasNone = isEmpty && !isNarrowed;
  return (
    <Page>
      <LibraryHead tab="cards" description={libraryTexts.description} />
      {!hasNone && <CardFilters isBehindCard={cardId !== undefined} />}
      {list.isPending && <SkeletonRows rows={6} className="h-15 w-full" />}
      {list.isLoadingError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data &&
        (hasNone && cardId === undefined ? (
          <EmptyLibrary />
        ) : (
          <CardBrowser list={list} cardId={cardId} />
        ))}
    </Page>
  );
}

const listKinds = () => [
  { value: '', label: libraryTexts.anyKind },
  ...cardKinds.map((kind) => ({ value: kind, label: libraryTexts.kinds[kind] })),
];
const listStatuses = () => [
  { value: '', label: libraryTexts.anyStatus },
  ...cardStatuses.map((status) => ({ value: status, label: libraryTexts.statuses[status] })),
];

function CardFilters({ isBehindCard }: { isBehindCard: boolean }) {
  const { q = '', kind = '', status = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const narrow = useCallback(
    (name: keyof CardFilter, value: string) =>
      void navigate({
        search: ({ [name]: _old, ...rest }) => (value === '' ? rest : { ...rest, [name]: value }),
        replace: true,
      }),
    [navigate],
  );
  const search = useCallback((text: string) => narrow('q', text), [narrow]);
  return (
    <div
      className={classNames('flex flex-wrap items-center gap-2', isBehindCard && 'hidden lg:flex')}
    >
      <SearchField
        label={libraryTexts.search}
        value={q}
        onSearch={search}
        className="w-full sm:w-88"
      />
      <CompactSelect
        label={libraryTexts.kind}
        options={listKinds()}
        value={kind}
        onChange={(value) => narrow('kind', value)}
      />
      <CompactSelect
        label={libraryTexts.status}
        options={listStatuses()}
        value={status}
        onChange={(value) => narrow('status', value)}
      />
    </div>
  );
}

function EmptyLibrary() {
  const { title, advice, action } = libraryTexts.empty;
  const begin = (
    <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
      {action}
    </Link>
  );
  return (
    <EmptyState icon={LibraryIcon} title={title} action={begin}>
      {advice}
    </EmptyState>
  );
}

const rowHeightPx = 60;

function CardBrowser({ list, cardId }: { list: CardList; cardId: string | undefined }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const cards = useMemo(() => data?.pages.flatMap((page) => page.cards) ?? [], [data]);
  const loadMore = useLoadMore(list);
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
        {isFetchNextPageError && (
          <LoadMoreError error={list.error} onRetry={() => void fetchNextPage()} />
        )}
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

function CardRow({ card, isOpen }: { card: LibraryCard; isOpen: boolean }) {
  const { id, kind, title, status, useCount } = card;
  const uses = useCount > 0 ? ` · ${libraryTexts.usedIn(useCount)}` : '';
  return (
    <Link
      from="/library"
      to="/library"
      search={(search) => ({ ...search, card: id })}
      aria-current={isOpen || undefined}
      className={classNames(
        'flex h-full flex-col justify-center border-b px-4 focus-visible:-outline-offset-2',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="truncate font-medium">{title}</span>
      <span
        className={classNames(
          'flex items-center justify-between gap-3 text-sm',
          isOpen ? 'text-ink' : 'text-muted',
        )}
      >
        <span className="truncate">
          {libraryTexts.kinds[kind]}
          {uses}
        </span>
        <StatusOfCard status={status} />
      </span>
    </Link>
  );
}
