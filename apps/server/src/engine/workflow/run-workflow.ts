import type { EngineEventOf } from '@ecp/contract/engine/engine-events';
import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import { runAsTenant } from '@ecp/database/pool';
import type { Statement } from '@ecp/database/statement';
import { countWords } from '@ecp/markdown/count-words';
import { activeTraceparent, inSpan } from '@ecp/tracing/tracing';
import { readExhaustedMessage } from '../call/budget.ts';
import { type EngineServices, servicesOf } from '../call/engine-services.ts';
import { processesLost, readSuspicion, recordTurn } from '../call/lost-processes.ts';
import { emitTogether, eventStatement, type RunRef } from '../kernel/events.ts';
import { parkRun } from '../kernel/questions.ts';
import {
  type EngineTask,
  endRun,
  forgetRun,
  internalError,
  isOwed,
  type RunKind,
  readKeyHolder,
  readRun,
  readRunState,
  stoppedByUser,
  type TaskEnding,
  type TaskResult,
} from '../kernel/runs.ts';
import { TextTooComplexError } from '../kernel/text-work.ts';
import { isOffline } from '../models/offline-model.ts';
import { answerGrid } from '../steps/answering/answer-grid.ts';
import { runRecorded, waitForAnswers } from '../steps/calling/call-model.ts';
import { emitTaskComplete } from '../steps/calling/task-record.ts';
import { judgeQuestions } from '../steps/evaluating/judge-claims.ts';
import { draftQuery } from '../steps/planning/draft-query.ts';
import { readyTasks } from '../steps/planning/normalize-tasks.ts';
import { planRun } from '../steps/planning/plan-run.ts';
import { analyticsOf, libraryEntryOf } from '../steps/reporting/library-entry.ts';
import { writeOperationsReview } from '../steps/reporting/operations-review.ts';
import { gatherRunFacts } from '../steps/reporting/run-facts.ts';
import { writeRunReport } from '../steps/reporting/run-report.ts';
import { writeStoryline } from '../steps/storylines/write-storyline.ts';
import { executePhases } from './run-phases.ts';
import { runTask } from './task-workflow.ts';

export interface RunWorkflowInput extends RunRef {
  engagementId: string;
  /** Trace context of the request that started the run, if it was traced. */
  traceparent?: string;
  /** A run ends once its tasks are known if it only plans. Only a `run` and a `plan` have tasks. */
  kind: RunKind;
  /** How often the run has waited for answers before. Absent for none. */
  generation?: number;
}

/**
 * Executes a run: plan, task graph, reports. Another process may continue it. An unexpected error
 * fails the run.
 */
export async function executeRun(services: EngineServices, input: RunWorkflowInput): Promise<void> {
  const { traceparent: parent, runId, tenantId } = input;
  await runAsTenant(tenantId, () =>
    inSpan('run', { parent, attributes: { 'run.id': runId } }, async () => {
      // The queue handed out the run while this process closes. The next process takes it over.
      if (services.slots.isDraining()) return new Promise<never>(() => undefined);
      try {
        if (!(await runRecorded(services, () => isOwed(services.database, input)))) return;
        const suspicion = await runRecorded(services, () =>
          readSuspicion(services.database, input),
        );
        if (suspicion === 'ended_processes') return await failRun(services, input, processesLost);
        if (suspicion === 'suspected') await takeTurn(services, input);
        const holder = await runRecorded(services, () => readKeyHolder(services.database, input));
        const own = await servicesOf(services, holder ?? undefined, keysLimitMs);
        await planAndExecute(own, input);
      } catch (error) {
        // A failure of a closing process is left to the next one.
        if (services.slots.isDraining()) return new Promise<never>(() => undefined);
        if (error instanceof TextTooComplexError) {
          return await failRun(services, input, {
            reason: 'text_too_complex',
            message: error.message,
          });
        }
        if (await isErased(services, input)) return forgetSources(services, input);
        services.log.error({ err: error, runId }, 'A run failed with an internal error');
        await failRun(services, input, internalError);
      }
    }),
  );
}

/** Tells whether a run went with its engagement while this process had it. */
async function isErased(services: EngineServices, run: RunRef): Promise<boolean> {
  return (await runRecorded(services, () => readRunState(services.database, run))) === null;
}

