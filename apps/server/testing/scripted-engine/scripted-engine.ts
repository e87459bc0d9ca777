import type { EngineGridAnswer } from '@ecp/contract/engine/engine-grid-answers';
import type { EngineStoryline } from '@ecp/contract/engine/engine-storylines';
import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import type { Database } from '@ecp/database/database';
import { type ExecutorLease, takeLease } from '@ecp/database/executor-lease';
import { openWorkQueue, type WorkQueue } from '@ecp/durable-work/work-queue';
import { pollUntil } from '@ecp/testing/poll-until';
import { type ModelTestOrder, modelTestQueue } from '../../src/engine/call/order-model-test.ts';
import {
  type CallOrders,
  readCallOrder,
  storeOutcome,
} from '../../src/engine/kernel/call-orders.ts';
import type { EventStore } from '../../src/engine/kernel/events.ts';
import { endRun, type RunInput } from '../../src/engine/kernel/runs.ts';
import { controlChannel } from '../../src/engine/kernel/waiting.ts';
import type { CatalogModel } from '../../src/engine/models/catalog.ts';
import { publishOffer } from '../../src/engine/models/workers.ts';
import type { RunWorkflowInput } from '../../src/engine/workflow/run-workflow.ts';
import { createScriptedRun, type ScriptedRun } from './scripted-run.ts';

/** The models that the scripted engine offers. */
export const scriptedModels: CatalogModel[] = [
  {
    id: 'swift-2',
    provider: 'openai-compatible',
    tier: 'economy',
    inputPerMillion: 0.4,
    outputPerMillion: 1.6,
    contextWindow: 128_000,
  },
  {
    id: 'scripted-model',
    provider: 'openai-compatible',
    tier: 'premium',
    inputPerMillion: 3,
    outputPerMillion: 15,
  },
];

type GridEnd = Partial<
  Pick<EngineGridAnswer, 'status' | 'error' | 'failureReason' | 'cells' | 'costUsd'>
>;
type GridScript = (order: CallOrders['grid']) => GridEnd | Promise<GridEnd>;
type StorylineScript = (
  order: CallOrders['storyline'],
) => WrittenStoryline | Promise<WrittenStoryline>;
type WrittenStoryline = Partial<
  Pick<EngineStoryline, 'status' | 'error' | 'failureReason' | 'written' | 'costUsd'>
>;

/**
 * A worker whose runs do what the test says. It takes the work of a database as any worker does, so
 * it serves a product in this process and one in processes of its own.
 */
