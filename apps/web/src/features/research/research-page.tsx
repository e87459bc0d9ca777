import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { useEngagementRun } from '../../domain/runs/use-engagement-run.ts';
import { formatUsd } from '../../format/format.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { RefusedList, SearchList } from './call-lists.tsx';
import { NoResearch } from './no-research.tsx';
import { PageList } from './page-list.tsx';
import { pagesQuery, researchQuery } from './queries.ts';
import { filterResearch, type ResearchSummary, sumUpResearch } from './sum-up-research.ts';

const route = getRouteApi('/shell/engagements/$engagementId/research');
/** Interval of polling during a run, when agents search and read all the time. */
const pollMs = 4_000;

/** Shows the searches of agents, the pages that they read, and the refused ones (contract 11). */
export function ResearchPage() {
  const { engagementId } = route.useParams();
  const { isActive } = useEngagementRun(engagementId);
  const refetchInterval = isActive && pollMs;
  const calls = useQuery({ ...researchQuery(engagementId), refetchInterval });
  const pages = useQuery({ ...pagesQuery(engagementId), refetchInterval });
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const failed = [calls, pages].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!calls.data || !pages.data || !engagement) return <SkeletonRows rows={5} className="h-20 w-full" />;
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
  const line = [researchTexts.summary(summary.searches.length, summary.pages.length, summary.refused.length)];
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
