import type { DeliverableRecord } from '@ecp/contract/work/deliverables';
import type { Database } from '@ecp/database/database';
import {
  type DeliverableRow,
  maxVersionsInOneRead,
  selectDeliverablesWithin,
  toDeliverable,
} from './deliverable-rows.ts';

/** Bytes of text beyond which older versions are left out. */
const maxBytes = 8 * 1024 * 1024;

/** Deliverables with their texts. `complete` is false when older versions are left out. */
export interface DeliverablesRead {
  deliverables: DeliverableRecord[];
  complete: boolean;
}

/**
 * Turns the rows of selectDeliverablesOf into an engagement's deliverables. When there are more, reads again within a
 * bound.
 */
export async function readDeliverables(
  database: Database,
  tenantId: string,
  engagementId: string,
  first: DeliverableRow[],
): Promise<DeliverablesRead> {
  if (first.length <= maxVersionsInOneRead) return { deliverables: first.map(toDeliverable), complete: true };
  const [kept] = await database.batchTenant(tenantId, [selectDeliverablesWithin(tenantId, engagementId, maxBytes)]);
  return { deliverables: kept.map(toDeliverable), complete: (kept[0]?.found ?? 0) === kept.length };
}
