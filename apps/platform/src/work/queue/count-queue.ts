import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { CountQueueQuery } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { waitingRows, waitingRowsOf } from './waiting-rows.ts';

/** The columns that count rows of the queue `waiting` by kind. */
export const waitingCounts = `
  count(*) filter (where waiting.kind = 'review')::integer as reviews,
  count(*) filter (where waiting.kind = 'question')::integer as questions,
  count(*) filter (where waiting.kind = 'comment')::integer as comments,
  count(*) filter (where waiting.kind = 'failed_run')::integer as failed`;

/** Counts what waits for the caller, by kind, in the engagements that listQueue shows (QUE-3). */
export async function countQueue(
  { services, tenantId, principal }: RequestContext,
  { scope }: CountQueueQuery,
): Promise<WaitingCounts> {
  const [[counts]] = await services.database.batchTenant<[WaitingCounts]>(tenantId, [
    {
      name: 'count_queue',
      text: `select ${waitingCounts} from (${waitingRows}) waiting
        cross join lateral (
          select archived_at, sample, owner_id from platform.engagements
          where tenant_id = $1 and id = waiting.engagement_id limit 1
        ) e
        where e.archived_at is null and not e.sample and ($2::text is null or e.owner_id is null or e.owner_id = $2)`,
      values: [tenantId, scope === 'all' ? null : actorUserId(principal)],
    },
  ]);
  if (!counts) throw new Error('The count returned no row');
  return counts;
}

/** Returns the statement that counts what waits in one engagement, as the list of engagements does (ENG-19). */
export function selectWaitingOf(tenantId: string, engagementId: string): Statement<WaitingCounts> {
  return {
    name: 'select_waiting_of',
    text: `select ${waitingCounts} from (${waitingRowsOf('$2')}) waiting
      join platform.engagements e on e.tenant_id = $1 and e.id = $2 and not e.sample`,
    values: [tenantId, engagementId],
  };
}
