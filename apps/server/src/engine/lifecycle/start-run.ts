import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineGridAnswer, EngineGridRequest } from '@ecp/contract/engine/engine-grid-answers';
import type {
  EngineJudgement,
  EngineJudgementRequest,
} from '@ecp/contract/engine/engine-judgements';
import type {
  EngineCostRange,
  EnginePlan,
  EnginePlanRequest,
} from '@ecp/contract/engine/engine-plans';
import type {
  EngineQueryDraft,
  EngineQueryDraftRequest,
} from '@ecp/contract/engine/engine-query-drafts';
import type {
  EngineStoryline,
  EngineStorylineRequest,
} from '@ecp/contract/engine/engine-storylines';
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
import { eventStatement } from '../kernel/events.ts';
import { type UnreadImages, unreadImagesEvent } from '../kernel/images.ts';
import {
  EngineRequestError,
  type EngineTask,
  type RunInput,
  type RunKind,
  type RunState,
  readAnswered,
  readDrafted,
  readJudged,
  readRun,
  readRunState,
  readStoryline,
  readTasks,
  runNotFound,
  waitForEnd,
  workIdOf,
} from '../kernel/runs.ts';
import { type CatalogModel, imagesOf } from '../models/catalog.ts';
import { recordReviews } from '../routing/estimates.ts';
import { normalizeTasks } from '../steps/planning/normalize-tasks.ts';
import { type CostRange, type PricedTasks, priceTasks } from '../steps/pricing/price-tasks.ts';
import { executeRun, type RunWorkflowInput } from '../workflow/run-workflow.ts';
import { prepareRequest } from './prepare-request.ts';

type Judgement = NonNullable<RunInput['judgement']>;

/** What a start reads of the models that the tenant may use. */
type StartingServices = Pick<CallerServices, 'models' | 'keyHolder'>;

/**
 * Inserts a run with `tx`, once by its id: row, budget limit, first event and durable work. False if
 * it is there already. Throws `invalid_request` and `unknown_model` (400).
 */
export async function insertRun(
  tx: Transaction,
  services: StartingServices,
  tenantId: string,
  given: RunInput,
  kind: RunKind = 'run',
): Promise<boolean> {
  const request: RunInput = {
    ...prepareRequest(given),
    ...(given.judgement && { judgement: sanitizeAnswer(given.judgement) as Judgement }),
    ...(given.grid && { grid: sanitizeAnswer(given.grid) as NonNullable<RunInput['grid']> }),
    ...(given.question !== undefined && { question: sanitizeAnswer(given.question) as string }),
    ...(services.keyHolder && { keyHolder: services.keyHolder }),
    ...(given.storyline && {
      storyline: sanitizeAnswer(given.storyline) as NonNullable<RunInput['storyline']>,
    }),
  };
  const { runId, engagement } = request;
  const ref = { tenantId, runId };
  const { rowCount } = await tx.query({
    name: 'insert_engine_run',
    text: `insert into engine.runs (id, tenant_id, engagement_id, status, input, kind)
      values ($1, $2, $3, 'running', $4, $5)
      on conflict (tenant_id, id) do nothing`,
    values: [runId, tenantId, engagement.id, JSON.stringify(request), kind],
  });
  if (rowCount === 0) return false;
  checkModel(services.models, engagement.model ?? null);
  await setBudgetLimit(tx, tenantId, engagement.id, usdToNano(engagement.budgetUsd));
  if (given.reviewOutcomes?.length) await tx.query(recordReviews(tenantId, given.reviewOutcomes));
  await tx.query(
    eventStatement(ref, 'begin', {
      type: 'status',
      status: 'running',
      error: null,
      failureReason: null,
    }),
  );
  const unread = findUnreadImages(services.models, request);
  if (unread) await tx.query(unreadImagesEvent(ref, unread));
  // Stored with the durable work, so that its spans join the caller's trace even after a restart.
  const traceparent = activeTraceparent();
  const ids = { tenantId, runId, engagementId: engagement.id };
  await tx.query(enqueueRun({ ...ids, kind, ...(traceparent && { traceparent }) }));
  return true;
}

/**
 * Accepts a run once by its id, in a transaction of its own. Throws `run_stopped` (409),
 * `run_not_found` (404), and the errors of insertRun.
 */
export async function startRun(
  services: CallerServices,
  tenantId: string,
  given: RunInput,
  kind: RunKind = 'run',
): Promise<RunState> {
  const started = await services.database.withTenant(tenantId, (tx) =>
    insertRun(tx, services, tenantId, given, kind),
  );
  const run = await readRunState(services.database, { tenantId, runId: given.runId });
  if (!run) throw runNotFound();
  if (!started && run.failureReason === 'stopped' && run.lastEvent === 0) {
    throw new EngineRequestError(409, 'run_stopped', 'The run was stopped before it started');
  }
  return run;
}

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
 * Asks a judge about a person's text in a durable run, and waits up to `waitMs`. Missing answers
 * are null. Throws the errors of startRun.
 */
