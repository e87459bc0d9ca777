import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run } from '@ecp/contract/work/runs';
import { ChevronRight, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isActive } from '../../api/engagement-queries.ts';
import { explainError } from '../../api/explain-error.ts';
import { BriefText } from '../../brief/brief-text.tsx';
import { formatDuration, formatMoment, formatTokens, formatUsd } from '../../format/format.ts';
import type { FollowedRun } from '../../live/use-run-events.ts';
import { pendingTexts } from '../../texts/new-engagement.ts';
import { ElapsedTime, ProgressBar, StatusBadge } from '../../ui/badges.tsx';
import { Button } from '../../ui/buttons.tsx';
import { classNames } from '../../ui/class-names.ts';
import { stickToBottom } from '../../ui/layout/sticky-bar.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { type RunView, useRunView } from '../run-view.ts';
import { AgentSection } from './agent-section.tsx';
import { DraftSection } from './draft-section.tsx';
import { RunControls } from './run-controls.tsx';
import { RunLog } from './run-log.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { OtherTasks, TaskSection } from './task-section.tsx';
import { runTexts } from './texts.ts';

export function RunOverview({ engagementId }: { engagementId: string }) {
  const view = useRunView(engagementId);
  if (!view) return <RunSkeleton />;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <RunHead view={view} actions={<RunControls view={view} />} />
      <RunOutcome view={view} />
      <RunFigures view={view} />
      <BriefSection engagement={view.engagement} />
      <TaskSection view={view} />
      <OtherTasks view={view} />
      <DraftSection view={view} />
      <AgentSection view={view} />
      <RunLog key={view.run.id} view={view} />
      <EarlierRuns runs={view.engagement.runs.slice(1)} />
      <ConnectionLine live={view.live} />
    </div>
  );
}

function RunSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full" />
      <SkeletonRows rows={4} className="h-16 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

const headTexts = runTexts.head;

function RunHead({ view, actions }: { view: RunView; actions: ReactNode }) {
  const { run, engagement, live, status } = view;
  const isLive = live.connection === 'live' && status === 'running';
  return (
    <div className="-mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="figures flex flex-wrap items-center gap-x-3 text-muted text-sm">
        <span>{headTexts.run(engagement.runs.length)}</span>
        <time dateTime={run.startedAt}>{headTexts.started(formatMoment(run.startedAt))}</time>
        {/* Stays in the layout while invisible. Otherwise the line may be lower on narrow screens. */}
        <span className={classNames('inline-flex items-center gap-1.5 text-good', !isLive && 'invisible')}>
          <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />
          {runTexts.connection.live}
        </span>
      </p>
      {actions}
    </div>
  );
}

const figureTexts = runTexts.figures;

