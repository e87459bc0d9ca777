import type { SearchResult } from '@ecp/contract/reach/search';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { engagementNamesQuery } from '../../base/api/engagement-queries.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { SearchField } from '../../base/ui/fields/fields.tsx';
import { CompactSelect } from '../../base/ui/fields/select.tsx';
import { usePageShortcuts } from '../../base/ui/keys.tsx';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import {
  describeResult,
  keyOfResult,
  MarkedSnippet,
  placeOfResult,
  ResultIcon,
  searchQuery,
  titleOfResult,
} from '../../shared/search/search-results.tsx';
import { searchTexts } from '../../shared/search/texts.ts';

const route = getRouteApi('/shell/search');
const texts = searchTexts;

/**
 * Searches everything that the workspace has, by kind and engagement. The search is stored in the
 * address.
 */
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
  const { data, error, isPlaceholderData, refetch } = useQuery(
    searchQuery({ q, kind, engagementId: engagement }),
  );
  if (error && (!data || isPlaceholderData))
    return <ErrorState error={error} onRetry={() => void refetch()} />;
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

const kinds = () => [
  { value: '', label: texts.anyKind },
  ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
];

/** The words, the kind and the engagement of the search. Each change is stored in the address. */
function SearchFilters() {
  const { q = '', kind = '', engagement = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const narrow = useCallback(
    (name: 'q' | 'kind' | 'engagement', value: string) =>
      void navigate({
        search: ({ [name]: _old, ...rest }) => (value === '' ? rest : { ...rest, [name]: value }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const search = useCallback((text: string) => narrow('q', text), [narrow]);
  return (
    // On a phone, the fields keep their places while the names of engagements arrive.
    <div className="flex flex-wrap items-center gap-2 max-sm:grid">
      <SearchField label={texts.label} value={q} onSearch={search} className="w-full sm:w-96" />
      <CompactSelect
        label={texts.kind}
        options={kinds()}
        value={kind}
        onChange={(value) => narrow('kind', value)}
      />
      <CompactSelect
        label={texts.engagement}
        options={useEngagementOptions(engagement)}
        value={engagement}
        onChange={(value) => narrow('engagement', value)}
      />
    </div>
  );
}

/** The newest engagements, and the chosen one if it is older. */
function useEngagementOptions(chosen: string) {
  const { data: names = new Map<string, string>() } = useQuery(engagementNamesQuery);
  const older =
    chosen !== '' && !names.has(chosen) ? [{ value: chosen, label: texts.namedEngagement }] : [];
  return [
    { value: '', label: texts.anyEngagement },
    ...older,
    ...[...names].map(([value, label]) => ({ value, label })),
  ];
}

const mostResults = 50;
const resultLinks = 'ol[aria-busy] a';

interface ResultListProps {
  results: readonly SearchResult[];
  q: string;
  /** Whether these are the results of the search before, shown until the next ones arrive. */
  isOld: boolean;
}

function ResultList({ results, q, isOld }: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = links.findIndex((link) => link.matches(':focus'));
    links[Math.max(0, focused + by)]?.focus();
  };
  usePageShortcuts([
    { key: 'j', does: texts.keys.next, act: () => step(1), among: resultLinks },
    { key: 'k', does: texts.keys.previous, act: () => step(-1), among: resultLinks },
  ]);
  const { length } = results;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="figures text-muted text-sm">
        {length < mostResults ? texts.count(length) : texts.best(length)}
      </p>
      <ol
        ref={list}
        aria-label={texts.results}
        aria-busy={isOld}
        className={classNames(
          'flex flex-col divide-y overflow-hidden rounded-xl border',
          isOld && 'opacity-60',
        )}
      >
        {results.map((result) => (
          <li
            key={keyOfResult(result)}
            className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover"
          >
            <ResultIcon kind={result.kind} className="mt-0.5 size-4 shrink-0 text-muted" />
            <div className="min-w-0">
              <Link
                {...placeOfResult(result, q)}
                dir="auto"
                className="wrap-anywhere font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
              >
                {titleOfResult(result)}
              </Link>
              <p className="wrap-anywhere text-muted text-sm">{describeResult(result)}</p>
              <p dir="auto" className="wrap-anywhere mt-1 max-w-3xl text-sm">
                <MarkedSnippet {...result} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
