import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type {
  EngineCostRange,
  EnginePlan,
  EnginePlanRequest,
} from '@ecp/contract/engine/engine-plans';
import type { Transaction } from '@ecp/database/database';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import type { Statement } from '@ecp/database/statement';
import { openWorkQueue, type WorkQueue } from '@ecp/durable-work/work-queue';
import { enqueueWork } from '@ecp/durable-work/works';
import { activeTraceparent } from '@ecp/tracing/tracing';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { sanitizeAnswer } from '../call/answers.ts';
import { readSpending, recoverLostCalls } from '../call/budget.ts';
import type { CallerServices, EngineServices } from '../call/engine-services.ts';
import { markLostProcess } from '../call/lost-processes.ts';
import { executeModelTest, type ModelTestOrder, modelTestQueue } from '../call/order-model-test.ts';
import type { CallOrder } from '../kernel/call-orders.ts';
import { eventStatement } from '../kernel/events.ts';
import { type UnreadImages, unreadImagesEvent } from '../kernel/images.ts';
import {
  EngineRequestError,
  type EngineTask,
  type RunInput,
  type RunState,
  readTasks,
  waitForEnd,
  workIdOf,
} from '../kernel/runs.ts';
import { type CatalogModel, imagesOf } from '../models/catalog.ts';
import { isOffline } from '../models/offline-model.ts';
import { recordReviews } from '../routing/estimates.ts';
import { normalizeTasks } from '../steps/planning/normalize-tasks.ts';
import { pricePhases } from '../steps/pricing/price-phases.ts';
import { type CostRange, type PricedTasks, priceTasks } from '../steps/pricing/price-tasks.ts';
import { executeRun, type RunWorkflowInput } from '../workflow/run-workflow.ts';
import { prepareRequest } from './prepare-request.ts';

/** The models that the tenant may use, and the holder of its own keys. */
type StartingServices = Pick<CallerServices, 'models' | 'keyHolder'>;

/** An order of any kind. A run and a plan have the material of an engagement. */
type Order = CallOrder | { kind: 'run' | 'plan'; order: RunInput };

/**
 * Inserts an order with `tx`, once by its id: row, budget limit, first event and durable work. False
 * if it is there already. Throws `invalid_request` and `unknown_model` (400).
 */
export async function insertOrder(
  tx: Transaction,
  services: StartingServices,
  tenantId: string,
  { kind, order }: Order,
): Promise<boolean> {
  const { runId, engagement } = order;
  const material = 'sources' in order ? prepareRequest(order) : null;
  const { keyHolder } = services;
  const storable = material ?? (sanitizeAnswer(order) as typeof order);
  // An id is never changed, because the caller asks by it for what it has ordered.
  if (storable.runId !== runId || storable.engagement.id !== engagement.id)
    throw new EngineRequestError(400, 'invalid_request', 'An id has a character of no text');
  const input = { ...storable, ...(keyHolder && { keyHolder }) };
  const { rowCount } = await tx.query({
    name: 'insert_engine_run',
    text: `insert into engine.runs (id, tenant_id, engagement_id, status, input, kind)
      values ($1, $2, $3, 'running', $4, $5)
      on conflict (tenant_id, id) do nothing`,
    values: [runId, tenantId, engagement.id, JSON.stringify(input), kind],
  });
  if (rowCount === 0) return false;
  checkModel(services.models, engagement.model ?? null);
  await setBudgetLimit(tx, tenantId, engagement.id, usdToNano(engagement.budgetUsd));
  const { reviewOutcomes = [] } = 'sources' in order ? order : {};
  if (reviewOutcomes.length > 0) await tx.query(recordReviews(tenantId, reviewOutcomes));
  const ref = { tenantId, runId };
  const begin = { type: 'status', status: 'running', error: null, failureReason: null } as const;
  await tx.query(eventStatement(ref, 'begin', begin));
  const unread = material && findUnreadImages(services.models, material);
  if (unread) await tx.query(unreadImagesEvent(ref, unread));
  // Stored with the durable work, so that its spans join the caller's trace even after a restart.
  const traceparent = activeTraceparent();
  const ids = { tenantId, runId, engagementId: engagement.id };
  await tx.query(enqueueRun({ ...ids, kind, ...(traceparent && { traceparent }) }));
  return true;
}

