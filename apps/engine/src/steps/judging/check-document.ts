import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { type CheckedDeliverable, checkDeliverable } from '../../evidence/check-deliverable.ts';
import { readWriters } from '../../routing/read-writers.ts';
import { supportJudges } from '../../routing/support-judges.ts';
import { taskDifficulty } from '../../routing/task-difficulty.ts';
import type { TaskModels, TaskWorkflowInput } from '../calling/call-model.ts';
import { logLack } from '../calling/run-optional-step.ts';
import { openJudge } from './judge-claims.ts';

/** Checks versions of one document, with the judge's answers from one version to the next. */
export type CheckDocument = (markdown: string, pleas?: ReadonlyMap<string, string>) => Promise<CheckedDeliverable>;

/**
 * Opens the check of a task's document, with a judge where a model is configured that did not write it (contract 14).
 * A statement that no judge has read is delivered as `unjudged`, and the log gives the reason (contract 7).
 */
export async function openCheck(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  given: DraftInput,
): Promise<CheckDocument> {
  const { tenantId, runId, engagementId, task } = input;
  const writers = await readWriters(services.database, input, task.id, services.models, models.required);
  const judge = openJudge(services, {
    ...{ tenantId, runId, engagementId, taskId: task.id, difficulty: taskDifficulty(task) },
    engagement: given.engagement,
    judges: supportJudges(services, writers),
    onLeftOut: (message) => {
      const lack = 'no judge has read whether the cited passages support their claims';
      return logLack(services, input, 'judge', `${task.name}: ${lack}. ${message}`);
    },
  });
  return (markdown, pleas) => checkDeliverable(markdown, given, judge, pleas);
}
