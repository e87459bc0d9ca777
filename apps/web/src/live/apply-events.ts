import type { RunEvent } from '@ecp/sdk/follow-run';
import type { LogLine } from './log-line.ts';
import type { RunPicture, TaskPicture, TaskState, TaskStep } from './run-projection.ts';

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** The picture after some more events, in order. Costs one copy of the log for all of them together. */
export function applyEvents(before: RunPicture, events: readonly RunEvent[]): RunPicture {
  const lines: LogLine[] = [];
  let picture = before;
  for (const event of events) {
    if (event.type === 'log') {
      const { timestamp: at, level, agent, message } = event;
      lines.push({ number: before.lines.length + lines.length + 1, at, level, agent, message });
    } else picture = applyEvent(picture, event);
  }
  return lines.length === 0 ? picture : { ...picture, lines: [...before.lines, ...lines] };
}

function applyEvent(picture: RunPicture, event: RunEvent): RunPicture {
  switch (event.type) {
    case 'status':
      return applyStatus(picture, event);
    case 'cost':
      return applyCost(picture, event);
    case 'plan':
      return { ...picture, planned: event.planned, tasks: event.tasks.map(toWaiting) };
    case 'delegation':
      return applyDelegation(picture, event);
    case 'deliverable':
      return event.taskId === null
        ? { ...picture, reports: [...picture.reports, event.filename] }
        : changeTask(picture, event.taskId, { state: 'evaluating', ...pick(event) });
    default:
      return applyTaskEvent(picture, event);
  }
}

function applyTaskEvent(picture: RunPicture, event: RunEvent): RunPicture {
  switch (event.type) {
    case 'task_started': {
      const { taskId, agent, model, timestamp: startedAt } = event;
      return changeTask(picture, taskId, { state: 'working', step: 'preparing', agent, model, startedAt });
    }
    case 'score':
      return changeTask(picture, event.taskId, { state: 'evaluated', score: event.score, feedback: event.feedback });
    case 'task_complete': {
      const { taskId, status, error, cost, timestamp: endedAt } = event;
      return changeTask(picture, taskId, { state: status, error, cost, endedAt });
    }
    default:
      return picture;
  }
}

const pick = ({ filename, wordCount }: EventOf<'deliverable'>) => ({ filename, wordCount });

function toWaiting(task: EventOf<'plan'>['tasks'][number]): TaskPicture {
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
    error: null,
    wordCount: null,
  };
}

function changeTask(picture: RunPicture, id: string, change: Partial<TaskPicture>): RunPicture {
  return { ...picture, tasks: picture.tasks.map((task) => (task.id === id ? { ...task, ...change } : task)) };
}

function applyStatus(picture: RunPicture, event: EventOf<'status'>): RunPicture {
  const { status, error, failureReason, timestamp } = event;
  const isOver = status === 'completed' || status === 'failed';
  const pauseMs = picture.pausedAt === null ? 0 : Date.parse(timestamp) - Date.parse(picture.pausedAt);
  return {
    ...picture,
    status,
    error: error ?? null,
    failureReason: failureReason ?? null,
    startedAt: picture.startedAt ?? timestamp,
    endedAt: isOver ? timestamp : null,
    pausedAt: status === 'paused' ? timestamp : null,
    pausedMs: picture.pausedMs + pauseMs,
  };
}

/** What a paid call leads to: the step of its task after it. */
const nextSteps: Record<string, TaskStep | undefined> = {
  delegate: 'drafting',
  consult: 'consulting',
  draft: 'observing',
  amend: 'observing',
  observe: 'revising',
  revise: 'observing',
};

function applyCost(picture: RunPicture, event: EventOf<'cost'>): RunPicture {
  const { estimated_cost: cost, input_tokens: inputTokens, output_tokens: outputTokens, steps, call } = event;
  const next = { ...picture, cost, inputTokens, outputTokens, steps };
  const task = picture.tasks.find(({ id }) => id === call?.taskId);
  if (!call || !task || task.endedAt !== null) return next;
  const step = (call.answered ? nextSteps[call.purpose] : undefined) ?? task.step;
  return changeTask(next, task.id, { step, cost: task.cost + call.cost });
}

function applyDelegation(picture: RunPicture, event: EventOf<'delegation'>): RunPicture {
  const { taskId, from, to, question, cost, timestamp: at } = event;
  const id = `${taskId} ${picture.consultations.length}`;
  const answer = event.answer ?? null;
  const consultation = { id, taskId, from, to, question, answer, cost, reused: event.reused ?? false, at };
  return { ...picture, consultations: [...picture.consultations, consultation] };
}
