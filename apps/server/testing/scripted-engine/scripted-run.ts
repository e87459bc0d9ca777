import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type {
  EngineEventOf,
  EngineEventType,
  EngineRunStatus,
  WritingEvent,
} from '@ecp/contract/engine/engine-events';
import type { RunPattern } from '@ecp/contract/values/run-facts';
import { type EventStore, emitEvent, type RunRef } from '../../src/engine/kernel/events.ts';
import { endRun, type RunInput } from '../../src/engine/kernel/runs.ts';
import { controlChannel, liveTextChannel } from '../../src/engine/kernel/waiting.ts';

/** Facts of an event that a test may leave out. */
type OptionalFacts<T> = T extends 'status' | 'task_complete'
  ? 'failureReason'
  : T extends 'log'
    ? 'level' | 'code' | 'agent' | 'taskId'
    : never;
type Loose<E, K> = Omit<E, K & keyof E> & Partial<Pick<E, K & keyof E>>;
/**
 * An event as a test gives it. The default failure reason is `tasks_failed`; a log line may omit
 * its facts.
 */
export type ScriptedEvent<T extends EngineEventType> = Loose<EngineEventOf<T>, OptionalFacts<T>> & {
  type: T;
};

/** A run whose events are what the test says. They are stored in the order of the calls. */
export interface ScriptedRun extends RunRef {
  /** What the platform has ordered. */
  readonly request: StartRunRequest;
  readonly status: EngineRunStatus;
  /**
   * Stores the next event. A `status` event also changes the run's state, a `cost` event its cost,
   * and a `question` waits for a person's answer.
   */
  push<T extends EngineEventType>(event: ScriptedEvent<T>): void;
  /** Sends a piece of a document to the streams that are open now. It is not stored. */
  write(piece: Omit<WritingEvent, 'type' | 'timestamp'>): void;
  /**
   * Pushes a plan, a deliverable and a score for each task, cost, internal files, analytics, then
   * `completed`.
   */
  complete(options?: { score?: number; costUsd?: number }): void;
  /** Resolves when everything that was pushed is stored. */
  stored(): Promise<void>;
}

/** The name of the process that sends texts in progress, which no reader has. */
const writer = 'scripted-engine';

export function createScriptedRun(
  events: EventStore,
  ref: RunRef & { engagementId: string },
  request: RunInput,
): ScriptedRun {
  let status: EngineRunStatus = 'running';
  let pushed = 0;
  let chain: Promise<void> = Promise.resolve();
  const { tenantId, runId } = ref;
  const { database } = events;
  const tell = () =>
    database.batchSystem([{ text: 'select pg_notify($1, $2)', values: [controlChannel, runId] }]);
  const next = (work: () => Promise<unknown>) => {
    chain = chain.then(async () => {
      await work();
      await tell();
    });
    // The test sees the failure when it waits for what it has pushed.
    chain.catch(() => undefined);
  };
  const push: ScriptedRun['push'] = (event) => {
    pushed += 1;
    const key = `scripted:${pushed}`;
    const full = { ...factsOf(event), ...event } as unknown as EngineEventOf<EngineEventType>;
    if (full.type === 'status') status = full.status;
    next(() => store(events, ref, key, full));
  };
  const run: ScriptedRun = {
    ...ref,
    request,
    get status() {
      return status;
    },
    push,
    write(piece) {
      const timestamp = new Date().toISOString();
      const event: WritingEvent = { type: 'writing', timestamp, ...piece };
      const message = JSON.stringify({ tenantId, runId, writer, event });
      next(() =>
        database.batchSystem([
          { text: 'select pg_notify($1, $2)', values: [liveTextChannel, message] },
        ]),
      );
    },
    complete: (options = {}) => playToTheEnd(run, options),
    stored: () => chain,
  };
  return run;
}

