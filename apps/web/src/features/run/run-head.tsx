import type { ReactNode } from 'react';
import type { RunView } from '../../domain/runs/use-run-view.ts';
import { formatMoment } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';
import { classNames } from '../../ui/class-names.ts';

const texts = runTexts.head;

/** Shows which run this is, whether it is followed live, and its actions. */
export function RunHead({ view, actions }: { view: RunView; actions: ReactNode }) {
  const { run, engagement, live, status } = view;
  const isLive = live.connection === 'live' && status === 'running';
  return (
    <div className="-mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="figures flex flex-wrap items-center gap-x-3 text-muted text-sm">
        <span>{texts.run(engagement.runs.length)}</span>
        <time dateTime={run.startedAt}>{texts.started(formatMoment(run.startedAt))}</time>
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
