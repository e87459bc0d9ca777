import type { ApprovalStatus } from '@ecp/contract/deliverables';
import type { EngagementDetail } from '@ecp/contract/engagements';
import { LoaderCircle } from 'lucide-react';
import { useMemo } from 'react';
import { runTexts } from '../../../texts/en/run.ts';
import { classNames } from '../../../ui/class-names.ts';
import { isActive } from '../../../domain/engagements/is-active.ts';
import { useAgentNames } from '../../../domain/agents/use-agent-name.ts';
import { describeTask } from './describe-task.ts';
import { documentWidth, TaskRow, taskColumns } from './task-row.tsx';
import type { RunView } from '../../../domain/runs/use-run-view.ts';

const texts = runTexts.tasks;

/** The tasks of the run in the order of their plan. */
export function TaskSection({ view: { engagement, picture, status } }: { view: RunView }) {
  const nameOf = useAgentNames();
  const { tasks, planned } = picture;
  const isPart = tasks.length > 0 && planned === false && tasks.length < engagement.tasks.length;
  const approvals = useMemo(() => latestApprovals(engagement), [engagement]);
  const note = planned ? texts.planned : isPart ? texts.rerun : null;
  return (
    <section aria-labelledby="run-tasks" className="overflow-hidden rounded-xl border bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b px-4 py-3">
        <h2 id="run-tasks" className="font-semibold">
          {texts.title}
        </h2>
        {note && <p className="text-muted text-sm">{note}</p>}
      </div>
      {tasks.length === 0 ? (
        <NoTasks isPlanning={isActive(status)} />
      ) : (
        <>
          <Columns />
          <ol aria-label={texts.list}>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                engagementId={engagement.id}
                task={task}
                status={status}
                state={describeTask(task, tasks, status)}
                agentName={nameOf(task.agent)}
                approval={approvals.get(task.filename)}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Of each file's latest version; the engagement lists the newest first. */
function latestApprovals({ deliverables }: EngagementDetail): Map<string, ApprovalStatus> {
  return new Map(deliverables.toReversed().map(({ filename, approvalStatus }) => [filename, approvalStatus]));
}

/** Heads of the figures; each row says them to who cannot see the columns. */
function Columns() {
  const { score, cost, time } = texts.columns;
  return (
    <div aria-hidden className="hidden gap-3 border-b px-4 py-1.5 text-muted text-xs md:flex">
      <div className={classNames('flex-1 pl-7.5', taskColumns)}>
        <span />
        <span className="text-right">{score}</span>
        <span className="text-right">{cost}</span>
        <span className="text-right">{time}</span>
      </div>
      <span className={documentWidth} />
    </div>
  );
}

function NoTasks({ isPlanning }: { isPlanning: boolean }) {
  if (!isPlanning) return <p className="p-4 text-muted">{texts.none}</p>;
  return (
    <div className="flex items-start gap-3 p-4">
      <LoaderCircle aria-hidden className="mt-0.5 size-4.5 shrink-0 animate-spin text-accent-text" />
      <div>
        <p className="font-medium">{texts.planning}</p>
        <p className="text-muted text-sm">{texts.planningAdvice}</p>
      </div>
    </div>
  );
}