async function failRun(services: EngineServices, run: RunRef, failure: RunFailure): Promise<void> {
  await runRecorded(services, () => endRun(services, run, failure, ['running', 'paused']));
  services.signals.notify(run.runId);
}

/** Limits the time in which no other suspected run begins. What ends a process does so at once. */
const turnLimitMs = 60_000;

/**
 * Waits until no other suspected run begins in this process. The turn ends with the run's next
 * event.
 */
async function takeTurn(services: EngineServices, run: RunRef): Promise<void> {
  const { database, executorId, runChanges, suspects } = services;
  const endTurn = await suspects.acquire(run.tenantId);
  await runRecorded(services, () => recordTurn(database, run, executorId));
  const state = await runRecorded(services, () => readRunState(database, run));
  void runChanges.wait(run, state?.lastEvent ?? 0, turnLimitMs).finally(endTurn);
}

/** Time for a platform that is away to give a tenant's keys. */
const keysLimitMs = 600_000;

async function planAndExecute(services: EngineServices, input: RunWorkflowInput): Promise<void> {
  if (input.kind === 'judge') {
    await runRecorded(services, () => judgeQuestions(services, input));
    return runRecorded(services, () => finishRun(services, input, [], null));
  }
  if (input.kind === 'query') {
    const failed = await runRecorded(services, () => draftQuery(services, input));
    return runRecorded(services, () => finishRun(services, input, [], failed));
  }
  if (input.kind === 'storyline') {
    const failed = await runRecorded(services, () => writeStoryline(services, input));
    return runRecorded(services, () => finishRun(services, input, [], failed));
  }
  if (input.kind === 'grid') {
    const failed = await runRecorded(services, () => answerGrid(services, input));
    return runRecorded(services, () => finishRun(services, input, [], failed));
  }
  const plan = await runRecorded(services, () => planRun(services, input));
  const isExecuted = plan.outcome === 'planned' && input.kind === 'run';
  const results = isExecuted ? await executeTasks(services, input, plan.tasks) : [];
  // The next work of the run continues, and indexes its sources again.
  if (results === null) return forgetSources(services, input);
  const failure = plan.outcome === 'failed' ? plan.failure : null;
  await runRecorded(services, () => finishRun(services, input, results, failure));
}

/** Executes the tasks by phases, or each by its own steps. Null if the run waits for people. */
async function executeTasks(
  services: EngineServices,
  input: RunWorkflowInput,
  tasks: EngineTask[],
): Promise<TaskResult[] | null> {
  if (!services.hasPhases || isOffline(services.models))
    return executeGraph(services, input, tasks);
  const ended = await runRecorded(services, () => findEndedTasks(services.database, input, tasks));
  const { tenantId, runId, engagementId, generation = 0 } = input;
  return executePhases(services, { tenantId, runId, engagementId, generation }, tasks, ended);
}

/** Executes the tasks and returns their results, or null if all that is left waits for answers. */
async function executeGraph(
  services: EngineServices,
  input: RunWorkflowInput,
  tasks: EngineTask[],
): Promise<TaskResult[] | null> {
  const inRun = new Set(tasks.map(({ id }) => id));
  // A rerun executes some tasks only. Earlier runs have delivered their other dependencies.
  const graph = tasks.map((task) => ({
    ...task,
    dependsOn: task.dependsOn.filter((id) => inRun.has(id)),
  }));
  const results = await runRecorded(services, () =>
    findEndedTasks(services.database, input, tasks),
  );
  const progress: Progress = { graph, results, running: new Map(), waiting: new Set() };
  const { running, waiting } = progress;
  for (;;) {
    const ended = results.some(({ state }) => state === 'stopped' || state === 'exhausted');
    if (!ended) await startReady(services, input, tasks, progress);
    if (running.size === 0 && (ended || waiting.size === 0)) break;
    if (running.size === 0) {
      const run = { ...input, generation: input.generation ?? 0 };
      if (await runRecorded(services, () => parkRun(services.database, run, [...waiting])))
        return null;
    }
    const next = await runRecorded(services, () => nextChange(services, input, progress));
    if ('woken' in next) {
      for (const taskId of next.woken) waiting.delete(taskId);
      continue;
    }
    running.delete(next.ended.taskId);
    if (next.ended.state === 'waiting') waiting.add(next.ended.taskId);
    else results.push(next.ended);
  }
  const settled = new Set(results.map(({ taskId }) => taskId));
  const isStopped = results.some(({ state }) => state === 'stopped');
  for (const task of tasks.filter(({ id }) => !settled.has(id))) {
    // A stopped run logs nothing more: its own event is the reason why the task did not start.
    results.push(
      isStopped
        ? { state: 'stopped', taskId: task.id }
        : await skip(services, input, task, 'run_ended'),
    );
  }
  return results;
}

