import { cardKinds, cardStatuses } from '@ecp/contract/values/card-kinds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Library as LibraryIcon } from 'lucide-react';
import { useCallback } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { classNames } from '../../ui/class-names.ts';
import { CompactSelect } from '../../ui/fields/compact-select.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { CardBrowser } from './card-browser.tsx';
import { type CardFilter, cardsQuery } from './queries.ts';

const route = getRouteApi('/shell/library');

/** Lists the cards of the firm's library and shows one of them (docs/requirements/library.md). */
export function LibraryPage() {
  const { card: cardId, ...filter } = route.useSearch();
  const list = useInfiniteQuery(cardsQuery(filter));
  const isNarrowed = Object.keys(filter).length > 0;
  const isEmpty = list.data?.pages.every(({ cards }) => cards.length === 0) === true;
  const hasNone = isEmpty && !isNarrowed;
  return (
    <Page>
      <PageHeader title={libraryTexts.title} description={libraryTexts.description} />
      {!hasNone && <CardFilters isBehindCard={cardId !== undefined} />}
      {list.isPending && <SkeletonRows rows={6} className="h-15 w-full" />}
      {list.isLoadingError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (hasNone && cardId === undefined ? <EmptyLibrary /> : <CardBrowser list={list} cardId={cardId} />)}
    </Page>
  );
}

const kinds = [
  { value: '', label: libraryTexts.anyKind },
  ...cardKinds.map((kind) => ({ value: kind, label: libraryTexts.kinds[kind] })),
];
const statuses = [
  { value: '', label: libraryTexts.anyStatus },
  ...cardStatuses.map((status) => ({ value: status, label: libraryTexts.statuses[status] })),
];

/** The search and the filters. On a phone an open card hides them. */
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
    <div className={classNames('flex flex-wrap items-center gap-2', isBehindCard && 'hidden lg:flex')}>
      <SearchField label={libraryTexts.search} value={q} onSearch={search} className="w-full sm:w-88" />
      <CompactSelect
        label={libraryTexts.kind}
        options={kinds}
        value={kind}
        onChange={(value) => narrow('kind', value)}
      />
      <CompactSelect
        label={libraryTexts.status}
        options={statuses}
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
