import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import { readCallOrder, storeOutcome } from '../../kernel/call-orders.ts';
import type { RunRef } from '../../kernel/events.ts';
import { judgeModels } from '../../routing/judges.ts';

/** One statement over few tables takes little thought. */
const difficulty = 0.4;
const analystSlug = 'data-analyst';

/** Writes the statement of a `query` run and stores it once. Returns why there is none. */
export async function draftQuery(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
): Promise<RunFailure | null> {
  const { order, engagement } = await readCallOrder(services.database, ref, 'query');
  const { question, tables = [], withoutTable = [] } = order;
  const { tenantId, runId, engagementId } = ref;
  const drafted = await makeCall(services, {
    tenantId,
    runId,
    engagementId,
    taskId: null,
    difficulty,
    callKey: 'query',
    purpose: 'query',
    agentSlug: services.roster.find(analystSlug)?.slug ?? services.roster.planner.slug,
    models: judgeModels(services.models),
    gather: async () => ({ engagement, tables, withoutTable, question }),
  });
  if (drafted.outcome === 'stopped') return null;
  if (drafted.outcome !== 'answered') {
    const reason = drafted.outcome === 'exhausted' ? drafted.reason : 'planning_failed';
    return { reason, message: drafted.message };
  }
  const { sql, note } = drafted.answer;
  const outcome = { sql: sql.trim() || null, note: note.trim() };
  await storeOutcome(services.database, ref, 'query', outcome);
  return null;
}
