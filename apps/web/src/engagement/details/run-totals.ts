import type { TaskFailureReason } from '@ecp/contract/values/run-facts';
import type { StoredRunEvent } from '@ecp/sdk/follow-run';

type EventOf<T extends StoredRunEvent['type']> = Extract<StoredRunEvent, { type: T }>;

export interface TaskFigures {
  id: string;
  name: string;
  agent: string | null;
  model: string | null;
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'skipped';
  error: string | null;
  failureReason: TaskFailureReason | null;
  /** US dollars; null until the task has ended. */
  cost: number | null;
  durationMs: number | null;
}

export interface Spent {
  /** Milliseconds since the run's first event. */
  atMs: number;
  cost: number;
  inputTokens: number;
  outputTokens: number;
}

/** The consultations between two agents in the run, with the cost of the answers. */
export interface ConsultationTotals {
  from: string;
  to: string;
  count: number;
  /** US dollars; null if only the count is known. */
  cost: number | null;
  /** Number of questions that were answered from the run's record, at no cost. */
  reused: number;
}

export interface RunTotals {
  tasks: TaskFigures[];
  spending: Spent[];
  consultations: ConsultationTotals[];
  /** Number of model calls with an answer. */
  steps: number;
}

const ofType = <T extends StoredRunEvent['type']>(
  events: readonly StoredRunEvent[],
  type: T,
): EventOf<T>[] => events.filter((event): event is EventOf<T> => event.type === type);

export function readRunTotals(events: readonly StoredRunEvent[]): RunTotals {
  const costs = ofType(events, 'cost');
  return {
    tasks: readTasks(events),
    spending: readSpending(costs, Date.parse(events[0]?.timestamp ?? '')),
    consultations: readConsultations(ofType(events, 'delegation')),
    steps: costs.at(-1)?.steps ?? 0,
  };
}

type TimedTask = TaskFigures & { startedMs: number | null };

function waitingTask(id: string, name: string): TimedTask {
  const unknown = {
    agent: null,
    model: null,
    error: null,
    failureReason: null,
    cost: null,
    durationMs: null,
    startedMs: null,
  };
  return { id, name, state: 'waiting', ...unknown };
}

function readTasks(events: readonly StoredRunEvent[]): TaskFigures[] {
  const tasks = new Map<string, TimedTask>();
  const change = (id: string, name: string, facts: (task: TimedTask) => Partial<TimedTask>) => {
    const task = tasks.get(id) ?? waitingTask(id, name);
    tasks.set(id, { ...task, ...facts(task) });
  };
  for (const event of events) {
    if (event.type === 'plan')
      for (const { id, name, agent } of event.tasks) change(id, name, () => ({ agent }));
    if (event.type === 'task_started') {
      const { agent, model, timestamp } = event;
      const startedMs = Date.parse(timestamp);
      change(event.taskId, event.taskName, (task) => ({
        agent,
        model,
        state: 'running',
        startedMs: task.startedMs ?? startedMs,
      }));
    }
    if (event.type === 'task_complete') {
      const { status: state, error, failureReason, cost } = event;
      const endedMs = Date.parse(event.timestamp);
      change(event.taskId, event.taskName, ({ startedMs }) => ({
        state,
        error,
        failureReason,
        cost,
        durationMs: startedMs === null ? null : endedMs - startedMs,
      }));
    }
  }
  return [...tasks.values()].map(({ startedMs: _started, ...task }) => task);
}

function readSpending(costs: readonly EventOf<'cost'>[], beganMs: number): Spent[] {
  return costs.map(
    ({
      timestamp,
      estimated_cost: cost,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    }) => ({
      atMs: Date.parse(timestamp) - beganMs,
      cost,
      inputTokens,
      outputTokens,
    }),
  );
}

function readConsultations(asked: readonly EventOf<'delegation'>[]): ConsultationTotals[] {
  return [...Map.groupBy(asked, ({ from, to }) => JSON.stringify([from, to])).values()].flatMap(
    (questions) =>
      questions.slice(0, 1).map(({ from, to }) => ({
        from,
        to,
        count: questions.length,
        cost: questions.reduce((sum, { cost }) => sum + cost, 0),
        reused: questions.filter(({ reused }) => reused).length,
      })),
  );
}
