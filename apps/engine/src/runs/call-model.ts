import type { PromptInputs, PromptOutputs, PromptPurpose } from '../agents/prompts/prompt-types.ts';
import { type CallDependencies, type CallOutcome, makeCall } from '../calls/make-call.ts';
import type { RunRef } from '../events/emit-event.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { EngineTask } from '../planning/normalize-tasks.ts';
import { announceCut } from './announce-task.ts';
import { runStep } from './durable-step.ts';
import type { TaskResult } from './task-state.ts';
import { waitWhilePaused } from './wait-while-paused.ts';

export interface TaskWorkflowInput extends RunRef {
  engagementId: string;
  task: EngineTask;
  /** Tasks of the run that still need money, this one included. */
  tasksLeft: number;
  /** Of the run's span, when it is traced. */
  traceparent?: string;
}

/** Ends a task early: thrown inside the workflow only, never across a step. */
export class TaskEnded extends Error {
  readonly result: TaskResult;
  constructor(result: TaskResult) {
    super(result.state);
    this.result = result;
  }
}

/** One model call as one durable step; ends the task when there is no answer. */
export async function callModel<P extends PromptPurpose>(
  services: CallDependencies,
  { tenantId, runId, engagementId, task }: TaskWorkflowInput,
  model: CatalogModel,
  purpose: P,
  key: string,
  agentSlug: string,
  gather: () => Promise<PromptInputs[P]>,
): Promise<PromptOutputs[P]> {
  const outcome = await runStep(key, async (): Promise<CallOutcome<P>> => {
    const callKey = `${task.id}/${key}`;
    // Before anything is read: a paused run holds no texts.
    await waitWhilePaused(services, { tenantId, runId });
    const input = await gather();
    const made = { tenantId, runId, engagementId, taskId: task.id, callKey, purpose, agentSlug, model, input };
    const result = await makeCall(services, made);
    if (result.outcome === 'answered') await announceCut(services, made, task, result.answer);
    return result;
  });
  if (outcome.outcome !== 'answered') throw new TaskEnded(toResult(task, outcome));
  return outcome.answer;
}

/** How a task ends whose call got no answer. */
export function toResult(
  { id: taskId }: EngineTask,
  ended: Exclude<CallOutcome<PromptPurpose>, { outcome: 'answered' }>,
): TaskResult {
  if (ended.outcome === 'stopped') return { state: 'stopped', taskId };
  if (ended.outcome === 'exhausted') return { state: 'exhausted', taskId, error: ended.message };
  return { state: 'failed', taskId, error: ended.message };
}
