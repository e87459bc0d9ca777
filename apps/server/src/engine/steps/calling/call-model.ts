import type { PromptInputs, PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { WrittenText } from '../../call/answers.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeTurn } from '../../call/make-call.ts';
import { type CallClient, type CallOutcome, CallTakenOverError } from '../../call/model-call.ts';
import { materialOf } from '../../call/prepare-prompt.ts';
import type { FinishedTurn, ToolTurn } from '../../call/tool-types.ts';
import { emitEvent, type RunRef } from '../../kernel/events.ts';
import {
  assumeOverdue,
  hasOpenQuestions,
  insertQuestions,
  listWaitingTasks,
  type QuestionToAsk,
} from '../../kernel/questions.ts';
import {
  type EngineTask,
  readRun,
  type StoredRun,
  type TaskEnding,
  type TaskResult,
} from '../../kernel/runs.ts';
import { retryDuringDatabaseOutage } from '../../kernel/waiting.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { recordModelFailure, taskDifficulty } from '../../routing/estimates.ts';
import { toolCallId } from '../../tools/tool-results.ts';
import { finishTurn, limitRounds, toolClient, toolsOf } from '../../tools/tool-turns.ts';
import { logTruncation } from './task-record.ts';

export interface TaskWorkflowInput extends RunRef {
  engagementId: string;
  task: EngineTask;
  /** Including this one. */
  tasksLeft: number;
  traceparent?: string;
}

/** Ends a task early. It is thrown inside the workflow only, never across a step. */
export class TaskEndedError extends Error {
  readonly result: TaskEnding;
  constructor(result: TaskEnding) {
    super(result.state);
    this.result = result;
  }
}

export interface TaskModels {
  /**
   * For the calls that the document needs: the chosen model, then its fallbacks. A pinned one
   * stands alone.
   */
  required: CatalogModel[];
  /** For its optional calls: the chosen model, then all others. */
  optional: CatalogModel[];
}

interface TaskCall<P extends PromptPurpose> {
  purpose: P;
  key: string;
  agentSlug: string;
  models: readonly CatalogModel[];
  gather: () => Promise<PromptInputs[P]>;
}

/**
 * Calls a model, and ends the task if it gets no answer. Each turn of tools is a call of its own.
 */
export async function callModel<P extends PromptPurpose>(
  services: EngineServices,
  input: TaskWorkflowInput,
  call: TaskCall<P>,
): Promise<PromptOutputs[P]> {
  return (await answerCall(services, input, call)).answer;
}

/** Calls a model for a text, and logs if the text stopped at the output limit. */
export async function callForText<P extends 'draft' | 'revise'>(
  services: EngineServices,
  input: TaskWorkflowInput,
  call: TaskCall<P>,
): Promise<WrittenText> {
  const { answer, cut } = await answerCall(services, input, call);
  return { content: answer, cut };
}

async function answerCall<P extends PromptPurpose>(
  services: EngineServices,
  { tenantId, runId, engagementId, task }: TaskWorkflowInput,
  { key, ...given }: TaskCall<P>,
): Promise<{ answer: PromptOutputs[P]; cut: boolean }> {
  const allowed = services.roster.find(given.agentSlug)?.tools ?? [];
  const run = { tenantId, runId };
  const onLeft = (model: CatalogModel) => recordModelFailure(services.database, run, task, model);
  const shared = {
    ...run,
    engagementId,
    taskId: task.id,
    difficulty: taskDifficulty(task),
    onLeft,
    ...given,
  };
  const turns: FinishedTurn[] = [];
  const { research } = (await readRun(services.database, run)).input;
  const doesResearch = research !== undefined;
  const gather = async () => materialOf(await given.gather());
  for (;;) {
    const turnKey = turns.length === 0 ? key : `${key}:turn${turns.length + 1}`;
    const tools = toolsOf(allowed, given.purpose, [...turns]);
    const call = { ...shared, callKey: `${task.id}/${turnKey}`, tools };
    const outcome = await runRecorded(services, async () => {
      const result = await makeTurn(services, call);
      if (result.outcome === 'answered' && result.cut) await logTruncation(services, call, task);
      return result;
    });
    if (outcome.outcome === 'answered') return outcome;
    if (outcome.outcome !== 'asked') throw new TaskEndedError(toResult(task, outcome));
    const { turn } = outcome;
    const asking = { turn, number: turns.length + 1 };
    if (await runRecorded(services, () => askPeople(services, call, asking))) {
      throw new TaskEndedError({ state: 'waiting', taskId: task.id });
    }
    const finished = await runRecorded(services, () =>
      finishTurn(services, call, turn, {
        number: turns.length + 1,
        gather,
        limits: limitRounds(turns, doesResearch),
      }),
    );
    if (finished === null) throw new TaskEndedError({ state: 'stopped', taskId: task.id });
    turns.push(finished);
  }
}

/** Returns the result of a task whose call got no answer. */
export function toResult(
  { id: taskId }: EngineTask,
  ended: Exclude<CallOutcome<PromptPurpose>, { outcome: 'answered' }>,
): TaskResult {
  if (ended.outcome === 'stopped') return { state: 'stopped', taskId };
  if (ended.outcome === 'exhausted') {
    return { state: 'exhausted', taskId, reason: ended.reason, error: ended.message };
  }
  return { state: 'failed', taskId, reason: 'call_failed', error: ended.message };
}

interface OptionalStep<T> {
  key: string;
  /** A clause for the log: the shortcoming of a document without the step. */
  lack: string;
  work: () => Promise<T>;
}

/**
 * Runs a step that a document can do without. If it fails, the log says so, and the result is null.
 */
export async function runOptionalStep<T>(
  services: EngineServices,
  input: TaskWorkflowInput,
  { key, lack, work }: OptionalStep<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TaskEndedError) || ['stopped', 'waiting'].includes(error.result.state))
      throw error;
    const reason = 'error' in error.result ? error.result.error : '';
    await runRecorded(services, () =>
      logLack(services, input, key, `${input.task.name}: ${lack}. ${reason}`),
    );
    return null;
  }
}

