import type { PromptInputs, PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../../call/engine-services.ts';
import type { WrittenText } from '../../call/generate/answer-text.ts';
import { makeTurn } from '../../call/make-call.ts';
import { type CallOutcome, CallTakenOverError } from '../../call/model-call.ts';
import type { ToolTurn } from '../../call/tool-types.ts';
import { emitEvent, type RunRef } from '../../kernel/events.ts';
import type { EngineTask, TaskEnding, TaskResult } from '../../kernel/runs.ts';
import { retryDuringDatabaseOutage } from '../../kernel/waiting.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { taskDifficulty } from '../../routing/estimates.ts';
import { recordModelFailure } from '../../routing/past-tasks.ts';
import { toolsOf } from '../../tools/prepare-tools.ts';
import { askPeople } from './ask-people.ts';
import { logTruncation } from './task-events.ts';

export interface TaskWorkflowInput extends RunRef {
  engagementId: string;
  task: EngineTask;
  /** Number of the run's tasks that still need money, including this one. */
  tasksLeft: number;
  /** Trace context of the run's span, if the run is traced. */
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

/** The models of a task. */
export interface TaskModels {
  /**
   * For the calls that the document needs: the chosen model, then those that may replace it. A pinned one stands alone.
   */
  required: CatalogModel[];
  /** For its optional calls: the chosen model, then all others. */
  optional: CatalogModel[];
}

/** A call of a task. */
interface TaskCall<P extends PromptPurpose> {
  purpose: P;
  /** Unique in the task. */
  key: string;
  agentSlug: string;
  models: readonly CatalogModel[];
  gather: () => Promise<PromptInputs[P]>;
}

/**
 * Calls a model. The call's own record makes it durable. Without an answer, the task ends. If the model asks for tools,
 * it gets the results in the next turn, which is a separate call. The last turn offers no tools.
 */
export async function callModel<P extends PromptPurpose>(
  services: EngineServices,
  input: TaskWorkflowInput,
  call: TaskCall<P>,
): Promise<PromptOutputs[P]> {
  return (await answerCall(services, input, call)).answer;
}

/** Calls a model for a text. Reports and logs whether the text stopped at the model's output limit. */
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
  const shared = { ...run, engagementId, taskId: task.id, difficulty: taskDifficulty(task), onLeft, ...given };
  const turns: ToolTurn[] = [];
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
    turns.push(outcome.turn);
    const { turn } = outcome;
    const asking = { turn, number: turns.length };
    if (await runRecorded(services, () => askPeople(services, call, asking))) {
      throw new TaskEndedError({ state: 'waiting', taskId: task.id });
    }
  }
}

/** Returns the result of a task whose call got no answer. */
export function toResult(
  { id: taskId }: EngineTask,
  ended: Exclude<CallOutcome<PromptPurpose>, { outcome: 'answered' }>,
): TaskResult {
  if (ended.outcome === 'stopped') return { state: 'stopped', taskId };
  if (ended.outcome === 'exhausted') return { state: 'exhausted', taskId, error: ended.message };
  return { state: 'failed', taskId, reason: 'call_failed', error: ended.message };
}

/** A step that a task can do without. */
interface OptionalStep<T> {
  /** Unique in the task. */
  key: string;
  /** A clause for the log: the shortcoming of a document without the step. */
  lack: string;
  work: () => Promise<T>;
}

/**
 * Runs a step that improves or judges a document (contract 7). If it cannot be had, the log says what the document
 * lacks, and the result is null. Only Stop and the waiting for an answer end the task.
 */
export async function runOptionalStep<T>(
  services: EngineServices,
  input: TaskWorkflowInput,
  { key, lack, work }: OptionalStep<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TaskEndedError) || ['stopped', 'waiting'].includes(error.result.state)) throw error;
    const reason = 'error' in error.result ? error.result.error : '';
    await runRecorded(services, () => logLack(services, input, key, `${input.task.name}: ${lack}. ${reason}`));
    return null;
  }
}

/** Logs once what a document lacks because an optional call could not be had. */
export async function logLack(
  { database, signals }: EngineServices,
  input: TaskWorkflowInput,
  key: string,
  message: string,
): Promise<void> {
  const { id: taskId, agentSlug: agent } = input.task;
  await emitEvent(database, input, `log:left-out:${taskId}/${key}`, {
    ...{ type: 'log', level: 'warning', code: 'call_left_out', agent, taskId },
    message,
  });
  signals.notify(input.runId);
}

/**
 * Runs work that stores its own durable record. A repeated run does the work again and must get the same result. Waits for
 * an unreachable database; any other error ends the run. After a takeover it never settles, because the work is another
 * process's and this one ends.
 */
export async function runRecorded<Result>(
  { log }: Pick<EngineServices, 'log'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await retryDuringDatabaseOutage(work, (err) => log.warn({ err }, 'A run waits for the database'));
  } catch (error) {
    if (error instanceof CallTakenOverError) return new Promise<never>(() => undefined);
    throw error;
  }
}
