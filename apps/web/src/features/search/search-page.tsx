import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import { searchQuery } from '../../domain/search/queries.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { ResultList } from './result-list.tsx';
import { SearchFilters } from './search-filters.tsx';

const route = getRouteApi('/shell/search');
const texts = searchTexts;

/** Searches everything that the workspace has, by kind and engagement (SEA-9). The search is stored in the address. */
export function SearchPage() {
  const { q = '' } = route.useSearch();
  return (
    <Page>
      <PageHeader
        title={texts.title}
        documentTitle={q === '' ? undefined : texts.titleOf(q)}
        description={texts.description}
      />
      <SearchFilters />
      {q.trim() === '' ? (
        <EmptyState icon={Search} title={texts.start.title}>
          {texts.start.advice}
        </EmptyState>
      ) : (
        <Found q={q} />
      )}
    </Page>
  );
}

function Found({ q }: { q: string }) {
  const { kind, engagement } = route.useSearch();
  const { data, error, isPlaceholderData, refetch } = useQuery(searchQuery({ q, kind, engagementId: engagement }));
  if (error && (!data || isPlaceholderData)) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} className="h-22 w-full" />;
  if (data.length === 0 && !isPlaceholderData) return <NothingFound q={q} />;
  return <ResultList results={data} q={q} isOld={isPlaceholderData} />;
}

function NothingFound({ q }: { q: string }) {
  const { kind, engagement } = route.useSearch();
  const isNarrowed = kind !== undefined || engagement !== undefined;
  const everywhere = isNarrowed && (
    <Link to="/search" search={{ q }} className={buttonStyle()}>
      {texts.none.everywhere}
    </Link>
  );
  return (
    <EmptyState icon={SearchX} title={texts.none.title(q)} action={everywhere}>
      {texts.none.advice} {isNarrowed && texts.none.narrowed}
    </EmptyState>
  );
}
