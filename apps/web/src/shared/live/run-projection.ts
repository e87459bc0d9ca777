import { offlineModelId } from '@ecp/contract/values/offline-model';
import type {
  FailureReason,
  LogCode,
  LogEntry,
  LogLevel,
  TaskFailureReason,
} from '@ecp/contract/values/run-facts';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { StoredRunEvent } from '@ecp/sdk/follow-run';

/** State of a task; `evaluating` once its document is written. */
export type TaskState =
  | 'waiting'
  | 'working'
  | 'evaluating'
  | 'evaluated'
  | 'completed'
  | 'failed'
  | 'skipped';

/**
 * Current step of a working task, derived from its last paid call and from the log of its research.
 */
type TaskStep =
  | 'preparing'
  | 'consulting'
  | 'searching'
  | 'reading'
  | 'drafting'
  | 'observing'
  | 'revising'
  | 'answering';

export interface TaskProjection {
  id: string;
  name: string;
  description: string;
  agent: string;
  dependsOn: readonly string[];
  filename: string;
  /** True if it writes the board paper. */
  synthesis?: boolean;
  state: TaskState;
  step: TaskStep;
  model: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** USD so far; final once the task has ended. */
  cost: number;
  score: number | null;
  feedback: string | null;
  /** Why it has no score; null if it has one or may still get one. */
  unscored: string | null;
  error: string | null;
  failureReason: TaskFailureReason | null;
  wordCount: number | null;
}

/** A question of one agent to another, with its answer. */
export interface ConsultationProjection {
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
  answer: string | null;
  cost: number;
  /** Whether the answer came from the run's record, at no cost. */
  reused: boolean;
  at: string;
}

export interface RunProjection {
  /** Null before the first event. */
  status: EngagementStatus | null;
  /** Why the run failed, in words; `failureReason` is the code. */
  error: string | null;
  failureReason: FailureReason | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Start of the current pause; null if the run is not paused. */
  pausedAt: string | null;
  /** Duration of all pauses without the current one. */
  pausedMs: number;
  cost: number;
  inputTokens: number;
  outputTokens: number;
  steps: number;
  /** Whether the tasks were planned from the brief; null until the tasks are known. */
  planned: boolean | null;
  tasks: readonly TaskProjection[];
  consultations: readonly ConsultationProjection[];
  /** Number of questions to people so far. */
  questions: number;
  /**
   * The latest end of a wait for answers in which nothing of the run works; null while anything
   * works.
   */
  waitsUntil: string | null;
  /** Names of the internal files so far. */
  reports: readonly string[];
  lines: readonly LogLine[];
  /** The notices among them. */
  notices: readonly Notice[];
}

export const emptyRunProjection: RunProjection = {
  status: null,
  error: null,
  failureReason: null,
  startedAt: null,
  endedAt: null,
  pausedAt: null,
  pausedMs: 0,
  cost: 0,
  inputTokens: 0,
  outputTokens: 0,
  steps: 0,
  planned: null,
  tasks: [],
  consultations: [],
  questions: 0,
  waitsUntil: null,
  reports: [],
  lines: [],
  notices: [],
};

type EventOf<T extends StoredRunEvent['type']> = Extract<StoredRunEvent, { type: T }>;

/** Returns the projection after more events, in order. It copies the log once for all of them. */
export function applyEvents(
  before: RunProjection,
  events: readonly StoredRunEvent[],
): RunProjection {
  const lines: LogLine[] = [];
  let projection = before;
  for (const event of events) {
    if (event.type === 'log') {
      const { timestamp: at, level, code, agent, taskId, message } = event;
      lines.push({
        number: before.lines.length + lines.length + 1,
        at,
        level,
        code,
        agent,
        taskId,
        message,
      });
      projection = applyLine(projection, event);
    } else projection = applyEvent(endWait(projection), event);
  }
  if (lines.length === 0) return projection;
  const noted = lines.filter(isNotice);
  const notices = noted.length === 0 ? before.notices : [...before.notices, ...noted];
  return { ...projection, lines: [...before.lines, ...lines], notices };
}

