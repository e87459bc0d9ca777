import type { DeliverableRecord } from '@ecp/contract/work/deliverables';
import type { Services } from '../../kernel/services.ts';
import {
  type DeliverableRow,
  maxVersionsInOneRead,
  selectDeliverablesWithin,
  toDeliverable,
} from './deliverable-rows.ts';
import { readTexts, type StoredVersion } from './old-texts/read-texts.ts';

/** Bytes of text beyond which older versions are left out. */
const maxBytes = 8 * 1024 * 1024;

/** Deliverables with their texts. `complete` is false when older versions are left out. */
export interface DeliverablesRead {
  deliverables: DeliverableRecord[];
  complete: boolean;
}

/**
 * Turns the rows of selectDeliverablesOf into an engagement's deliverables. When there are more, reads again within a
 * bound. Throws as readTexts.
 */
export async function readDeliverables(
  services: Pick<Services, 'database' | 'storage' | 'log'>,
  tenantId: string,
  engagementId: string,
  first: StoredVersion<DeliverableRow>[],
): Promise<DeliverablesRead> {
  const toRecords = async (rows: StoredVersion<DeliverableRow>[]) =>
    (await readTexts<DeliverableRow>(services, tenantId, rows)).map(toDeliverable);
  if (first.length <= maxVersionsInOneRead) return { deliverables: await toRecords(first), complete: true };
  const [kept] = await services.database.batchTenant(tenantId, [
    selectDeliverablesWithin(tenantId, engagementId, maxBytes),
  ]);
  return { deliverables: await toRecords(kept), complete: (kept[0]?.found ?? 0) === kept.length };
}
