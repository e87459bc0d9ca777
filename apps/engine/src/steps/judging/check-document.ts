import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { type CheckedDeliverable, checkDeliverable } from '../../evidence/check-deliverable.ts';
import { readWriters } from '../../routing/read-writers.ts';
import { supportJudges } from '../../routing/support-judges.ts';
import type { TaskModels, TaskWorkflowInput } from '../calling/call-model.ts';
import { openJudge } from './judge-claims.ts';

/** Checks versions of one document, with the judge's answers from one version to the next. */
export type CheckDocument = (markdown: string) => Promise<CheckedDeliverable>;

/**
 * Opens the check of a task's document, with a judge where a model is configured that did not write it (contract 9).
 */
export async function openCheck(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  given: DraftInput,
): Promise<CheckDocument> {
  const writers = await readWriters(services.database, input, input.task.id, services.models, models.required);
  const judge = openJudge(services, input, supportJudges(services.models, writers), given.engagement);
  return (markdown) => checkDeliverable(markdown, given, judge);
}
