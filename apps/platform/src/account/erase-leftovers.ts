import { tenantPrefix } from '../work/attachments/storing/storage-keys.ts';
import type { Services } from '../kernel/services.ts';

/**
 * Takes away what lies outside the tables of a tenant that is gone: files, cached lists, queued work and unsent mail.
 * Repeatable. Throws while the storage does not answer, or work of the tenant is not over.
 */
export async function eraseLeftovers(
  { storage, cache, durable, mail }: Pick<Services, 'storage' | 'cache' | 'durable' | 'mail'>,
  tenantId: string,
): Promise<void> {
  await storage.deletePrefix(tenantPrefix(tenantId));
  await cache.forget(tenantId);
  await durable.eraseTenantWork(tenantId);
  await mail.forget(tenantId);
}
