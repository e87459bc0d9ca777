import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../call/types/model-call.ts';
import { emitEvent } from '../kernel/events/emit-event.ts';
import type { TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { type UnverifiedQuery, verifyQueries } from '../tools/verify-queries.ts';

const notes: Record<UnverifiedQuery['reason'], (id: string) => string> = {
  changed: (id) => `the citations of Query ${id} are not verified, because its result is no longer the same`,
  missing: (id) => `the citations of Query ${id} are not verified, because it is not recorded`,
  unknown: (id) => `Query ${id} could not be run again, so its recorded result counts`,
};

/**
 * Returns the material for the check of a document: a cited query does not count if it gives another result when it is
 * run again (contract 10). The log tells once which queries did not give the same result.
 */
export async function withVerifiedQueries(
  services: CallDependencies,
  input: TaskWorkflowInput,
  content: string,
  material: DraftInput,
): Promise<DraftInput> {
  const { held, unverified } = await verifyQueries(services, input, content, material.queries ?? []);
  for (const { id, reason } of unverified) {
    const { id: taskId, name, agentSlug: agent } = input.task;
    await emitEvent(services.database, input, `log:query:${taskId}:${id}`, {
      ...{ type: 'log', level: 'warning', code: 'query_not_verified', agent, taskId },
      message: `${name}: ${notes[reason](id)}`,
    });
  }
  return { ...material, queries: held };
}
