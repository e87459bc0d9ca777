import { EventEmitter, once } from 'node:events';
import type { EngineRun, EventPage, StartRunRequest } from '@ecp/contract/engine/engine-api';
import type {
  EngineEvent,
  EngineEventOf,
  EngineEventType,
  EngineRunStatus,
  WritingEvent,
} from '@ecp/contract/engine/engine-events';
import { examplePattern } from './example-pattern.ts';

/** Facts of an event that a test may leave out. */
type OptionalFacts<T> = T extends 'status' | 'task_complete'
  ? 'failureReason'
  : T extends 'log'
    ? 'level' | 'code' | 'agent' | 'taskId'
    : never;
type Loose<E, K> = Omit<E, K & keyof E> & Partial<Pick<E, K & keyof E>>;
/** An event as a test gives it. The default failure reason is `tasks_failed`; a log line may omit its facts. */
export type ScriptedEvent<T extends EngineEventType> = Loose<EngineEventOf<T>, OptionalFacts<T>> & { type: T };

/** A run of the scripted engine, controlled by the test. */
export interface ScriptedRun {
  readonly tenantId: string;
  readonly request: StartRunRequest;
  readonly events: readonly EngineEvent[];
  /** The answers of people that the run has taken, by question. */
  readonly answers: Map<string, { answer: string; answeredBy: string }>;
  readonly status: EngineRunStatus;
  /** Appends the next event. A `status` event also changes the run's state, a `cost` event its cost. */
  push<T extends EngineEventType>(event: ScriptedEvent<T>): EngineEvent;
  /** Sends a piece of a document to the streams that are open now. It is neither numbered nor kept. */
  write(piece: Omit<WritingEvent, 'type' | 'timestamp'>): void;
  /** Calls `listener` with each piece until `signal` aborts. */
  onWriting(listener: (piece: WritingEvent) => void, signal: AbortSignal): void;
  /** Pushes a plan, a deliverable and a score for each task, cost, internal files, analytics, then `completed`. */
  complete(options?: { score?: number; costUsd?: number }): void;
  /** Returns the run as `GET /runs/:runId` does. */
  view(): EngineRun;
  page(after: number, limit: number): EventPage;
  /** Resolves at the next event or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Begins a run in state `running`, without events. */
export function createScriptedRun(tenantId: string, request: StartRunRequest): ScriptedRun {
  const events: EngineEvent[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  const state: Pick<EngineRun, 'status' | 'error' | 'failureReason'> = {
    ...{ status: 'running', error: null, failureReason: null },
  };
  const cost = { estimatedCost: 0, inputTokens: 0, outputTokens: 0, steps: 0 };

  const push: ScriptedRun['push'] = (event) => {
    const numbered = {
      ...factsOf(event),
      ...event,
      seq: events.length + 1,
      timestamp: new Date().toISOString(),
    } as unknown as EngineEvent;
    events.push(numbered);
    if (numbered.type === 'status') {
      const { status, error, failureReason } = numbered;
      Object.assign(state, { status, error, failureReason });
    }
    if (numbered.type === 'cost') {
      const { estimated_cost: estimatedCost, input_tokens: inputTokens, output_tokens: outputTokens, steps } = numbered;
      Object.assign(cost, { estimatedCost, inputTokens, outputTokens, steps });
    }
    changes.emit('change');
    return numbered;
  };

  const run: ScriptedRun = {
    tenantId,
    request,
    events,
    answers: new Map(),
    get status() {
      return state.status;
    },
    push,
    write: (piece) => {
      const timestamp = new Date().toISOString();
      changes.emit('writing', { type: 'writing', timestamp, ...piece } satisfies WritingEvent);
    },
    onWriting(listener, signal) {
      changes.on('writing', listener);
      signal.addEventListener('abort', () => changes.off('writing', listener), { once: true });
    },
    complete: (options = {}) => playToTheEnd(run, options),
    view: () => ({
      runId: request.runId,
      ...state,
      ...cost,
      lastEvent: events.length,
      snapshot: state.status === 'paused' ? takeSnapshot(run, cost.estimatedCost) : null,
    }),
    page: (after, limit) => ({
      events: events.slice(after, after + limit),
      lastEvent: events.length,
      status: state.status,
    }),
    async changed(signal) {
      await once(changes, 'change', { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
  return run;
}

function factsOf(event: { type: EngineEventType; status?: string }) {
  if (event.type === 'log') return { level: 'info', code: 'note', agent: null, taskId: null };
  if (event.type === 'status') return { failureReason: event.status === 'failed' ? 'tasks_failed' : null };
  if (event.type === 'task_complete') return { failureReason: event.status === 'completed' ? null : 'call_failed' };
  return {};
}

function takeSnapshot(run: ScriptedRun, estimatedCost: number) {
  return {
    takenAt: new Date().toISOString(),
    lastEvent: run.events.length,
    estimatedCost,
    tasks: run.request.tasks.map(({ id, name }) => ({ id, name, state: 'pending' })),
  };
}

function playToTheEnd(run: ScriptedRun, { score = 82, costUsd = 0.01 }: { score?: number; costUsd?: number }): void {
  const given = run.request.tasks.length > 0 ? run.request.tasks : [{ id: 'task-1', name: 'Situation analysis' }];
  const { rerunTaskId, rerunTaskIds = rerunTaskId === null ? null : [rerunTaskId] } = run.request;
  const chosen = given.filter(({ id }) => rerunTaskIds === null || rerunTaskIds.includes(id));
  const tasks = chosen.map((task) => ({
    id: task.id,
    name: task.name,
    description: task.description ?? '',
    agent: task.agent ?? 'corporate-strategist',
    dependsOn: task.dependsOn ?? [],
    filename: `${task.id}.md`,
  }));
  run.push({ type: 'plan', planned: run.request.tasks.length === 0, tasks });
  for (const { id, name, agent, filename } of tasks) {
    const content = `# ${name}\n\nWritten for ${run.request.engagement.client} in run ${run.request.runId}.\n`;
    run.push({ type: 'task_started', taskId: id, taskName: name, agent, model: 'local/extractive' });
    run.push({ type: 'log', message: `Working on ${name}` });
    run.push({ type: 'deliverable', taskId: id, filename, wordCount: content.split(/\s+/).length - 1, content });
    const rubric = { rubricType: 'strategy', rubricVersion: 1, feedback: 'Clear and specific.', criteria: [] };
    run.push({ type: 'score', taskId: id, taskName: name, score, ...rubric });
    run.push({ type: 'task_complete', taskId: id, taskName: name, status: 'completed', error: null, cost: costUsd });
  }
  run.push({ type: 'cost', estimated_cost: costUsd * tasks.length, input_tokens: 1200, output_tokens: 800, steps: 3 });
  const report = { taskId: null, filename: '_run_report.md', wordCount: 2, content: '# Run report\n' };
  run.push({ type: 'deliverable', ...report });
  const { runId, engagement } = run.request;
  run.push({ type: 'library_entry', title: engagement.name, jsonData: examplePattern(engagement.id, runId) });
  run.push({ type: 'analytics', analytics: { agents: [], delegations: [], modelRouting: [] } });
  run.push({ type: 'status', status: 'completed', error: null });
}