/**
 * Places an order once by its id, in a transaction of its own. Throws `run_stopped` (409) if its
 * engagement is deleted, and the errors of insertOrder.
 */
export async function placeOrder(
  services: CallerServices,
  tenantId: string,
  order: Order,
): Promise<void> {
  try {
    await services.database.withTenant(tenantId, (tx) =>
      insertOrder(tx, services, tenantId, order),
    );
  } catch (error) {
    if (!isOfDeletedEngagement(error)) throw error;
    throw new EngineRequestError(409, 'run_stopped', 'The engagement of the run is deleted');
  }
}

const isOfDeletedEngagement = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'runs_of_engagement';

/**
 * Returns the images that no model of this engine will read; null if a model can read all of them.
 */
function findUnreadImages(
  models: CallerServices['models'],
  request: StartRunRequest,
): UnreadImages | null {
  const leftOut = request.imagesLeftOut ?? 0;
  const total = imagesOf(request.sources).length + leftOut;
  if (models.some(({ vision }) => vision === true)) {
    return leftOut === 0 ? null : { total, unread: leftOut, reason: 'limit' };
  }
  return total === 0 ? null : { total, unread: total, reason: 'blind' };
}

function checkModel(models: readonly CatalogModel[], pinned: string | null): void {
  if (pinned === null || models.some(({ id }) => id === pinned)) return;
  throw new EngineRequestError(400, 'unknown_model', `The model ${pinned} is not configured`);
}

/** The limit may change between runs. The spending stays. */
async function setBudgetLimit(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  limitNanoUsd: number,
): Promise<void> {
  await tx.query({
    name: 'set_budget',
    text: `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd) values ($1, $2, $3)
      on conflict (tenant_id, engagement_id) do update set limit_nano_usd = excluded.limit_nano_usd`,
    values: [tenantId, engagementId, limitNanoUsd],
  });
}

/**
 * Returns tasks, models and cost range of a run without executing it. Missing tasks are planned in
 * a durable run, for up to `waitMs`. Throws the errors of placeOrder.
 */
