import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { LoaderCircle } from 'lucide-react';
import { useMemo } from 'react';
import { useAgentNames } from '../../../domain/agents/use-agent-name.ts';
import { isActive } from '../../../domain/engagements/is-active.ts';
import { areTasksComing, type RunView } from '../../../domain/runs/use-run-view.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { classNames } from '../../../ui/class-names.ts';
import { RunSection } from '../run-section.tsx';
import { useOnceTrue } from '../use-once-true.ts';
import { describeTask } from './describe-task.ts';
import { NoticeList } from './notice-list.tsx';
import { ComingTaskRow, documentWidth, TaskRow, taskColumns } from './task-row.tsx';

const texts = runTexts.tasks;
/** Space for the header and four tasks, some with names of two lines, as in most plans. */
const plannedHeight = 'min-h-100';

/**
 * Lists the tasks of the run in plan order. Known tasks are placed before the first event, so that nothing on the page
 * moves when the events arrive.
 */
export function TaskSection({ view }: { view: RunView }) {
  const { engagement, projection, status, openQuestions } = view;
  const nameOf = useAgentNames();
  const { tasks, planned } = projection;
  const coming = areTasksComing(view) ? engagement.tasks : [];
  const isPlanning = areTasksComing(view) && coming.length === 0;
  const keepsRoom = useOnceTrue(isPlanning);
  const isPart = tasks.length > 0 && planned === false && tasks.length < engagement.tasks.length;
  const approvals = useMemo(() => latestApprovals(engagement), [engagement]);
  const notices = useMemo(() => Map.groupBy(projection.notices, ({ taskId }) => taskId), [projection.notices]);
  const dueAts = new Map(openQuestions.map(({ taskId, dueAt }) => [taskId, dueAt]));
  const ofRun = notices.get(null);
  const note = planned ? texts.planned : isPart ? texts.rerun : null;
  return (
    <RunSection title={texts.title} beside={note && <p className="text-muted text-sm">{note}</p>}>
      {ofRun && (
        <div className="border-b px-4 py-3">
          <NoticeList label={runTexts.notices.ofRun} notices={ofRun} />
        </div>
      )}
      <div className={keepsRoom ? plannedHeight : undefined}>
        {tasks.length + coming.length > 0 ? (
          <Columns />
        ) : (
          <NoTasks isPlanning={isActive(status)} isOpening={isPlanning} />
        )}
        {coming.length > 0 && (
          <ol aria-label={texts.list}>
            {coming.map(({ id, name }) => (
              <ComingTaskRow key={id} name={name} />
            ))}
          </ol>
        )}
        {tasks.length > 0 && (
          <ol aria-label={texts.list}>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                engagementId={engagement.id}
                runId={view.run.id}
                task={task}
                status={status}
                state={describeTask(task, tasks, status, dueAts.get(task.id))}
                isAsking={dueAts.has(task.id)}
                agentName={nameOf(task.agent)}
                notices={notices.get(task.id)}
                approval={approvals.get(task.filename)}
              />
            ))}
          </ol>
        )}
      </div>
    </RunSection>
  );
}

/** Returns the approval status of each file's latest version. The engagement lists the newest version first. */
function latestApprovals({ deliverables }: EngagementDetail): Map<string, ApprovalStatus> {
  return new Map(deliverables.toReversed().map(({ filename, approvalStatus }) => [filename, approvalStatus]));
}

/** Column headers. Each row repeats them for screen readers. */
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

interface NoTasksProps {
  /** The planner is running. */
  isPlanning: boolean;
  /** No event of the run has arrived yet. */
  isOpening: boolean;
}

function NoTasks({ isPlanning, isOpening }: NoTasksProps) {
  if (!isPlanning) return <p className="p-4 text-muted">{isOpening ? '' : texts.none}</p>;
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
