import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { memo } from 'react';
import { BoardPaperBadge } from '../../../domain/tasks/board-paper-badge.tsx';
import { appearanceOf } from '../../../domain/tasks/task-appearance.ts';
import { TaskIcon } from '../../../domain/tasks/task-icon.tsx';
import { formatScore, formatUsd } from '../../../format/format.ts';
import type { Notice } from '../../../live/log-line.ts';
import type { TaskProjection } from '../../../live/run-projection.ts';
import { useDrafts } from '../../../live/use-run-events.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ElapsedTime } from '../../../ui/states/elapsed-time.tsx';
import { NoticeList } from './notice-list.tsx';
import { TaskDocument } from './task-document.tsx';

const texts = runTexts.tasks;

/** Columns of a row and the header on wide screens. */
export const taskColumns = 'md:grid md:grid-cols-[minmax(0,1fr)_3.5rem_5rem_6rem] md:gap-x-6';
/** Width of the deliverable at the end of a row. */
export const documentWidth = 'w-16 md:w-44';

const itemStyle = 'border-b last:border-0';
const rowStyle = 'flex items-start gap-3 px-4 py-3';
/** Begins where the text of the row begins. */
const belowStyle = 'px-4 pb-4 empty:hidden md:pl-11.5';
/** Lines of a row have their height before their text arrives. On narrow screens a state may take two lines. */
const stateStyle = 'min-h-[1lh] text-sm max-md:min-h-[2lh]';
const aboutStyle = 'min-h-[1lh] text-sm max-md:min-h-[2lh]';
const figuresStyle = 'figures flex min-h-[1lh] flex-wrap gap-x-4 text-muted text-sm md:contents';

interface TaskRowProps {
  engagementId: string;
  runId: string;
  task: TaskProjection;
  /** Description of the current state. */
  state: string;
  /** True if the task waits for people's answers. */
  isAsking: boolean;
  agentName: string;
  status: EngagementStatus;
  notices: readonly Notice[] | undefined;
  /** Approval status of the deliverable's latest version; undefined before there is one. */
  approval: ApprovalStatus | undefined;
}

/** One task of a run: its progress, agent, model, cost and deliverable, and the notices about it. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { engagementId, runId, task, agentName, status, isAsking, notices, approval } = props;
  const look = appearanceOf(task, status, isAsking);
  const { model, wordCount } = task;
  const purpose = useDrafts(engagementId, runId, (drafts) => {
    const draft = drafts.get(task.id);
    return draft?.isFinished ? undefined : draft?.purpose;
  });
  const isWriting = purpose !== undefined && task.state === 'working' && look === 'working';
  const state = isWriting ? runTexts.drafts.states[purpose] : props.state;
  const made = [model, wordCount === null ? null : texts.words(wordCount)].filter(Boolean).join(' · ');
  return (
    <li className={itemStyle}>
      <div className={rowStyle}>
        <span className="pt-0.5">
          <TaskIcon look={look} />
        </span>
        <div className={classNames('flex min-w-0 flex-1 flex-col gap-y-1', taskColumns)}>
          <div className="min-w-0">
            <p className="font-medium">
              {task.name} {task.synthesis === true && <BoardPaperBadge name={task.name} />}
            </p>
            <p className={classNames(stateStyle, look === 'failed' ? 'text-danger' : 'text-muted')}>{state}</p>
            <p className={classNames(aboutStyle, 'text-muted')}>
              <span className="block md:inline">{agentName}</span>
              {made && <span className="max-md:hidden"> · </span>}
              <span className="block md:inline">{made}</span>
            </p>
          </div>
          <TaskFigures task={task} isTicking={look === 'working'} />
        </div>
        <span className={classNames('flex shrink-0 items-center justify-end gap-3', documentWidth)}>
          {wordCount !== null && <TaskDocument engagementId={engagementId} task={task} approval={approval} />}
        </span>
      </div>
      <div className={belowStyle}>
        <NoticeList label={runTexts.notices.ofTask(task.name)} notices={notices} />
      </div>
    </li>
  );
});

/** A task before the first events of the run. It is as high as its later row. */
export function ComingTaskRow({ name }: { name: string }) {
  return (
    <li className={classNames(itemStyle, rowStyle)}>
      <span className="pt-0.5">
        <TaskIcon look="waiting" />
      </span>
      <div className={classNames('flex min-w-0 flex-1 flex-col gap-y-1', taskColumns)}>
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className={stateStyle} />
          <p className={aboutStyle} />
        </div>
        <div className={figuresStyle} />
      </div>
      <span className={documentWidth} />
    </li>
  );
}

function TaskFigures({ task, isTicking }: { task: TaskProjection; isTicking: boolean }) {
  const { score, unscored, cost, startedAt, endedAt } = task;
  const cell = 'empty:hidden md:text-right md:empty:block';
  return (
    <div className={figuresStyle}>
      <span className={cell}>
        {score === null && unscored !== null && (
          <>
            <span className="sr-only">{texts.unscored}</span>
            <span aria-hidden className="max-md:hidden">
              –
            </span>
          </>
        )}
        {score !== null && (
          <>
            <span className="md:sr-only">{texts.columns.score} </span>
            <span className="font-medium text-ink">{formatScore(score)}</span>
          </>
        )}
      </span>
      <span className={cell}>{(endedAt !== null || cost > 0) && formatUsd(cost)}</span>
      <span className={cell}>
        {startedAt !== null && (isTicking || endedAt !== null) && (
          <ElapsedTime startedAt={startedAt} endedAt={endedAt} />
        )}
      </span>
    </div>
  );
}
