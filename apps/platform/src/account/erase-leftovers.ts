import type { Services } from '../kernel/services.ts';
import { tenantPrefix } from '../work/attachments/storing/storage-keys.ts';

/**
 * Erases what an erased tenant has outside its tables: files, cached texts, queued work and unsent mail. Repeatable.
 * Throws while the storage does not answer or work of the tenant is still running.
 */
export async function eraseLeftovers(
  {
    storage,
    cache,
    encodedBodies,
    durable,
    mail,
  }: Pick<Services, 'storage' | 'cache' | 'encodedBodies' | 'durable' | 'mail'>,
  tenantId: string,
): Promise<void> {
  await storage.deletePrefix(tenantPrefix(tenantId));
  await cache.forget(tenantId);
  encodedBodies.forget(tenantId);
  await durable.eraseTenantWork(tenantId);
  await mail.forget(tenantId);
}
