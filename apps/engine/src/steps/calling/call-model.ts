import type { PromptInputs, PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import { makeTurn } from '../../call/make-call.ts';
import type { WrittenText } from '../../call/truncated-answer.ts';
import type { CallDependencies, CallOutcome } from '../../call/types/model-call.ts';
import type { ToolTurn } from '../../call/types/tool-types.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import type { TaskResult } from '../../kernel/runs/task-state.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { toolsOf } from '../../tools/prepare-tools.ts';
import { runRecorded } from './durable-step.ts';
import { logTruncation } from './emit-task-events.ts';

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
  readonly result: TaskResult;
  constructor(result: TaskResult) {
    super(result.state);
    this.result = result;
  }
}

/**
 * Calls a model. The call's own record makes it durable. Without an answer, the task ends. If the model asks for tools, it
 * gets the results in the next turn, which is a separate call. The last turn offers no tools.
 */
export async function callModel<P extends PromptPurpose>(...call: Call<P>): Promise<PromptOutputs[P]> {
  return (await answerCall(...call)).answer;
}

/** Calls a model for a text. Reports and logs whether the text stopped at the model's output limit. */
export async function callForText<P extends 'draft' | 'revise' | 'repair'>(...call: Call<P>): Promise<WrittenText> {
  const { answer, cut } = await answerCall(...call);
  return { content: answer, cut };
}

type Call<P extends PromptPurpose> = [
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  purpose: P,
  key: string,
  agentSlug: string,
  gather: () => Promise<PromptInputs[P]>,
];

async function answerCall<P extends PromptPurpose>(
  ...[services, { tenantId, runId, engagementId, task }, model, purpose, key, agentSlug, gather]: Call<P>
): Promise<{ answer: PromptOutputs[P]; cut: boolean }> {
  const allowed = services.roster.find(agentSlug)?.tools ?? [];
  const shared = { tenantId, runId, engagementId, taskId: task.id, purpose, agentSlug, model, gather };
  const turns: ToolTurn[] = [];
  for (;;) {
    const turnKey = turns.length === 0 ? key : `${key}:turn${turns.length + 1}`;
    const call = { ...shared, callKey: `${task.id}/${turnKey}`, tools: toolsOf(allowed, purpose, [...turns]) };
    const outcome = await runRecorded(async () => {
      const result = await makeTurn(services, call);
      if (result.outcome === 'answered' && result.cut) await logTruncation(services, call, task);
      return result;
    });
    if (outcome.outcome === 'answered') return outcome;
    if (outcome.outcome !== 'asked') throw new TaskEndedError(toResult(task, outcome));
    turns.push(outcome.turn);
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
