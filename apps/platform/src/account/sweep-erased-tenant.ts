import { anonymizeAuditLog } from '../kernel/audit/anonymize-audit-log.ts';
import type { DurableInputs } from '../kernel/durable-work/durable-work.ts';
import type { Services } from '../kernel/services.ts';
import { decryptTenantId } from './encrypt-tenant-id.ts';
import { eraseLeftovers } from './erase-leftovers.ts';

/** Longer than a request may last, so that every request of the erased tenant has ended. */
export const sweepAfterMs = 30 * 60_000;

/**
 * Erases what belongs to an erased tenant a second time: files of uploads whose process died, and mail and audit
 * entries of requests in progress (ACC-7, ACC-8, ACC-9). Repeatable. Throws while the storage does not answer, and when
 * this SECRET_KEY cannot decrypt the tenant.
 */
export async function sweepErasedTenant(
  services: Services,
  { sealedTenant }: DurableInputs['sweepErasedTenant'],
): Promise<void> {
  const tenantId = decryptTenantId(services.keys, sealedTenant);
  await eraseLeftovers(services, tenantId);
  await services.database.withSystem((tx) => anonymizeAuditLog(tx, tenantId));
}
