import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import type { EngagementDetail, EngagementStatus } from '@ecp/contract/work/engagements';
import { Info, LoaderCircle, TriangleAlert } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { isActive } from '../../base/api/engagement-queries.ts';
import { useAgentNames } from '../../base/api/firm-queries.ts';
import { formatRoughDuration, formatUsd } from '../../base/format/format.ts';
import { shownLanguage } from '../../base/language/language.ts';
import { ApprovalBadge, ElapsedTime } from '../../base/ui/badges.tsx';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import type { Notice, TaskProjection } from '../../shared/live/run-projection.ts';
import { useDrafts } from '../../shared/live/use-run-events.ts';
import { areTasksComing, type RunView } from '../run-view.ts';
import { appearanceOf, type TaskAppearance } from '../tasks/task-appearance.ts';
import { BoardPaperBadge, TaskIcon } from '../tasks/task-marks.tsx';
import { describeTask } from './describe-run.ts';
import { RunSection, useOnceTrue } from './run-section.tsx';
import { runTexts } from './texts.ts';

const texts = runTexts.tasks;
/**
 * Space for the header and four tasks, some with names of two lines, as in most plans. On narrow
 * screens the state of the task at work may take a third line.
 */
const plannedHeight = 'min-h-100 max-sm:min-h-105';

/**
 * Lists the tasks of the run. Known tasks are placed before the first event, so that nothing moves.
 */
export function TaskSection({ view }: { view: RunView }) {
  const { engagement, projection, status, openQuestions } = view;
  const nameOf = useAgentNames();
  const { tasks, planned } = projection;
  const coming = areTasksComing(view) ? engagement.tasks : [];
  const isPlanning = areTasksComing(view) && coming.length === 0;
  const keepsRoom = useOnceTrue(isPlanning);
  const isPart = view.taskIds !== null;
  const approvals = useMemo(() => latestApprovals(engagement), [engagement]);
  const notices = useMemo(
    () => Map.groupBy(projection.notices, ({ taskId }) => taskId),
    [projection.notices],
  );
  const times = new Map(view.expectedTime.tasks.map(({ taskId, seconds }) => [taskId, seconds]));
  const dueAts = new Map(openQuestions.map(({ taskId, dueAt }) => [taskId, dueAt]));
  const ofRun = notices.get(null);
  const note = planned ? texts.planned : isPart ? texts.rerun(tasks.length) : null;
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
                expected={times.get(task.id)}
              />
            ))}
          </ol>
        )}
      </div>
    </RunSection>
  );
}

/**
 * Returns the approval status of each file's latest version. The engagement lists the newest
 * version first.
 */
function latestApprovals({ deliverables }: EngagementDetail): Map<string, ApprovalStatus> {
  return new Map(
    deliverables.toReversed().map(({ filename, approvalStatus }) => [filename, approvalStatus]),
  );
}

function Columns() {
  const { cost, time } = texts.columns;
  return (
    <div aria-hidden className="hidden gap-3 border-b px-4 py-1.5 text-muted text-xs md:flex">
      <div className={classNames('flex-1 pl-7.5', taskColumns)}>
        <span />
        <span className="text-right">{time}</span>
        <span className="text-right">{cost}</span>
      </div>
      <span className={documentWidth} />
    </div>
  );
}

interface NoTasksProps {
  isPlanning: boolean;
  /** No event of the run has arrived yet. */
  isOpening: boolean;
}

function NoTasks({ isPlanning, isOpening }: NoTasksProps) {
  if (!isPlanning) return <p className="p-4 text-muted">{isOpening ? '' : texts.none}</p>;
  return (
    <div className="flex items-start gap-3 p-4">
      <LoaderCircle
        aria-hidden
        className="mt-0.5 size-4.5 shrink-0 animate-spin text-accent-text"
      />
      <div>
        <p className="font-medium">{texts.planning}</p>
        <p className="text-muted text-sm">{texts.planningAdvice}</p>
      </div>
    </div>
  );
}

interface TaskDocumentProps {
  engagementId: string;
  task: TaskProjection;
  approval: ApprovalStatus | undefined;
}

function TaskDocument({ engagementId, task: { filename, name }, approval }: TaskDocumentProps) {
  return (
    <>
      {approval && (
        <span className="hidden md:inline">
          <ApprovalBadge status={approval} />
        </span>
      )}
      <DocumentLink
        engagementId={engagementId}
        filename={filename}
        aria-label={texts.readNamed(name)}
        className={buttonStyle('secondary', 'small')}
      >
        {texts.read}
      </DocumentLink>
    </>
  );
}

const noticeTexts = runTexts.notices;
/** More notices are folded. */
const shownFirst = 2;

interface NoticeListProps {
  label: string;
  notices: readonly Notice[] | undefined;
}

/**
 * Lists notices about how documents were written, each text once: two at first, the others on
 * demand.
 */
