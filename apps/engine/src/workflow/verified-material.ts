import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../call/types/model-call.ts';
import { emitEvent } from '../kernel/events/emit-event.ts';
import type { TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { type UnverifiedQuery, verifyQueries } from '../tools/verify-queries.ts';

const reasons: Record<UnverifiedQuery['reason'], string> = {
  changed: 'its result is no longer the same',
  unreachable: 'it could not be run again',
};

/**
 * Returns the material for the check of a document: a cited query counts only if it gives the same result when it is
 * run again (contract 10). The log tells once which queries do not hold.
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
      message: `${name}: the citations of Query ${id} are not verified, because ${reasons[reason]}`,
    });
  }
  return { ...material, queries: held };
}
