import type { RunEvent } from '@ecp/sdk/follow-run';
import type { LogLine } from './log-line.ts';
import type { RunProjection, TaskProjection, TaskState, TaskStep } from './run-projection.ts';

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** Returns the projection after more events, in order. It copies the log once for all of them. */
export function applyEvents(before: RunProjection, events: readonly RunEvent[]): RunProjection {
  const lines: LogLine[] = [];
  let projection = before;
  for (const event of events) {
    if (event.type === 'log') {
      const { timestamp: at, level, agent, message } = event;
      lines.push({ number: before.lines.length + lines.length + 1, at, level, agent, message });
    } else projection = applyEvent(projection, event);
  }
  return lines.length === 0 ? projection : { ...projection, lines: [...before.lines, ...lines] };
}

function applyEvent(projection: RunProjection, event: RunEvent): RunProjection {
  switch (event.type) {
    case 'status':
      return applyStatus(projection, event);
    case 'cost':
      return applyCost(projection, event);
    case 'plan':
      return { ...projection, planned: event.planned, tasks: event.tasks.map(toWaiting) };
    case 'delegation':
      return applyDelegation(projection, event);
    case 'deliverable':
      return event.taskId === null
        ? { ...projection, reports: [...projection.reports, event.filename] }
        : changeTask(projection, event.taskId, { state: 'evaluating', ...pick(event) });
    default:
      return applyTaskEvent(projection, event);
  }
}

function applyTaskEvent(projection: RunProjection, event: RunEvent): RunProjection {
  switch (event.type) {
    case 'task_started': {
      const { taskId, agent, model, timestamp: startedAt } = event;
      return changeTask(projection, taskId, { state: 'working', step: 'preparing', agent, model, startedAt });
    }
    case 'score':
      return changeTask(projection, event.taskId, { state: 'evaluated', score: event.score, feedback: event.feedback });
    case 'task_complete': {
      const { taskId, status, error, cost, timestamp: endedAt } = event;
      return changeTask(projection, taskId, { state: status, error, cost, endedAt });
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
    error: null,
    wordCount: null,
  };
}

function changeTask(projection: RunProjection, id: string, change: Partial<TaskProjection>): RunProjection {
  return { ...projection, tasks: projection.tasks.map((task) => (task.id === id ? { ...task, ...change } : task)) };
}

function applyStatus(projection: RunProjection, event: EventOf<'status'>): RunProjection {
  const { status, error, failureReason, timestamp } = event;
  const isOver = status === 'completed' || status === 'failed';
  const pauseMs = projection.pausedAt === null ? 0 : Date.parse(timestamp) - Date.parse(projection.pausedAt);
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
};

function applyCost(projection: RunProjection, event: EventOf<'cost'>): RunProjection {
  const { estimated_cost: cost, input_tokens: inputTokens, output_tokens: outputTokens, steps, call } = event;
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
  const consultation = { id, taskId, from, to, question, answer, cost, reused: event.reused ?? false, at };
  return { ...projection, consultations: [...projection.consultations, consultation] };
}
