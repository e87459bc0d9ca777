import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { engagementQuery, sortByStart } from '../../base/api/engagement-queries.ts';
import { formatMoment, formatTokens, formatUsd } from '../../base/format/format.ts';
import { labelled } from '../../base/format/words.ts';
import { ProgressBar } from '../../base/ui/badges.tsx';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { PartHeader } from '../../base/ui/layout/page.tsx';
import { Skeleton, SkeletonRows } from '../../base/ui/states.tsx';
import { AgentSection } from '../run/agent-section.tsx';
import { ConnectionLine } from '../run/connection-line.tsx';
import { RunControls } from '../run/run-controls.tsx';
import { RunLog } from '../run/run-log.tsx';
import { LiveMark, RunTime } from '../run/run-now.tsx';
import { RunOutcome } from '../run/run-outcome.tsx';
import { runTexts } from '../run/texts.ts';
import { type RunView, useRunView } from '../run-view.ts';
import { NoRun, RunAnalytics } from './run-analytics.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');

/**
 * How the engagement's runs worked: time, cost and tokens, agents, quality and models, and the log
 * of the latest.
 */
export function DetailsPage() {
  const { engagementId } = route.useParams();
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  if (!engagement) return <DetailsSkeleton />;
  const latest = sortByStart(engagement.runs).at(-1);
  if (!latest) return <NoRun engagementId={engagementId} />;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <RunDetails
        engagementId={engagementId}
        analytics={<RunAnalytics engagement={engagement} latest={latest} />}
      />
    </div>
  );
}

function RunDetails({ engagementId, analytics }: { engagementId: string; analytics: ReactNode }) {
  const view = useRunView(engagementId);
  if (!view) return <DetailsSkeleton />;
  return (
    <>
      <RunHead view={view} />
      <RunOutcome view={view} />
      <RunFigures view={view} />
      <AgentSection view={view} />
      {analytics}
      <RunLog key={view.run.id} view={view} />
      <ConnectionLine live={view.live} />
    </>
  );
}

function DetailsSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full" />
      <SkeletonRows rows={4} className="h-16 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

const headTexts = runTexts.head;

function RunHead({ view }: { view: RunView }) {
  const { run, engagement, cost, costBefore, status } = view;
  return (
    <PartHeader
      title={headTexts.run(engagement.runs.length)}
      description={
        <span className="figures flex flex-wrap items-center gap-x-3 text-sm">
          <time dateTime={run.startedAt}>{headTexts.started(formatMoment(run.startedAt))}</time>
          <LiveMark view={view} />
        </span>
      }
      actions={
        <>
          <Link
            to="/engagements/$engagementId"
            params={{ engagementId: engagement.id }}
            className={buttonStyle('secondary')}
          >
            {headTexts.overview}
          </Link>
          <RunControls engagement={engagement} status={status} spent={cost + costBefore} />
        </>
      }
    />
  );
}

const figureTexts = runTexts.figures;

function RunFigures({ view }: { view: RunView }) {
  const { projection, cost, costBefore, engagement } = view;
  return (
    <dl
      aria-label={figureTexts.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line lg:grid-cols-[1fr_1fr_1.6fr]"
    >
      <Figure
        name={figureTexts.elapsed}
        note={projection.pausedMs > 0 || projection.pausedAt !== null ? figureTexts.paused : null}
      >
        <RunTime view={view} />
      </Figure>
      <Figure name={figureTexts.cost} note={<Tokens view={view} />}>
        {formatUsd(cost)}
      </Figure>
      <BudgetFigure budget={engagement.budget} spent={cost + costBefore} earlier={costBefore} />
    </dl>
  );
}

/** Shows the tokens of the model calls. Each line has its height from the first render on. */
function Tokens({ view: { projection, run, expected } }: { view: RunView }) {
  const input = Math.max(projection.inputTokens, run.inputTokens);
  const output = Math.max(projection.outputTokens, run.outputTokens);
  return (
    <>
      <span className="block">{figureTexts.tokens(formatTokens(input), formatTokens(output))}</span>
      {expected && expected.high > 0 && (
        <span className="block">
          {figureTexts.expected(formatUsd(expected.low), formatUsd(expected.high))}
        </span>
      )}
      <span className="block min-h-[1lh]">
        {projection.steps > 0 && figureTexts.calls(projection.steps)}
      </span>
    </>
  );
}

interface FigureProps {
  name: string;
  note: ReactNode;
  children: ReactNode;
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="figures mt-0.5 font-semibold text-xl tracking-tight">{children}</dd>
      <dd className="figures mt-1 min-h-[1lh] text-muted text-xs">{note}</dd>
    </div>
  );
}

/** From this share on, the bar warns. */
const nearlySpent = 0.9;

interface BudgetFigureProps {
  /** Budget of the engagement in US dollars, for all of its runs. */
  budget: number;
  spent: number;
  /** Part of `spent` that earlier runs cost. */
  earlier: number;
}

function BudgetFigure({ budget, spent, earlier }: BudgetFigureProps) {
  const left = Math.max(0, budget - spent);
  return (
    <div className="col-span-2 bg-surface px-4 py-3 lg:col-span-1">
      <dt className="text-muted text-sm">{figureTexts.budget}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-1.5">
        <span className="figures font-semibold text-xl tracking-tight">{formatUsd(spent)}</span>
        <span className="figures text-muted">{figureTexts.spentOf(formatUsd(budget))}</span>
      </dd>
      <dd className="mt-2">
        <ProgressBar
          label={labelled(
            figureTexts.budget,
            `${formatUsd(spent)} ${figureTexts.spentOf(formatUsd(budget))}`,
          )}
          value={spent / budget}
          tone={spent >= budget * nearlySpent ? 'danger' : 'accent'}
        />
      </dd>
      <dd className="figures mt-1.5 flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        <span>{figureTexts.left(formatUsd(left))}</span>
        {earlier > 0 && <span>{figureTexts.earlier(formatUsd(earlier))}</span>}
      </dd>
    </div>
  );
}