export interface ScriptedEngine {
  /** Returns a started run. Throws if the engine has none with that id. */
  run(runId: string): ScriptedRun;
  /** Resolves once the engine has the run. */
  waitForRun(runId: string): Promise<ScriptedRun>;
  /** Sets a function to call on each new run, for example `(run) => run.complete()`. */
  onStart(script: ((run: ScriptedRun) => void) | undefined): void;
  /** Sets the judge, who answers nothing by default. */
  onJudge(judge: (question: JudgeQuestion) => JudgeAnswer | null): void;
  /** Sets what answers the questions of grids: by default the first line of the file, verified. */
  onGrid(script: GridScript): void;
  /** Sets what a model writes for a deck; by default the slides by rules. */
  onStoryline(script: StorylineScript): void;
  /** Resolves when everything that was pushed is stored. */
  stored(): Promise<void>;
  /** Ends the worker's lease, so that no engine is running until `comeBack`. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Resets what the tests have set, and fails the runs that are still active. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const silent = () => null;
const byRules: StorylineScript = () => ({});
/** Answers each question about a file with the file's first line. */
export const firstLine: GridScript = ({ file, columns }) => {
  const text = file.parts[0]?.text.split('\n')[0] ?? '';
  const place = file.parts[0]?.location ?? null;
  return {
    cells: columns.map(({ id: columnId }) => {
      const words = { text, quote: text, place, passage: text, reason: null };
      return { columnId, value: text, unit: null, ...words, state: 'verified' };
    }),
  };
};

const ignore = () => undefined;
const log = { info: ignore, warn: ignore, error: ignore };
/** What an order costs unless its script says otherwise. */
const usualCostUsd = 0.001;

/**
 * Starts the worker on a database, and offers models and agents to the product on it. `events` has
 * the connections, and the effects of what the test pushes.
 */
export async function startScriptedEngine(
  databaseUrl: string,
  events: EventStore,
): Promise<ScriptedEngine> {
  const runs = new Map<string, ScriptedRun>();
  const { database } = events;
  const scripts = {
    start: undefined as ((run: ScriptedRun) => void) | undefined,
    judge: silent as (question: JudgeQuestion) => JudgeAnswer | null,
    grid: firstLine,
    storyline: byRules,
  };
  const execute = async (work: RunWorkflowInput): Promise<void> => {
    const ref = { tenantId: work.tenantId, runId: work.runId, engagementId: work.engagementId };
    const input = await readInput(database, ref);
    if (work.kind === 'run') {
      const run = runs.get(ref.runId) ?? createScriptedRun(events, ref, input);
      const isNew = !runs.has(ref.runId);
      runs.set(ref.runId, run);
      if (isNew) scripts.start?.(run);
      return run.stored();
    }
    await executeOrder(events, ref, work.kind, scripts);
  };
  let worker = await openWorker(databaseUrl, database, execute);
  const find = (runId: string): ScriptedRun => {
    const run = runs.get(runId);
    if (!run) throw new Error(`The scripted engine has no run ${runId}`);
    return run;
  };
  return {
    run: find,
    async waitForRun(runId) {
      await pollUntil(
        () => runs.has(runId),
        (isThere) => isThere,
      );
      return find(runId);
    },
    onStart(script) {
      scripts.start = script;
    },
    onJudge(judge) {
      scripts.judge = judge;
    },
    onGrid(script) {
      scripts.grid = script;
    },
    onStoryline(script) {
      scripts.storyline = script;
    },
    async stored() {
      await Promise.all([...runs.values()].map((run) => run.stored()));
    },
    goDown: () => worker.close(),
    async comeBack() {
      worker = await openWorker(databaseUrl, database, execute);
    },
    async settle() {
      Object.assign(scripts, {
        start: undefined,
        judge: silent,
        grid: firstLine,
        storyline: byRules,
      });
      for (const run of runs.values()) {
        if (run.status === 'running' || run.status === 'paused')
          run.push({ type: 'status', status: 'failed', error: 'The test is over' });
      }
      await Promise.all([...runs.values()].map((run) => run.stored()));
      runs.clear();
    },
    close: () => worker.close(),
  };
}

/** Takes a lease, offers the models, and takes the work of the engine. */
async function openWorker(
  url: string,
  database: Database,
  execute: (work: RunWorkflowInput) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const lease: ExecutorLease = await takeLease(url, 'engine', log);
  await publishOffer(database, lease.executorId, {
    version: 'scripted',
    models: scriptedModels,
    judges: [],
    hasPhases: false,
  });
  const queue: WorkQueue = openWorkQueue({
    service: 'engine',
    url,
    lease,
    fenced: true,
    pollMs: 20,
    log,
    queues: { runs: { concurrency: 10_000 }, [modelTestQueue]: { concurrency: 10 } },
    handler: ({ kind, input }) =>
      kind === 'testModel'
        ? testScripted(database, input as ModelTestOrder)
        : execute(input as RunWorkflowInput),
    onFailure: () => null,
  });
  await queue.takeOver();
  queue.start();
  const closeBoth = async () => {
    await queue.close();
    await lease.release();
  };
  let closed: Promise<void> | undefined;
  return {
    close() {
      closed ??= closeBoth();
      return closed;
    },
  };
}

async function readInput(
  database: Database,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<RunInput> {
  const [[row]] = await database.batchTenant<[{ input: RunInput }]>(tenantId, [
    {
      name: 'read_scripted_input',
      text: 'select input from engine.runs where tenant_id = $1 and id = $2',
      values: [tenantId, runId],
    },
  ]);
  if (!row) throw new Error(`The database has no run ${runId}`);
  return row.input;
}

interface OrderScripts {
  judge(question: JudgeQuestion): JudgeAnswer | null;
  grid: GridScript;
  storyline: StorylineScript;
}

/** The tasks that the scripted planner makes for a brief without tasks. */
const plannedTasks = [
  {
    id: 'task-1',
    name: 'Situation analysis',
    description: 'Where the client stands.',
    kind: 'strategy',
    agentSlug: 'corporate-strategist',
    dependsOn: [],
    filename: 'task-1.md',
  },
  {
    id: 'task-2',
    name: 'Recommendations',
    description: 'What to do.',
    kind: 'strategy',
    agentSlug: 'corporate-strategist',
    dependsOn: ['task-1'],
    filename: 'task-2.md',
  },
];
const planCostUsd = 0.01;

interface OrderRef {
  tenantId: string;
  runId: string;
  engagementId: string;
}

/** What an order has cost, and why it failed. */
interface OrderEnd {
  costUsd: number;
  failure: Parameters<typeof endRun>[2];
}

const usualEnd: OrderEnd = { costUsd: usualCostUsd, failure: null };

/** Returns the end that a script says. */
function endOf({ status, failureReason, error, costUsd = usualCostUsd }: GridEnd): OrderEnd {
  if (status !== 'failed') return { costUsd, failure: null };
  return {
    costUsd,
    failure: { reason: failureReason ?? 'internal_error', message: error ?? '' },
  };
}

/** Does the work of each kind of order as its script says. */
const orderWorks: Record<
  Exclude<RunWorkflowInput['kind'], 'run'>,
  (database: Database, ref: OrderRef, scripts: OrderScripts) => Promise<OrderEnd>
> = {
  async plan(database, { tenantId, runId }) {
    await database.batchTenant(tenantId, [
      {
        text: 'update engine.runs set tasks = $3 where tenant_id = $1 and id = $2',
        values: [tenantId, runId, JSON.stringify(plannedTasks)],
      },
    ]);
    return { costUsd: planCostUsd, failure: null };
  },
  async judge(database, ref, scripts) {
    const { order } = await readCallOrder(database, ref, 'judge');
    const answers = order.questions.map((question) => scripts.judge(question));
    await storeOutcome(database, ref, 'judge', answers);
    return usualEnd;
  },
  async query(database, ref) {
    const { order } = await readCallOrder(database, ref, 'query');
    const [table] = order.tables ?? [];
    const draft = table
      ? {
          sql: `select count(*) as number\nfrom ${table.name}`,
          note: `Counts the rows: ${order.question}`,
        }
      : { sql: null, note: 'There are no tables.' };
    await storeOutcome(database, ref, 'query', draft);
    return usualEnd;
  },
  async storyline(database, ref, scripts) {
    const { order } = await readCallOrder(database, ref, 'storyline');
    const script = await scripts.storyline(order);
    const end = endOf(script);
    const written = script.written ?? { slides: order.byRules, findings: [] };
    if (end.failure === null && script.written !== null)
      await storeOutcome(database, ref, 'storyline', written);
    return end;
  },
  async grid(database, ref, scripts) {
    const { order } = await readCallOrder(database, ref, 'grid');
    const script = await scripts.grid(order);
    await storeOutcome(database, ref, 'grid', script.cells ?? []);
    return endOf(script);
  },
};

/** Does the work of an order, and pays for it. */
async function executeOrder(
  events: EventStore,
  ref: OrderRef,
  kind: Exclude<RunWorkflowInput['kind'], 'run'>,
  scripts: OrderScripts,
): Promise<void> {
  const { database } = events;
  const { costUsd, failure } = await orderWorks[kind](database, ref, scripts);
  await database.batchTenant(ref.tenantId, [
    {
      text: 'update engine.runs set cost_nano_usd = $3 where tenant_id = $1 and id = $2',
      values: [ref.tenantId, ref.runId, Math.round(costUsd * 1e9)],
    },
    {
      text: `update engine.budgets set spent_nano_usd = spent_nano_usd + $3
        where tenant_id = $1 and engagement_id = $2`,
      values: [ref.tenantId, ref.engagementId, Math.round(costUsd * 1e9)],
    },
  ]);
  await endRun(events, ref, failure, ['running', 'paused']);
  await database.batchSystem([
    { text: 'select pg_notify($1, $2)', values: [controlChannel, ref.runId] },
  ]);
}

/** Answers a test of a model: `swift-2` works, and a key that is called wrong does not. */
async function testScripted(
  database: Database,
  { tenantId, testId, model }: ModelTestOrder,
): Promise<void> {
  const refusal =
    model === undefined || model === 'swift-2' ? null : `The provider refused the key of ${model}`;
  const result = { ms: 840, costNanoUsd: refusal === null ? 21_000 : 0, refusal };
  await database.batchTenant(tenantId, [
    {
      text: 'insert into engine.model_tests (tenant_id, id, outcome) values ($1, $2, $3)',
      values: [tenantId, testId, JSON.stringify({ result })],
    },
    { text: 'select pg_notify($1, $2)', values: [controlChannel, testId] },
  ]);
}