function RunFigures({ view }: { view: RunView }) {
  const { projection, cost, costBefore, engagement } = view;
  return (
    <dl
      aria-label={figureTexts.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line lg:grid-cols-[1fr_1fr_1fr_1.6fr]"
    >
      <Figure
        name={figureTexts.elapsed}
        note={projection.pausedMs > 0 || projection.pausedAt !== null ? figureTexts.paused : null}
      >
        <RunTime view={view} />
      </Figure>
      <Figure
        name={figureTexts.tasks}
        note={projection.planned === null && isActive(view.status) ? figureTexts.planning : null}
      >
        <TaskCount view={view} />
      </Figure>
      <Figure name={figureTexts.cost} note={<Tokens view={view} />} className="col-span-2 lg:col-span-1">
        {formatUsd(cost)}
      </Figure>
      <BudgetFigure budget={engagement.budget} spent={cost + costBefore} earlier={costBefore} />
    </dl>
  );
}

function RunTime({ view: { projection, run, status } }: { view: RunView }) {
  const startedAt = projection.startedAt ?? run.startedAt;
  const endedAt = projection.endedAt ?? run.finishedAt;
  const pausedAt = status === 'paused' ? projection.pausedAt : null;
  return <ElapsedTime startedAt={startedAt} endedAt={endedAt ?? pausedAt} pausedMs={projection.pausedMs} />;
}

function TaskCount({ view: { projection, engagement } }: { view: RunView }) {
  const done = projection.tasks.filter(({ state }) => state === 'completed').length;
  const all = projection.tasks.length || engagement.tasks.length;
  return figureTexts.tasksDone(done, all);
}

/** Shows the tokens of the model calls. Each line has its height from the first render on. */
function Tokens({ view: { projection, run, expected } }: { view: RunView }) {
  const input = Math.max(projection.inputTokens, run.inputTokens);
  const output = Math.max(projection.outputTokens, run.outputTokens);
  return (
    <>
      <span className="block">{figureTexts.tokens(formatTokens(input), formatTokens(output))}</span>
      {expected && expected.high > 0 && (
        <span className="block">{figureTexts.expected(formatUsd(expected.low), formatUsd(expected.high))}</span>
      )}
      <span className="block min-h-[1lh]">{projection.steps > 0 && figureTexts.calls(projection.steps)}</span>
    </>
  );
}

interface FigureProps {
  name: string;
  note: ReactNode;
  className?: string;
  children: ReactNode;
}

function Figure({ name, note, className, children }: FigureProps) {
  return (
    <div className={classNames('bg-surface px-4 py-3', className)}>
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
          label={`${figureTexts.budget}: ${formatUsd(spent)} ${figureTexts.spentOf(formatUsd(budget))}`}
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

/** Holds the brief that the run answers. It is closed at first, and its text is rendered when it opens. */
function BriefSection({ engagement: { brief } }: { engagement: EngagementDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group rounded-xl border bg-surface"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-3 font-semibold">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        <h2>{pendingTexts.brief}</h2>
      </summary>
      <div className="border-t p-4">{open && <BriefText brief={brief} />}</div>
    </details>
  );
}

const { title: earlierTitle, caption: earlierCaption, columns: columnTitles, running: stillRunning } = runTexts.earlier;

const durationOf = ({ startedAt, finishedAt }: Run) =>
  finishedAt === null ? stillRunning : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));

const earlierColumns: Column<Run>[] = [
  { title: columnTitles.started, cell: ({ startedAt }) => <time dateTime={startedAt}>{formatMoment(startedAt)}</time> },
  { title: columnTitles.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { title: columnTitles.duration, numeric: true, wideOnly: true, cell: durationOf },
  { title: columnTitles.cost, numeric: true, cell: ({ estimatedCost }) => formatUsd(estimatedCost) },
  {
    title: columnTitles.tokens,
    numeric: true,
    wideOnly: true,
    cell: ({ inputTokens, outputTokens }) => formatTokens(inputTokens + outputTokens),
  },
  { title: columnTitles.note, wideOnly: true, cell: ({ error }) => <span className="text-muted">{error ?? ''}</span> },
];

function EarlierRuns({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="earlier-runs" className="flex flex-col gap-3">
      <h2 id="earlier-runs" className="font-semibold">
        {earlierTitle}
      </h2>
      <Table caption={earlierCaption} columns={earlierColumns} rows={runs} rowKey={({ id }) => id} />
    </section>
  );
}

const connectionTexts = runTexts.connection;
/** Shorter interruptions of the connection are not shown. */
const quietMs = 1_500;
const longMs = 30_000;

/** Says that no run events arrive, over the bottom edge of the window, so that nothing moves. */
function ConnectionLine({ live }: { live: FollowedRun }) {
  const { connection, error, retry } = live;
  const isAway = connection === 'reconnecting' || connection === 'opening';
  const awayFor = useStage(isAway);
  if (connection === 'lost') {
    const { title, advice, remedy } = explainError(error);
    return (
      <Line action={remedy === 'sign-in' ? undefined : { label: connectionTexts.again, act: retry }}>
        {connectionTexts.lost} {title}. {advice}
      </Line>
    );
  }
  if (awayFor === 'moment') return null;
  if (awayFor === 'long')
    return <Line action={{ label: connectionTexts.now, act: retry }}>{connectionTexts.stillAway}</Line>;
  return (
    <Line>
      {connectionTexts.reconnecting} {connectionTexts.nothingLost}
    </Line>
  );
}

/** Returns how long the connection has been down, in the stages that the page distinguishes. */
function useStage(isAway: boolean): 'moment' | 'while' | 'long' {
  const [stage, setStage] = useState<'moment' | 'while' | 'long'>('moment');
  useEffect(() => {
    setStage('moment');
    if (!isAway) return undefined;
    const timers = [setTimeout(() => setStage('while'), quietMs), setTimeout(() => setStage('long'), longMs)];
    return () => timers.forEach(clearTimeout);
  }, [isAway]);
  return stage;
}

interface LineProps {
  action?: { label: string; act: () => void } | undefined;
  children: React.ReactNode;
}

function Line({ action, children }: LineProps) {
  return (
    <div className="sticky bottom-0 z-20 h-0">
      <div
        ref={stickToBottom}
        role="status"
        className="absolute inset-x-0 bottom-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn shadow-black/10 shadow-lg"
      >
        <WifiOff aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1">{children}</span>
        {action && (
          <Button size="small" onClick={action.act}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}