function NoticeList({ label, notices: all = [] }: NoticeListProps) {
  const [open, setOpen] = useState(false);
  const notices = [...new Map(all.map((notice) => [keyOf(notice), notice])).values()];
  if (notices.length === 0) return null;
  const hidden = notices.length - shownFirst;
  const shown = open ? notices : notices.slice(0, shownFirst);
  return (
    <div className="flex flex-col items-start gap-1.5 text-sm">
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {shown.map((notice) => (
          <NoticeLine key={keyOf(notice)} notice={notice} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          kind="quiet"
          size="small"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-2"
        >
          {open ? noticeTexts.less : noticeTexts.more(hidden)}
        </Button>
      )}
    </div>
  );
}

const keyOf = ({ code, message }: Notice) => `${code} ${message}`;

function NoticeLine({ notice: { code, level, message } }: { notice: Notice }) {
  const isPlain = level === 'info';
  const Icon = isPlain ? Info : TriangleAlert;
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        className={`mt-0.75 size-3.5 shrink-0 ${isPlain ? 'text-muted' : 'text-warn'}`}
      />
      <p className="wrap-anywhere min-w-0 max-w-[80ch] text-muted">
        <span className={isPlain ? 'font-medium text-ink' : 'font-medium text-warn'}>
          {noticeTexts.titles[code]}
        </span>{' '}
        {/* The message is English. */}
        {shownLanguage() === 'en' && message}
      </p>
    </li>
  );
}

const taskColumns = 'md:grid md:grid-cols-[minmax(0,1fr)_10rem_5rem] md:gap-x-6';
const documentWidth = 'w-16 md:w-44';

const itemStyle = 'border-b last:border-0';
const rowStyle = 'flex items-start gap-3 px-4 py-3';
/** Begins where the text of the row begins. */
const belowStyle = 'px-4 pb-4 empty:hidden md:pl-11.5';
/**
 * Lines of a row have their height before their text arrives. On narrow screens a state may take
 * two lines.
 */
const stateStyle = 'min-h-[1lh] text-sm max-md:min-h-[2lh]';
const aboutStyle = 'min-h-[1lh] text-sm';
const figuresStyle = 'figures flex min-h-[1lh] flex-wrap gap-x-4 text-muted text-sm md:contents';

interface TaskRowProps {
  engagementId: string;
  runId: string;
  task: TaskProjection;
  state: string;
  isAsking: boolean;
  agentName: string;
  status: EngagementStatus;
  notices: readonly Notice[] | undefined;
  /** Approval status of the deliverable's latest version; undefined before there is one. */
  approval: ApprovalStatus | undefined;
  /** The seconds that the task usually takes; undefined while that is not known. */
  expected: number | undefined;
}

/** One task of a run: its progress, agent, time, cost and deliverable, and the notices about it. */
const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { engagementId, runId, task, agentName, status, isAsking, notices, approval } = props;
  const look = appearanceOf(task, status, isAsking);
  const { wordCount } = task;
  const purpose = useDrafts(engagementId, runId, (drafts) => {
    const draft = drafts.get(task.id);
    return draft?.isFinished ? undefined : draft?.purpose;
  });
  const isWriting = purpose !== undefined && task.state === 'working' && look === 'working';
  const state = isWriting ? runTexts.drafts.states[purpose] : props.state;
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
            <p className={classNames(stateStyle, look === 'failed' ? 'text-danger' : 'text-muted')}>
              {state}
            </p>
            <p className={classNames(aboutStyle, 'text-muted')}>{agentName}</p>
          </div>
          <TaskFigures task={task} look={look} expected={props.expected} />
        </div>
        <span className={classNames('flex shrink-0 items-center justify-end gap-3', documentWidth)}>
          {wordCount !== null && (
            <TaskDocument engagementId={engagementId} task={task} approval={approval} />
          )}
        </span>
      </div>
      <div className={belowStyle}>
        <NoticeList label={runTexts.notices.ofTask(task.name)} notices={notices} />
      </div>
    </li>
  );
});

/** A task before the first events of the run. It is as high as its later row. */
function ComingTaskRow({ name }: { name: string }) {
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

interface TaskFiguresProps {
  task: TaskProjection;
  look: TaskAppearance;
  expected: number | undefined;
}

/** The time that has passed, of the time that the task usually takes, and its cost. */
function TaskFigures({ task: { cost, startedAt, endedAt }, look, expected }: TaskFiguresProps) {
  const cell = 'empty:hidden md:text-right md:empty:block';
  const isTicking = look === 'working';
  const usual = expected === undefined ? undefined : formatRoughDuration(expected);
  return (
    <div className={figuresStyle}>
      <span className={cell}>
        {startedAt !== null && (isTicking || endedAt !== null) && (
          <ElapsedTime startedAt={startedAt} endedAt={endedAt} />
        )}
        {usual !== undefined && isTicking && startedAt !== null && ` · ${texts.usual(usual)}`}
        {usual !== undefined && look === 'waiting' && texts.usual(usual)}
      </span>
      <span className={cell}>{(endedAt !== null || cost > 0) && formatUsd(cost)}</span>
    </div>
  );
}
