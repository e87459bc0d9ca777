import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { actorAuthor, actorUserId, type RequestContext } from '../../kernel/context.ts';
import { recordNotice } from '../notices/record-notice.ts';
import type { EngagementRow } from './engagement-rows.ts';

/** Tells the new owner of an engagement, unless the owner is the caller (ENG-28, NOT-3). */
export async function tellOwner(
  tx: Transaction,
  { services, tenantId, principal }: Pick<RequestContext, 'services' | 'tenantId' | 'principal'>,
  { id: engagementId, name: engagementName, owner_id: userId }: Pick<EngagementRow, 'id' | 'name' | 'owner_id'>,
): Promise<void> {
  if (userId === null || (principal.kind !== 'api_key' && userId === actorUserId(principal))) return;
  const data = { assignedBy: actorAuthor(principal).name };
  const notice = { kind: 'owner_assigned' as const, data, engagementId, engagementName, cause: createId(), userId };
  await recordNotice(tx, services, tenantId, notice);
}