interface Progress {
  graph: EngineTask[];
  results: TaskResult[];
  running: Map<string, Promise<TaskEnding>>;
  waiting: Set<string>;
}

/**
 * Starts the tasks that can start. Skips all direct and indirect dependents of tasks that did not
 * complete.
 */
async function startReady(
  services: EngineServices,
  input: RunWorkflowInput,
  tasks: EngineTask[],
  { graph, results, running, waiting }: Progress,
): Promise<void> {
  for (;;) {
    const settled = new Set([...results.map(({ taskId }) => taskId), ...running.keys()]);
    const lost = graph.find(
      ({ id, dependsOn }) => !settled.has(id) && dependsOn.some((need) => isLost(need, results)),
    );
    if (!lost) break;
    results.push(await skip(services, input, lost, 'dependency_failed'));
  }
  const completed = new Set(
    results.filter(({ state }) => state === 'completed').map(({ taskId }) => taskId),
  );
  const settled = new Set(results.map(({ taskId }) => taskId));
  const tasksLeft = tasks.length - settled.size;
  for (const { id } of readyTasks(graph, completed)) {
    const task = tasks.find((candidate) => candidate.id === id);
    if (!task || running.has(id) || settled.has(id) || waiting.has(id)) continue;
    const { tenantId, runId, engagementId } = input;
    const traceparent = activeTraceparent() ?? input.traceparent;
    const work = {
      tenantId,
      runId,
      engagementId,
      task,
      tasksLeft,
      ...(traceparent && { traceparent }),
    };
    running.set(id, endingOf(services, input, id, runTask(services, work)));
  }
}

const skipMessages = {
  run_ended: 'The run ended before it could start',
  dependency_failed: 'A task that it builds on did not complete',
};

async function skip(
  services: EngineServices,
  run: RunRef,
  task: EngineTask,
  reason: keyof typeof skipMessages,
): Promise<TaskResult> {
  const skipped: TaskResult = {
    state: 'skipped',
    taskId: task.id,
    reason,
    error: skipMessages[reason],
  };
  await runRecorded(services, () => emitTaskComplete(services, run, task, skipped));
  return skipped;
}

const isLost = (taskId: string, results: TaskResult[]): boolean =>
  results.some((result) => result.taskId === taskId && result.state !== 'completed');

type Change = { ended: TaskEnding } | { woken: string[] };

async function nextChange(
  services: EngineServices,
  input: RunWorkflowInput,
  { running, waiting }: Progress,
): Promise<Change> {
  const ends = [...running.values()].map(async (ending) => ({ ended: await ending }));
  if (waiting.size === 0) return Promise.race(ends);
  const over = new AbortController();
  try {
    return await Promise.race([
      ...ends,
      waitForAnswers(services, input, [...waiting], over.signal),
    ]);
  } finally {
    over.abort();
  }
}

/** Turns the unexpected failure of a task into a failed task, so that the run continues. */
async function endingOf(
  services: EngineServices,
  run: RunRef,
  taskId: string,
  task: Promise<TaskEnding>,
): Promise<TaskEnding> {
  try {
    return await task;
  } catch (error) {
    // A failure of a closing process is left to the next one.
    if (services.slots.isDraining()) return new Promise<never>(() => undefined);
    if (await isErased(services, run)) return { state: 'stopped', taskId };
    services.log.error({ err: error, taskId }, 'A task failed with an internal error');
    return { state: 'failed', taskId, reason: internalError.reason, error: internalError.message };
  }
}

interface EndRow {
  data: EngineEventOf<'task_complete'>;
}

