import type { ReactNode } from 'react';
import { isActive } from '../../domain/engagements/is-active.ts';
import type { RunView } from '../../domain/runs/use-run-view.ts';
import { formatTokens, formatUsd } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';
import { classNames } from '../../ui/class-names.ts';
import { ElapsedTime } from '../../ui/states/elapsed-time.tsx';
import { BudgetFigure } from './budget-figure.tsx';

const texts = runTexts.figures;

/** Shows time, tasks, cost and the remaining budget. */
export function RunFigures({ view }: { view: RunView }) {
  const { projection, cost, costBefore, engagement } = view;
  return (
    <dl
      aria-label={texts.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line lg:grid-cols-[1fr_1fr_1fr_1.6fr]"
    >
      <Figure name={texts.elapsed} note={projection.pausedMs > 0 || projection.pausedAt !== null ? texts.paused : null}>
        <RunTime view={view} />
      </Figure>
      <Figure name={texts.tasks} note={projection.planned === null && isActive(view.status) ? texts.planning : null}>
        <TaskCount view={view} />
      </Figure>
      <Figure name={texts.cost} note={<Tokens view={view} />} className="col-span-2 lg:col-span-1">
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
  return texts.tasksDone(done, all);
}

/** Shows the tokens of the model calls. Each line has its height from the first render on. */
function Tokens({ view: { projection, run, expected } }: { view: RunView }) {
  const input = Math.max(projection.inputTokens, run.inputTokens);
  const output = Math.max(projection.outputTokens, run.outputTokens);
  return (
    <>
      <span className="block">{texts.tokens(formatTokens(input), formatTokens(output))}</span>
      {expected && expected.high > 0 && (
        <span className="block">{texts.expected(formatUsd(expected.low), formatUsd(expected.high))}</span>
      )}
      <span className="block min-h-[1lh]">{projection.steps > 0 && texts.calls(projection.steps)}</span>
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