/** Logs once what a document lacks because an optional call failed. */
export async function logLack(
  services: EngineServices,
  input: TaskWorkflowInput,
  key: string,
  message: string,
): Promise<void> {
  const { id: taskId, agentSlug: agent } = input.task;
  await emitEvent(services, input, `log:left-out:${taskId}/${key}`, {
    type: 'log',
    level: 'warning',
    code: 'call_left_out',
    agent,
    taskId,
    message,
  });
  services.signals.notify(input.runId);
}

/**
 * Runs repeatable work with its own record, and waits for an unreachable database. After a takeover
 * it never settles, because the process ends.
 */
export async function runRecorded<Result>(
  { log }: Pick<EngineServices, 'log'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await retryDuringDatabaseOutage(work, (err) =>
      log.warn({ err }, 'A run waits for the database'),
    );
  } catch (error) {
    if (error instanceof CallTakenOverError) return new Promise<never>(() => undefined);
    throw error;
  }
}

const hourMs = 3_600_000;
/** Limits the questions of a run. */
const mostPerRun = 60;

/** Asks the questions of a turn, each once. Returns true if its task now waits for answers. */
export async function askPeople(
  services: EngineServices,
  client: CallClient,
  { turn, number }: { turn: ToolTurn; number: number },
): Promise<boolean> {
  const asked = turn.toolCalls.flatMap(({ name, refusal, input }, at) => {
    if (name !== 'ask_question' || refusal !== null) return [];
    const { question = '', assumption = '', impact = '' } = input;
    return [
      { id: toolCallId('a', toolClient(client, number), at + 1), question, assumption, impact },
    ];
  });
  if (asked.length === 0 || client.taskId === null) return false;
  const { taskId, agentSlug } = client;
  const run = await readRun(services.database, client);
  const dueAt = dueAtOf(run);
  const questions = asked.map((question) => ({ ...question, taskId, agentSlug, dueAt }));
  await insertQuestions(services, run, questions, mostPerRun);
  services.signals.notify(run.runId);
  return dueAt !== null && isWaiting(services, client, taskId);
}

/** Asks the planner's questions. No task waits for one that concerns no single task. */
export async function askPlanned(
  services: EngineServices,
  run: StoredRun,
  asked: readonly Omit<QuestionToAsk, 'dueAt'>[],
): Promise<void> {
  const dueAt = dueAtOf(run);
  const questions = asked.map((question) => ({
    ...question,
    dueAt: question.taskId === null ? null : dueAt,
  }));
  await insertQuestions(services, run, questions, mostPerRun);
}

/**
 * Returns true if a task waits for an answer. Ends the open questions of its run whose time is
 * over.
 */
export async function isWaiting(
  services: EngineServices,
  run: RunRef,
  taskId: string,
): Promise<boolean> {
  const { database } = services;
  if (!(await hasOpenQuestions(database, run, taskId))) return false;
  await assumeOverdue(services, run);
  return (await listWaitingTasks(database, run, [taskId])).length > 0;
}

/**
 * Returns the end of the waiting for a question that is asked now; null if its task uses the
 * assumption.
 */
function dueAtOf({ input }: StoredRun): Date | null {
  const { askBack, askBackHours = 24 } = input.engagement;
  return askBack === 'wait' ? new Date(Date.now() + askBackHours * hourMs) : null;
}

/** Interval at which a run with other work looks for answers that reached another process. */
const lookAgainMs = 1_000;

/** Waits until one of the tasks no longer waits for an answer, and returns those that do not. */
export async function waitForAnswers(
  { database, signals }: EngineServices,
  run: RunRef,
  taskIds: readonly string[],
  signal: AbortSignal,
): Promise<{ woken: string[] }> {
  for (;;) {
    const waiting = new Set(await listWaitingTasks(database, run, taskIds));
    const woken = taskIds.filter((taskId) => !waiting.has(taskId));
    // The caller no longer waits for the result when it has aborted.
    if (woken.length > 0 || signal.aborted) return { woken };
    await signals.wait(run.runId, lookAgainMs, signal);
  }
}