export async function judgeText(
  services: CallerServices,
  tenantId: string,
  { judgementId, engagement, ...judgement }: EngineJudgementRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EngineJudgement> {
  const ref = { tenantId, runId: judgementId };
  const nothing = { tasks: [], sources: [], previous: [], rerunTaskId: null };
  await startRun(
    services,
    tenantId,
    { runId: judgementId, engagement, ...nothing, judgement },
    'judge',
  );
  const { status } = await waitForEnd(services, ref, waitMs, signal);
  const { input } = await readRun(services.database, ref);
  const answers = (await readJudged(services.database, ref)) ?? [];
  const { judgingNanoUsd } = await readSpending(services.database, tenantId, engagement.id);
  return {
    judgementId,
    status,
    judged: (input.judgement?.questions ?? []).map((question, at) => ({
      question,
      answer: answers[at] ?? null,
    })),
    judgingSpentUsd: nanoToUsd(judgingNanoUsd),
  };
}

/**
 * Writes a statement for a person's question in a durable run, and waits up to `waitMs`. Throws the
 * errors of startRun.
 */
export async function draftStatement(
  services: CallerServices,
  tenantId: string,
  { draftId, engagement, tables, withoutTable, question }: EngineQueryDraftRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EngineQueryDraft> {
  const ref = { tenantId, runId: draftId };
  const asked = { ...(tables && { tables }), ...(withoutTable && { withoutTable }), question };
  const nothing = { tasks: [], sources: [], previous: [], rerunTaskId: null };
  await startRun(services, tenantId, { runId: draftId, engagement, ...nothing, ...asked }, 'query');
  const { status, error, failureReason } = await waitForEnd(services, ref, waitMs, signal);
  const draft = await readDrafted(services.database, ref);
  const { judgingNanoUsd, spentNanoUsd } = await readSpending(
    services.database,
    tenantId,
    engagement.id,
  );
  const spent = { judgingSpentUsd: nanoToUsd(judgingNanoUsd), spentUsd: nanoToUsd(spentNanoUsd) };
  return { draftId, status, error, failureReason, draft, ...spent };
}

/**
 * Writes the slides of a deck in a durable run, and waits up to `waitMs`. Throws the errors of
 * startRun.
 */
export async function writeSlides(
  services: CallerServices,
  tenantId: string,
  { storylineId, engagement, documents, exhibits, byRules }: EngineStorylineRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EngineStoryline> {
  const ref = { tenantId, runId: storylineId };
  const nothing = { tasks: [], sources: [], previous: [], rerunTaskId: null };
  const storyline = { documents, exhibits, byRules };
  await startRun(
    services,
    tenantId,
    { runId: storylineId, engagement, ...nothing, storyline },
    'storyline',
  );
  const { status, error, failureReason, costNanoUsd } = await waitForEnd(
    services,
    ref,
    waitMs,
    signal,
  );
  const written = await readStoryline(services.database, ref);
  const { judgingNanoUsd } = await readSpending(services.database, tenantId, engagement.id);
  const costs = { costUsd: nanoToUsd(costNanoUsd), judgingSpentUsd: nanoToUsd(judgingNanoUsd) };
  return { storylineId, status, error, failureReason, written, ...costs };
}

/**
 * Answers questions about one file in a durable run, and waits up to `waitMs`. Throws the errors of
 * startRun.
 */
export async function answerQuestions(
  services: CallerServices,
  tenantId: string,
  { askId, engagement, file, columns }: EngineGridRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EngineGridAnswer> {
  const ref = { tenantId, runId: askId };
  const nothing = { tasks: [], sources: [], previous: [], rerunTaskId: null };
  await startRun(
    services,
    tenantId,
    { runId: askId, engagement, ...nothing, grid: { file, columns } },
    'grid',
  );
  const { status, error, failureReason, costNanoUsd } = await waitForEnd(
    services,
    ref,
    waitMs,
    signal,
  );
  const isOver = status === 'completed' || status === 'failed';
  const cells = isOver ? await readAnswered(services.database, ref) : [];
  const { judgingNanoUsd } = await readSpending(services.database, tenantId, engagement.id);
  const spent = { costUsd: nanoToUsd(costNanoUsd), judgingSpentUsd: nanoToUsd(judgingNanoUsd) };
  return { askId, status, error, failureReason, cells, ...spent };
}

/**
 * Returns tasks, models and cost range of a run without executing it. Missing tasks are planned in
 * a durable run, for up to `waitMs`. Throws the errors of startRun.
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
    await startRun(services, tenantId, request, 'plan');
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
  const price = await priceTasks(services, tenantId, request, tasks ?? [], {
    remainingNanoUsd,
    searchNanoUsd,
  });
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