async function store(
  events: EventStore,
  ref: RunRef & { engagementId: string },
  key: string,
  event: EngineEventOf<EngineEventType>,
): Promise<void> {
  const { tenantId, runId } = ref;
  const { database } = events;
  if (event.type === 'status' && (event.status === 'completed' || event.status === 'failed')) {
    const { error, failureReason } = event;
    const failure =
      event.status === 'completed'
        ? null
        : { reason: failureReason ?? ('tasks_failed' as const), message: error ?? '' };
    await endRun(events, ref, failure, ['running', 'paused']);
    return;
  }
  if (event.type === 'cost') {
    await database.batchTenant(tenantId, [
      {
        text: `update engine.runs set cost_nano_usd = $3, input_tokens = $4, output_tokens = $5, steps = $6
          where tenant_id = $1 and id = $2`,
        values: [
          tenantId,
          runId,
          Math.round(event.estimated_cost * 1e9),
          event.input_tokens,
          event.output_tokens,
          event.steps,
        ],
      },
      {
        text: `update platform.runs p set cost_nano_usd = r.cost_nano_usd, input_tokens = r.input_tokens,
            output_tokens = r.output_tokens, steps = r.steps
          from engine.runs r where r.tenant_id = $1 and r.id = $2 and p.tenant_id = $1 and p.id = $2`,
        values: [tenantId, runId],
      },
    ]);
  }
  if (event.type === 'question') {
    const [insertedRows] = await database.batchTenant<[{ id: string }]>(tenantId, [
      {
        text: `insert into platform.questions (tenant_id, run_id, id, task_id, agent_slug, question, assumption, impact,
            due_at, status, engagement_id)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::timestamptz is null then 'assumed' else 'open' end,
            $10)
          on conflict do nothing returning id`,
        values: [
          tenantId,
          runId,
          event.questionId,
          event.taskId,
          event.agent,
          storable(event.question),
          storable(event.assumption),
          storable(event.impact),
          event.dueAt,
          ref.engagementId,
        ],
      },
    ]);
    if (insertedRows.length === 0) return;
  }
  if (event.type === 'question_assumed') {
    await database.batchTenant(tenantId, [
      {
        text: `update platform.questions set status = 'assumed'
          where tenant_id = $1 and run_id = $2 and id = $3 and status = 'open'`,
        values: [tenantId, runId, event.questionId],
      },
    ]);
  }
  if (event.type === 'waiting') {
    await database.batchTenant(tenantId, [
      {
        text: 'update engine.runs set wakes_at = $3 where tenant_id = $1 and id = $2',
        values: [tenantId, runId, event.until],
      },
    ]);
  }
  await emitEvent(events, ref, key, event);
}

/** Removes what Postgres cannot store, as the engine does before it stores a question. */
const storable = (text: string) => text.replaceAll('\0', '');

function factsOf(event: { type: EngineEventType; status?: string }) {
  if (event.type === 'log')
    return { level: 'info', code: 'task_started', agent: null, taskId: null };
  if (event.type === 'status')
    return { failureReason: event.status === 'failed' ? 'tasks_failed' : null };
  if (event.type === 'task_complete')
    return { failureReason: event.status === 'completed' ? null : 'call_failed' };
  return {};
}

function playToTheEnd(
  run: ScriptedRun,
  { score = 82, costUsd = 0.01 }: { score?: number; costUsd?: number },
): void {
  const allTasks =
    run.request.tasks.length > 0
      ? run.request.tasks
      : [{ id: 'task-1', name: 'Situation analysis' }];
  const { rerunTaskId, rerunTaskIds = rerunTaskId === null ? null : [rerunTaskId] } = run.request;
  const chosenTasks = allTasks.filter(
    ({ id }) => rerunTaskIds === null || rerunTaskIds.includes(id),
  );
  const tasks = chosenTasks.map((task) => ({
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
    run.push({
      type: 'task_started',
      taskId: id,
      taskName: name,
      agent,
      model: 'local/extractive',
    });
    run.push({ type: 'log', message: `Working on ${name}` });
    run.push({
      type: 'deliverable',
      taskId: id,
      filename,
      wordCount: content.split(/\s+/).length - 1,
      content,
    });
    const rubric = {
      rubricType: 'strategy',
      rubricVersion: 1,
      feedback: 'Clear and specific.',
      criteria: [],
    };
    run.push({ type: 'score', taskId: id, taskName: name, score, ...rubric });
    run.push({
      type: 'task_complete',
      taskId: id,
      taskName: name,
      status: 'completed',
      error: null,
      cost: costUsd,
    });
  }
  const tokens = { input_tokens: 1200, output_tokens: 800, cached_input_tokens: 0 };
  run.push({ type: 'cost', estimated_cost: costUsd * tasks.length, ...tokens, steps: 3 });
  const report = {
    taskId: null,
    filename: '_run_report.md',
    wordCount: 2,
    content: '# Run report\n',
  };
  run.push({ type: 'deliverable', ...report });
  const { runId, engagement } = run.request;
  run.push({
    type: 'library_entry',
    title: engagement.name,
    jsonData: examplePattern(engagement.id, runId),
  });
  run.push({ type: 'analytics', analytics: { agents: [], delegations: [], modelRouting: [] } });
  run.push({ type: 'status', status: 'completed', error: null });
}

/** Makes the library's pattern of a run with one completed task. `marker` is in its texts. */
export function examplePattern(
  engagementId: string,
  runId: string,
  marker = 'Market scan',
): RunPattern {
  const judged = { score: 82.3, rubricType: 'research', rubricVersion: 1 };
  const sums = { tasks: 1, averageScore: 82.3, costUsd: 0.03 };
  return {
    formatVersion: 1,
    engagementId,
    runId,
    planned: true,
    offlineModel: false,
    tasks: [
      {
        position: 1,
        name: marker,
        kind: 'research',
        agent: 'market-research-analyst',
        dependsOn: [],
        state: 'completed',
        model: 'swift-2',
        observerScore: 80,
        ...judged,
        criteria: [{ id: 'task-fit', score: 82.3 }],
        wordCount: 900,
        costUsd: 0.03,
        durationMs: 65_000,
      },
    ],
    rubrics: [{ rubricType: 'research', tasks: 1, averageScore: 82.3 }],
    models: [{ model: 'swift-2', ...sums, averageObserverScore: 80 }],
    totals: { ...sums, completed: 1, durationMs: 65_000 },
  };
}
