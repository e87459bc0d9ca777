import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Globe, GlobeLock, LoaderCircle } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { researchProviderQuery, useAgentNames } from '../../base/api/firm-queries.ts';
import { formatCount, formatUsd, formatUtcDay } from '../../base/format/format.ts';
import { hasEveryWord, joinWords, listed } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { TimeAgo } from '../../base/ui/badges.tsx';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { SearchField } from '../../base/ui/fields/fields.tsx';
import { PartHeader } from '../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../base/ui/layout/table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { useEngagementRun } from '../../shared/runs/engagement-run.ts';
import { describeResearchRefusal } from '../research-refusals.ts';
import {
  type ListedPage,
  type PageRead,
  pagesQuery,
  type RunSearch,
  researchQuery,
} from './research.ts';
import { researchTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/research');
/** Interval of polling during a run, when agents search and read all the time. */
const pollMs = 4_000;

export function ResearchPage() {
  const { engagementId } = route.useParams();
  const { isActive } = useEngagementRun(engagementId);
  const refetchInterval = isActive && pollMs;
  const calls = useQuery({ ...researchQuery(engagementId), refetchInterval });
  const pages = useQuery({ ...pagesQuery(engagementId), refetchInterval });
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const failed = [calls, pages].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!calls.data || !pages.data || !engagement)
    return <SkeletonRows rows={5} className="h-20 w-full" />;
  const summary = sumUpResearch(calls.data, pages.data);
  const { enabled } = engagement.research;
  const isEmpty = summary.searches.length + calls.data.reads.length + summary.pages.length === 0;
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-3xl text-muted">
        {researchTexts.description} {!enabled && !isEmpty && researchTexts.offNow}
      </p>
      {isEmpty ? (
        <NoResearch engagementId={engagementId} enabled={enabled} />
      ) : (
        <Findings engagementId={engagementId} summary={summary} />
      )}
    </div>
  );
}

function Findings({ engagementId, summary }: { engagementId: string; summary: ResearchSummary }) {
  const [typed, setTyped] = useState('');
  const found = useMemo(() => filterResearch(summary, typed), [summary, typed]);
  const { searches, pages, pending, refused } = found;
  const line = [
    researchTexts.summary(summary.searches.length, summary.pages.length, summary.refused.length),
  ];
  if (summary.costUsd > 0) line.push(researchTexts.cost(formatUsd(summary.costUsd)));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="figures font-semibold">{line.join(' · ')}</p>
        <SearchField
          label={researchTexts.find}
          value={typed}
          onSearch={setTyped}
          className="min-w-52 flex-1 sm:max-w-80"
        />
      </div>
      {searches.length + pages.length + pending.length + refused.length === 0 ? (
        <p className="text-muted">{researchTexts.noMatch}</p>
      ) : (
        <>
          <Part title={researchTexts.pages.title}>
            <PageList engagementId={engagementId} pages={pages} pending={pending} />
          </Part>
          <Part title={researchTexts.searches.title}>
            <SearchList searches={searches} />
          </Part>
          {refused.length > 0 && (
            <Part title={researchTexts.refused.title} about={researchTexts.refused.about}>
              <RefusedList reads={refused} />
            </Part>
          )}
        </>
      )}
    </>
  );
}

function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <PartHeader title={title} description={about} />
      {children}
    </section>
  );
}

const pageTexts = researchTexts.pages;
const listStyle = 'divide-y rounded-xl border bg-surface';

interface PageListProps {
  engagementId: string;
  pages: readonly ReadPage[];
  /** Reads that are not over. */
  pending: readonly PageRead[];
}

/** Lists the archived pages, each with its author, date and the documents that cite it. */
function PageList({ engagementId, pages, pending }: PageListProps) {
  if (pages.length + pending.length === 0) return <p className="text-muted">{pageTexts.none}</p>;
  return (
    <ShownPart items={pages}>
      {(shown) => (
        <ul aria-label={pageTexts.title} className={listStyle}>
          {pending.map(({ id, url }) => (
            <li key={id} className="flex gap-3 px-4 py-3 text-muted">
              <LoaderCircle
                aria-hidden
                className="mt-0.5 size-4 shrink-0 animate-spin text-accent-text"
              />
              <p className="wrap-anywhere min-w-0">
                <span className="block font-medium text-ink">{pageTexts.reading}</span>
                {url}
              </p>
            </li>
          ))}
          {shown.map((page) => (
            <PageItem key={page.id} engagementId={engagementId} page={page} />
          ))}
        </ul>
      )}
    </ShownPart>
  );
}

