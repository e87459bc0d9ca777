import type { Services } from '../services.ts';
import { selectTenantsToRewrap } from './tenant-keys.ts';

const tenantsAtOnce = 100;

/**
 * Wraps the tenants' keys with the present master key, if another one has wrapped them (SET-15). Returns the number of
 * keys that nothing here unwraps. Repeatable; throws while the master key does not answer.
 */
export async function rewrapTenantKeys(
  { database, masterKey, tenantKeys, log }: Pick<Services, 'database' | 'masterKey' | 'tenantKeys' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  for (let after = ''; !signal.aborted; ) {
    const select = selectTenantsToRewrap(masterKey.name, after, tenantsAtOnce);
    const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([select]);
    for (const { tenant_id: tenantId } of tenants) {
      await tenantKeys.rewrap(tenantId).catch((error: unknown) => {
        left += 1;
        log.warn({ err: error }, 'The key of a tenant could not be wrapped again');
      });
    }
    const last = tenants.at(-1);
    if (!last || tenants.length < tenantsAtOnce) break;
    after = last.tenant_id;
  }
  return left;
}