/** Ends the wait of the run, because any later event does. */
const endWait = (projection: RunProjection): RunProjection =>
  projection.waitsUntil === null ? projection : { ...projection, waitsUntil: null };

/** Sets the step of a task that searches or reads. The lines themselves are kept apart. */
function applyLine(projection: RunProjection, { code, taskId }: EventOf<'log'>): RunProjection {
  const step = loggedSteps[code];
  const task = projection.tasks.find(({ id }) => id === taskId);
  return step && task?.state === 'working' && task.step !== step
    ? changeTask(projection, task.id, { step })
    : projection;
}

function applyEvent(projection: RunProjection, event: StoredRunEvent): RunProjection {
  switch (event.type) {
    case 'status':
      return applyStatus(projection, event);
    case 'cost':
      return applyCost(projection, event);
    case 'plan':
      return { ...projection, planned: event.planned, tasks: event.tasks.map(toWaiting) };
    case 'delegation':
      return applyDelegation(projection, event);
    case 'question':
      return { ...projection, questions: projection.questions + 1 };
    case 'waiting':
      return { ...projection, waitsUntil: event.until };
    case 'deliverable':
      return event.taskId === null
        ? { ...projection, reports: [...projection.reports, event.filename] }
        : changeTask(projection, event.taskId, { state: 'evaluating', ...pick(event) });
    default:
      return applyTaskEvent(projection, event);
  }
}

function applyTaskEvent(projection: RunProjection, event: StoredRunEvent): RunProjection {
  switch (event.type) {
    case 'task_started': {
      const { taskId, agent, model, timestamp: startedAt } = event;
      return changeTask(projection, taskId, {
        state: 'working',
        step: 'preparing',
        agent,
        model,
        startedAt,
      });
    }
    case 'score': {
      const { taskId, score, feedback, offline } = event;
      const isCount =
        offline ??
        projection.tasks.some(({ id, model }) => id === taskId && model === offlineModelId);
      return changeTask(projection, taskId, {
        state: 'evaluated',
        // The offline model counts and judges nothing.
        ...(!isCount && { score, feedback }),
        unscored: null,
      });
    }
    case 'unscored':
      return changeTask(projection, event.taskId, { state: 'evaluated', unscored: event.reason });
    case 'task_complete': {
      const { taskId, status, error, failureReason, cost, timestamp: endedAt } = event;
      return changeTask(projection, taskId, { state: status, error, failureReason, cost, endedAt });
    }
    default:
      return projection;
  }
}

const pick = ({ filename, wordCount }: EventOf<'deliverable'>) => ({ filename, wordCount });

function toWaiting(task: EventOf<'plan'>['tasks'][number]): TaskProjection {
  return {
    ...task,
    state: 'waiting' satisfies TaskState,
    step: 'preparing',
    model: null,
    startedAt: null,
    endedAt: null,
    cost: 0,
    score: null,
    feedback: null,
    unscored: null,
    error: null,
    failureReason: null,
    wordCount: null,
  };
}

function changeTask(
  projection: RunProjection,
  id: string,
  change: Partial<TaskProjection>,
): RunProjection {
  return {
    ...projection,
    tasks: projection.tasks.map((task) => (task.id === id ? { ...task, ...change } : task)),
  };
}

function applyStatus(projection: RunProjection, event: EventOf<'status'>): RunProjection {
  const { status, error, failureReason, timestamp } = event;
  const isOver = status === 'completed' || status === 'failed';
  const pauseMs =
    projection.pausedAt === null ? 0 : Date.parse(timestamp) - Date.parse(projection.pausedAt);
  return {
    ...projection,
    status,
    error: error ?? null,
    failureReason: failureReason ?? null,
    startedAt: projection.startedAt ?? timestamp,
    endedAt: isOver ? timestamp : null,
    pausedAt: status === 'paused' ? timestamp : null,
    pausedMs: projection.pausedMs + pauseMs,
  };
}

