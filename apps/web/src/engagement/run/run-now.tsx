import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isActive } from '../../base/api/engagement-queries.ts';
import { formatMoment, formatRoughDuration, formatUsd } from '../../base/format/format.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { ElapsedTime } from '../../base/ui/badges.tsx';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import type { RunView } from '../run-view.ts';
import { ConnectionLine } from './connection-line.tsx';
import { DraftSection } from './draft-section.tsx';
import { RunControls } from './run-controls.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { TaskSection } from './task-section.tsx';
import { runTexts } from './texts.ts';

const texts = runTexts.now;

/**
 * A run that goes on or has just ended: what it does, its one list of tasks, and the texts being
 * written.
 */
export function RunNow({ view }: { view: RunView }) {
  return (
    <>
      <RunOutcome view={view} />
      <div className="-my-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <RunFacts view={view} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link
            to="/engagements/$engagementId/details"
            params={{ engagementId: view.engagement.id }}
            className={linkStyle}
          >
            {engagementTexts.pages.details}
          </Link>
          <RunControls
            engagement={view.engagement}
            status={view.status}
            spent={view.cost + view.costBefore}
          />
        </div>
      </div>
      <TaskSection view={view} />
      <DraftSection view={view} />
      <ConnectionLine live={view.live} />
    </>
  );
}

/**
 * When it started, the time that has passed with the usual one, and its cost. The line is as long
 * when it has ended. On narrow screens it has the whole width, so that the controls stay below it
 * when they get fewer.
 */
function RunFacts({ view }: { view: RunView }) {
  const { run, cost, status, expectedTime } = view;
  // The usual time stays as it was at the start, even when this run changes it.
  const [seconds, setSeconds] = useState(expectedTime.seconds);
  if (isActive(status) && seconds !== expectedTime.seconds) setSeconds(expectedTime.seconds);
  return (
    <p className="figures flex flex-wrap items-center gap-x-3 text-muted text-sm max-sm:w-full">
      <time dateTime={run.startedAt} className="max-sm:hidden">
        {texts.started(formatMoment(run.startedAt))}
      </time>
      <span>
        <RunTime view={view} />
        {seconds !== null && ` · ${texts.usual(formatRoughDuration(seconds))}`}
      </span>
      <span>{texts.cost(formatUsd(cost))}</span>
      <LiveMark view={view} />
    </p>
  );
}

/** Stays in the layout while invisible. Otherwise the line may be lower on narrow screens. */
export function LiveMark({ view: { live, status } }: { view: RunView }) {
  const isLive = live.connection === 'live' && status === 'running';
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 text-good', !isLive && 'invisible')}
    >
      <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />
      {runTexts.connection.live}
    </span>
  );
}

/** The time of a run without its pauses, by the service's record of its start and end. */
export function RunTime({ view: { projection, run, status } }: { view: RunView }) {
  const endedAt = run.finishedAt ?? projection.endedAt;
  const pausedAt = status === 'paused' ? projection.pausedAt : null;
  return (
    <ElapsedTime
      startedAt={run.startedAt}
      endedAt={endedAt ?? pausedAt}
      pausedMs={projection.pausedMs}
    />
  );
}