function PageItem({ engagementId, page }: { engagementId: string; page: ReadPage }) {
  const nameOf = useAgentNames();
  const { id, title, url, author, publishedOn, fetchedAt, agents } = page;
  const says = listed([
    author && pageTexts.author(author),
    publishedOn && pageTexts.dated(formatUtcDay(publishedOn)),
  ]);
  return (
    <li className="flex gap-3 px-4 py-3">
      <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Link
            to="/engagements/$engagementId/research/$pageId"
            params={{ engagementId, pageId: id }}
            search={{}}
            dir="auto"
            className="wrap-anywhere rounded font-medium hover:underline"
          >
            {title}
          </Link>
          <p className="truncate text-muted text-sm" title={url}>
            {url}
          </p>
          {says && (
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {says}
            </p>
          )}
          <p className="text-muted text-sm">
            {agents.length > 0 && `${pageTexts.readBy(joinWords(agents.map(nameOf)))} · `}
            <TimeAgo at={fetchedAt} />
          </p>
        </div>
        <CitingDocuments engagementId={engagementId} page={page} />
      </div>
    </li>
  );
}

function CitingDocuments({
  engagementId,
  page: { citedBy },
}: {
  engagementId: string;
  page: ReadPage;
}) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  if (citedBy.length === 0) return <p className="text-muted text-sm">{pageTexts.uncited}</p>;
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted">{pageTexts.citedBy}</p>
      <ul>
        {citedBy.map(({ filename, citations }) => (
          <li key={filename} className="wrap-anywhere">
            <DocumentLink engagementId={engagementId} filename={filename}>
              {titleOf(filename, engagement)}
            </DocumentLink>{' '}
            <span className="figures text-muted">{pageTexts.times(citations)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Describes the refusal of a call; null for a call that succeeded or is not over. */
const refusalOf = ({ reason, detail }: Pick<PageRead, 'reason' | 'detail'>) =>
  reason === null ? null : describeResearchRefusal({ reason, detail });

/**
 * The columns of the agent that asked, and of the time. A phone shows the agent below the first
 * column instead.
 */
const askingColumns = (
  nameOf: (agent: string) => string,
): Column<{ agent: string; createdAt: string }>[] => [
  { title: researchTexts.by, wideOnly: true, cell: ({ agent }) => nameOf(agent) },
  {
    title: researchTexts.when,
    wideOnly: true,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

function SearchList({ searches }: { searches: readonly RunSearch[] }) {
  const texts = researchTexts.searches;
  const nameOf = useAgentNames();
  const columns: Column<RunSearch>[] = [
    {
      title: texts.words,
      cell: (search) => (
        <div className="min-w-36">
          <span dir="auto" className="wrap-anywhere font-medium">
            {search.query}
          </span>
          <span className="block text-muted text-sm md:hidden">{nameOf(search.agent)}</span>
        </div>
      ),
    },
    {
      title: texts.found,
      cell: (search) =>
        refusalOf(search) ?? <span className="figures">{formatCount(search.results)}</span>,
    },
    ...askingColumns(nameOf),
    { title: texts.cost, numeric: true, cell: ({ costUsd }) => formatUsd(costUsd) },
  ];
  if (searches.length === 0) return <p className="text-muted">{texts.none}</p>;
  return (
    <ShownPart items={searches}>
      {(shown) => (
        <Table caption={texts.title} columns={columns} rows={shown} rowKey={({ id }) => id} />
      )}
    </ShownPart>
  );
}

function RefusedList({ reads }: { reads: readonly PageRead[] }) {
  const texts = researchTexts.refused;
  const nameOf = useAgentNames();
  const columns: Column<PageRead>[] = [
    {
      title: texts.address,
      cell: ({ url, agent }) => (
        <div className="min-w-36">
          <span className="wrap-anywhere">{url}</span>
          <span className="block text-muted text-sm md:hidden">{nameOf(agent)}</span>
        </div>
      ),
    },
    { title: texts.reason, cell: refusalOf },
    ...askingColumns(nameOf),
  ];
  return (
    <ShownPart items={reads}>
      {(shown) => (
        <Table caption={texts.title} columns={columns} rows={shown} rowKey={({ id }) => id} />
      )}
    </ShownPart>
  );
}

/** An engagement may have thousands of entries. */
const shownAtOnce = 50;

/** Renders the first entries of a long list, and a button for the next ones. */
function ShownPart<T>({
  items,
  children,
}: {
  items: readonly T[];
  children: (shown: readonly T[]) => ReactNode;
}) {
  const [limit, setLimit] = useState(shownAtOnce);
  return (
    <>
      {children(items.slice(0, limit))}
      {items.length > limit && (
        <Button className="self-center" onClick={() => setLimit(limit + shownAtOnce)}>
          {researchTexts.more(items.length - limit)}
        </Button>
      )}
    </>
  );
}

const emptyTexts = researchTexts.empty;

interface NoResearchProps {
  engagementId: string;
  enabled: boolean;
}

/**
 * Explains, while there are no searches, how to switch research on, or that the installation has no
 * provider.
 */
function NoResearch({ engagementId, enabled }: NoResearchProps) {
  const { has } = useSession();
  const { data: provider, isPending } = useQuery(researchProviderQuery);
  if (isPending) return <SkeletonRows rows={3} className="h-14 w-full" />;
  if (provider && !provider.configured) {
    return (
      <EmptyState icon={GlobeLock} title={emptyTexts.unconfigured.title}>
        {emptyTexts.unconfigured.advice}
      </EmptyState>
    );
  }
  if (enabled) {
    return (
      <EmptyState icon={Globe} title={emptyTexts.none.title}>
        {emptyTexts.none.advice}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={GlobeLock}
      title={emptyTexts.off.title}
      action={
        has('member') && (
          <Link
            to="/engagements/$engagementId/edit"
            params={{ engagementId }}
            className={buttonStyle('secondary')}
          >
            {emptyTexts.off.action}
          </Link>
        )
      }
    >
      {emptyTexts.off.advice}
    </EmptyState>
  );
}

/** An archived page with the agents that have read it, by slug. */
interface ReadPage extends ListedPage {
  agents: readonly string[];
}

interface ResearchSummary {
  searches: readonly RunSearch[];
  pages: readonly ReadPage[];
  /** Reads that are not over. */
  pending: readonly PageRead[];
  refused: readonly PageRead[];
  /** The cost of the searches in US dollars. */
  costUsd: number;
}

/** Groups searches and reads for the page. A read that has neither page nor reason is not over. */
export function sumUpResearch(
  { searches, reads }: { searches: readonly RunSearch[]; reads: readonly PageRead[] },
  pages: readonly ListedPage[],
): ResearchSummary {
  const byPage = Map.groupBy(reads, ({ pageId }) => pageId);
  return {
    searches,
    pages: pages.map((page) => ({
      ...page,
      agents: [...new Set((byPage.get(page.id) ?? []).map(({ agent }) => agent))],
    })),
    pending: reads.filter(({ pageId, reason }) => pageId === null && reason === null),
    refused: reads.filter(({ reason }) => reason !== null),
    costUsd: searches.reduce((total, { costUsd }) => total + costUsd, 0),
  };
}

/** Keeps the entries that contain every typed word. Without words it returns the summary itself. */
export function filterResearch(summary: ResearchSummary, typed: string): ResearchSummary {
  if (typed.trim() === '') return summary;
  const has = (...words: (string | null)[]) => hasEveryWord(words.join(' '), typed);
  return {
    ...summary,
    searches: summary.searches.filter(({ query, agent }) => has(query, agent)),
    pages: summary.pages.filter(({ title, url, author, citedBy, agents }) =>
      has(title, url, author, ...citedBy.map(({ filename }) => filename), ...agents),
    ),
    pending: summary.pending.filter(({ url, agent }) => has(url, agent)),
    refused: summary.refused.filter(({ url, agent }) => has(url, agent)),
  };
}