export async function makePlan(
  services: CallerServices,
  tenantId: string,
  given: EnginePlanRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EnginePlan> {
  const request = prepareRequest({ ...given, runId: given.planId, rerunTaskId: null });
  const planned = request.tasks.length === 0;
  const ref = { tenantId, runId: request.runId };
  const asked = { request, searchNanoUsd: given.searchNanoUsd ?? null };
  let state: RunState | null = null;
  if (planned) {
    await placeOrder(services, tenantId, { kind: 'plan', order: request });
    state = await waitForEnd(services, ref, waitMs, signal);
    if (state.status !== 'completed') return describe(services, asked, tenantId, state, null);
  }
  const tasks = planned
    ? ((await readTasks(services.database, ref)) ?? [])
    : giveTasks(services, request, given);
  return describe(services, asked, tenantId, state, tasks);
}

function giveTasks(
  { roster }: CallerServices,
  { tasks, previous }: StartRunRequest,
  { taskIds }: EnginePlanRequest,
): EngineTask[] {
  const filenames = new Map(previous.map(({ taskId, filename }) => [taskId, filename]));
  return normalizeTasks(tasks, roster, filenames).filter(({ id }) => taskIds?.includes(id) ?? true);
}

/** `run` is the planning run, null if none was needed. `tasks` is null until there are tasks. */
async function describe(
  services: CallerServices,
  { request, searchNanoUsd }: { request: StartRunRequest; searchNanoUsd: number | null },
  tenantId: string,
  run: RunState | null,
  tasks: EngineTask[] | null,
): Promise<EnginePlan> {
  const { id: engagementId, budgetUsd } = request.engagement;
  const { spentNanoUsd, planningNanoUsd } = await readSpending(
    services.database,
    tenantId,
    engagementId,
  );
  const remainingNanoUsd = usdToNano(budgetUsd) - spentNanoUsd;
  const isByPhases = services.hasPhases && !isOffline(services.models);
  const priceWork = isByPhases ? pricePhases : priceTasks;
  const purse = { remainingNanoUsd, searchNanoUsd };
  const price = await priceWork(services, tenantId, request, tasks ?? [], purse);
  return {
    planId: request.runId,
    status: run?.status ?? 'completed',
    error: run?.error ?? null,
    failureReason: run?.failureReason ?? null,
    planned: run !== null,
    tasks: (tasks ?? []).map((task) => toWire(task, price)),
    cost: toUsd(price.total),
    planningCostUsd: nanoToUsd(run?.costNanoUsd ?? 0),
    planningSpentUsd: nanoToUsd(planningNanoUsd),
    spentUsd: nanoToUsd(spentNanoUsd),
    learnedFromTasks: price.learnedFromTasks,
    ...(price.phases && { phases: [...price.phases] }),
    ...describeCache(price.cache),
  };
}

/**
 * Returns the expected share of input from caches and its saving. Empty if no model has a price for
 * cached input.
 */
function describeCache({
  inputTokens,
  cachedInputTokens,
  savedNanoUsd,
}: PricedTasks['cache']): Partial<EnginePlan> {
  if (cachedInputTokens === 0) return {};
  const saving = Math.max(0, Math.round(savedNanoUsd));
  return { cachedShare: cachedInputTokens / inputTokens, savedUsd: nanoToUsd(saving) };
}

function toWire(task: EngineTask, price: PricedTasks): EnginePlan['tasks'][number] {
  const { id, name, description, agentSlug: agent, kind, dependsOn } = task;
  const cost = price.tasks.get(id);
  const model = price.models.get(id);
  if (!cost || model === undefined) throw new Error(`The task ${id} was not priced`);
  return { id, name, description, agent, kind, dependsOn, model, cost: toUsd(cost) };
}

function toUsd({ lowNanoUsd, expectedNanoUsd, highNanoUsd }: CostRange): EngineCostRange {
  return {
    lowUsd: nanoToUsd(lowNanoUsd),
    expectedUsd: nanoToUsd(expectedNanoUsd),
    highUsd: nanoToUsd(highNanoUsd),
  };
}

/** Limits the wait before an accepted run begins. */
const pollMs = 100;
const failedWaitMs = 1_000;
const runQueue = 'runs';
/** Limits the tests of models and keys at a time in a process. */
const maxModelTests = 10;

/**
 * Limits the open runs of a process, with paused ones. They are promises only: 10,000 take about a
 * hundred megabytes.
 */
const maxRuns = 10_000;

/**
 * Executes runs under `lease`. A dead process's calls in flight count in full before its runs
 * continue.
 */
export function openRunQueue(
  database: { url: string; pooled: boolean },
  services: EngineServices & { keys: KeyRing },
  lease: ExecutorLease,
): WorkQueue {
  const { log } = services;
  return openWorkQueue({
    service: 'engine',
    ...database,
    lease,
    fenced: true,
    pollMs,
    log,
    // A tenant gets at most half, because its runs may be paused for days.
    queues: {
      [runQueue]: { concurrency: maxRuns, perLane: () => Math.ceil(maxRuns / 2) },
      [modelTestQueue]: { concurrency: maxModelTests },
    },
    handler: ({ kind, input }) =>
      kind === 'testModel'
        ? executeModelTest(services, input as ModelTestOrder)
        : executeRun(services, input as RunWorkflowInput),
    // Nobody waits any more for a test that failed.
    onFailure: ({ kind }) => (kind === 'testModel' ? null : failedWaitMs),
    async settle({ executorId, hasEnded }) {
      // A process that was killed or closed is no run's fault. One that is silent may be held up by
      // a run.
      if (!hasEnded) await markLostProcess(services.database, executorId);
      const lostCalls = await recoverLostCalls(services.database, executorId);
      if (lostCalls > 0)
        log.warn(
          { executorId, lostCalls },
          'Calls in flight of a process that ended count in full',
        );
    },
  });
}

/** Enqueues a run in its tenant's lane, in the transaction of the statement. */
export const enqueueRun = (input: RunWorkflowInput): Statement =>
  enqueueWork('engine', {
    id: workIdOf(input),
    kind: 'run',
    queue: runQueue,
    lane: input.tenantId,
    input,
  });