/** The step of a task after a paid call, by the purpose of the call. */
const nextSteps: Record<string, TaskStep | undefined> = {
  delegate: 'drafting',
  consult: 'consulting',
  draft: 'observing',
  amend: 'observing',
  observe: 'revising',
  revise: 'observing',
  search: 'searching',
  challenge: 'answering',
};

/**
 * The step of a working task that a line of the log reports. Reading a page costs nothing, so no
 * call reports it.
 */
const loggedSteps: Partial<Record<LogCode, TaskStep>> = {
  web_searched: 'searching',
  page_read: 'reading',
};

function applyCost(projection: RunProjection, event: EventOf<'cost'>): RunProjection {
  const {
    estimated_cost: cost,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    steps,
    call,
  } = event;
  const next = { ...projection, cost, inputTokens, outputTokens, steps };
  const task = projection.tasks.find(({ id }) => id === call?.taskId);
  if (!call || !task || task.endedAt !== null) return next;
  const step = (call.answered ? nextSteps[call.purpose] : undefined) ?? task.step;
  return changeTask(next, task.id, { step, cost: task.cost + call.cost });
}

function applyDelegation(projection: RunProjection, event: EventOf<'delegation'>): RunProjection {
  const { taskId, from, to, question, cost, timestamp: at } = event;
  const id = `${taskId} ${projection.consultations.length}`;
  const answer = event.answer ?? null;
  const consultation = {
    id,
    taskId,
    from,
    to,
    question,
    answer,
    cost,
    reused: event.reused ?? false,
    at,
  };
  return { ...projection, consultations: [...projection.consultations, consultation] };
}

/** One line of a run's log: the data of its event, and its message for people. */
export interface LogLine extends Pick<LogEntry, 'level' | 'code' | 'agent' | 'taskId' | 'message'> {
  /** Position in the log, from 1. */
  number: number;
  at: string;
}

const noticeCodes = [
  'model_left',
  'call_left_out',
  'material_shortened',
  'output_limit_raised',
  'images_not_read',
] as const satisfies readonly LogCode[];

/** A line about what a run had to do without, and how it continued. */
export interface Notice extends LogLine {
  code: (typeof noticeCodes)[number];
}

const isNotice = (line: LogLine): line is Notice => noticeCodes.some((code) => code === line.code);

/** Formats a line like the service's log (docs/requirements/following-runs.md). */
export const formatLogLine = ({ at, message }: LogLine): string => `${at} ${message}`;

export interface LogFilter {
  text: string;
  level: 'all' | 'warning' | 'error';
  /** Slug of an agent; empty for all. */
  agent: string;
}

export const wholeLog: LogFilter = { text: '', level: 'all', agent: '' };

const weights: Record<LogLevel, number> = { info: 0, warning: 1, error: 2 };
const least: Record<LogFilter['level'], number> = { all: 0, warning: 1, error: 2 };

/** Returns the matching lines, or the same array if all match. */
export function filterLines(
  lines: readonly LogLine[],
  { text, level, agent }: LogFilter,
): readonly LogLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && level === 'all' && agent === '') return lines;
  return lines.filter(
    (line) =>
      weights[line.level] >= least[level] &&
      (agent === '' || line.agent === agent) &&
      // biome-ignore lint/plugin: users search the words of the log
      (wanted === '' || line.message.toLowerCase().includes(wanted)),
  );
}

/** Returns the projection without the scores of its tasks; the same one if it has none. */
export function withoutScores(projection: RunProjection): RunProjection {
  if (projection.tasks.every(({ score }) => score === null)) return projection;
  return { ...projection, tasks: projection.tasks.map((task) => ({ ...task, score: null })) };
}