async function findEndedTasks(
  database: Database,
  ref: RunRef,
  tasks: EngineTask[],
): Promise<TaskResult[]> {
  const [rows] = await database.batchTenant<[EndRow]>(ref.tenantId, [
    {
      text: `select data from engine.events where tenant_id = $1 and run_id = $2 and type = 'task_complete' order by seq`,
      values: [ref.tenantId, ref.runId],
    },
  ]);
  return rows.flatMap(({ data: { taskId, status, error, failureReason } }): TaskResult[] => {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task) return [];
    if (status === 'completed') return [{ state: 'completed', taskId, filename: task.filename }];
    const message = error ?? '';
    if (failureReason === 'budget_exhausted' || failureReason === 'tenant_spend_limit') {
      return [{ state: 'exhausted', taskId, reason: failureReason, error: message }];
    }
    return [{ state: status, taskId, reason: failureReason ?? 'internal_error', error: message }];
  });
}

/**
 * Reports and ends a run once, and waits while it is paused. `planFailure` is why there are no
 * tasks.
 */
async function finishRun(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
  results: TaskResult[],
  planFailure: RunFailure | null,
): Promise<void> {
  const stopped = results.some(({ state }) => state === 'stopped');
  if (!stopped && results.length > 0) await publishReports(services, ref, results);
  const failure = planFailure ?? (await findFailure(services, ref, results));
  while (!(await endRun(services, ref, failure, ['running']))) {
    const state = await readRunState(services.database, ref);
    if (state?.status !== 'paused') break;
    // Completes a stop whose own process died before it could.
    if (state.stopRequested) await endRun(services, ref, failure, ['paused']);
    else await waitWhilePaused(services, ref);
  }
  forgetSources(services, ref);
  services.signals.notify(ref.runId);
}

function forgetSources({ contexts, database }: EngineServices, run: RunRef): void {
  contexts.drop(run);
  forgetRun(database, run);
}

async function findFailure(
  { database }: EngineServices,
  ref: RunRef & { engagementId: string },
  results: TaskResult[],
): Promise<RunFailure | null> {
  const exhausted = results.filter((result) => result.state === 'exhausted');
  const daySpent = exhausted.find(({ reason }) => reason === 'tenant_spend_limit');
  if (daySpent) return { reason: 'tenant_spend_limit', message: daySpent.error };
  if (exhausted.length > 0)
    return { reason: 'budget_exhausted', message: await readExhaustedMessage(database, ref) };
  if (results.some(({ state }) => state === 'stopped')) return stoppedByUser;
  const failed = results.filter((result) => result.state === 'failed');
  if (failed.length === 0) return null;
  const reasons = [...new Set(failed.map(({ error }) => error))].join('; ');
  return {
    reason: 'tasks_failed',
    message: `${failed.length} of ${results.length} tasks failed: ${reasons}`,
  };
}

async function publishReports(
  services: EngineServices,
  ref: RunRef,
  results: TaskResult[],
): Promise<void> {
  const { database } = services;
  const run = await readRun(database, ref);
  const facts = await gatherRunFacts(services, run, results);
  const reports: Statement[] = [];
  // A rerun executes one task only, so the reports of the previous run stay.
  if (run.input.rerunTaskId === null) {
    reports.push(
      await internalReport(ref, '_run_report.md', writeRunReport(facts)),
      await internalReport(ref, '_operations_review.md', writeOperationsReview(facts)),
      eventStatement(ref, 'library', { type: 'library_entry', ...libraryEntryOf(facts) }),
    );
  }
  reports.push(
    eventStatement(ref, 'analytics', { type: 'analytics', analytics: analyticsOf(facts) }),
  );
  await emitTogether(services, ref.tenantId, reports);
}

async function internalReport(ref: RunRef, filename: string, content: string): Promise<Statement> {
  const wordCount = await countWords(content);
  const document = { type: 'deliverable' as const, taskId: null, filename, wordCount, content };
  return eventStatement(ref, `report:${filename}`, document);
}

/** Limits the wait of a paused run before it looks again. */
const lookAgainMs = 60_000;

/**
 * Resolves when the run is not paused: it is running, has a stop request, is over or does not
 * exist.
 */
async function waitWhilePaused(
  { database, runChanges }: EngineServices,
  run: RunRef,
): Promise<void> {
  for (;;) {
    const state = await readRunState(database, run);
    if (state?.status !== 'paused' || state.stopRequested) return;
    await runChanges.wait(run, state.lastEvent, lookAgainMs);
  }
}
