import type { CallDependencies } from '../../call/types/model-call.ts';
import { emitEvent } from '../../kernel/events/emit-event.ts';
import { TaskEndedError, type TaskWorkflowInput } from './call-model.ts';
import { runRecorded } from './durable-step.ts';

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
  services: CallDependencies,
  input: TaskWorkflowInput,
  { key, lack, work }: OptionalStep<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TaskEndedError) || ['stopped', 'waiting'].includes(error.result.state)) throw error;
    const reason = 'error' in error.result ? error.result.error : '';
    await runRecorded(() => logLack(services, input, key, `${input.task.name}: ${lack}. ${reason}`));
    return null;
  }
}

/** Logs once what a document lacks because an optional call could not be had. */
export async function logLack(
  { database, signals }: CallDependencies,
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
