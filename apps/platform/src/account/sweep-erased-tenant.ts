import { anonymizeAuditLog } from '../kernel/audit/anonymize-audit-log.ts';
import type { DurableInputs } from '../kernel/durable-work/durable-work.ts';
import type { Services } from '../kernel/services.ts';
import { eraseLeftovers } from './erase-leftovers.ts';
import { decryptTenantId } from './encrypt-tenant-id.ts';

/** Longer than a request may last: what was under way when the tenant went has ended by then. */
export const sweepAfterMs = 30 * 60_000;

/**
 * Looks a second time for what belongs to an erased tenant: files of uploads whose process died, mail and audit entries
 * of requests that were under way (ACC-7, ACC-8, ACC-9). Repeatable. Throws while the storage does not
 * answer, and when the tenant cannot be read with this SECRET_KEY.
 */
export async function sweepErasedTenant(
  services: Services,
  { sealedTenant }: DurableInputs['sweepErasedTenant'],
): Promise<void> {
  const tenantId = decryptTenantId(services.secretKey, sealedTenant);
  await eraseLeftovers(services, tenantId);
  await services.database.withSystem((tx) => anonymizeAuditLog(tx, tenantId));
}
