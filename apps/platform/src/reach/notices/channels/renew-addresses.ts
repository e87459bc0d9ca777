import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../../kernel/services.ts';
import { openAddress, sealAddress } from './seal-address.ts';

const tenantsAtOnce = 100;

/**
 * Encrypts addresses of channels with the secret that writes, if another secret has encrypted them (SET-15). Returns the
 * number of rows that no secret of the installation decrypts. Repeatable; it skips rows that another process is working
 * on.
 */
export async function renewChannelAddresses(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  for (let after = ''; !signal.aborted; ) {
    const [tenants] = await services.database.batchSystem([selectTenants(services.keys.writingId, after)]);
    for (const { tenant_id: tenantId } of tenants) {
      left += await services.database.withTenant(tenantId, (tx) => renewOfTenant(tx, services, tenantId));
    }
    const last = tenants.at(-1);
    if (!last || tenants.length < tenantsAtOnce) break;
    after = last.tenant_id;
  }
  return left;
}

const selectTenants = (keyId: string, after: string): Statement<{ tenant_id: string }> => ({
  name: 'select_tenants_of_old_addresses',
  text: `select distinct tenant_id from platform.notice_channels where key_id <> $1 and tenant_id > $2
    order by tenant_id limit $3`,
  values: [keyId, after, tenantsAtOnce],
});

/** A tenant has few channels, so one statement renews them all. */
async function renewOfTenant(tx: Transaction, { keys }: Pick<Services, 'keys'>, tenantId: string): Promise<number> {
  const { rows } = await tx.query<{ id: string; sealed: string }>({
    name: 'select_old_addresses',
    text: `select id, sealed from platform.notice_channels where tenant_id = $1 and key_id <> $2
      order by id for update skip locked`,
    values: [tenantId, keys.writingId],
  });
  const renewed = rows.flatMap(({ id, sealed }) => {
    const url = openAddress(keys, id, sealed);
    return url === null ? [] : [{ id, sealed: sealAddress(keys, id, url) }];
  });
  await tx.query({
    name: 'renew_addresses',
    text: `update platform.notice_channels c set sealed = renewed.sealed
      from unnest($2::text[], $3::text[]) as renewed (id, sealed) where c.tenant_id = $1 and c.id = renewed.id`,
    values: [tenantId, renewed.map(({ id }) => id), renewed.map(({ sealed }) => sealed)],
  });
  return rows.length - renewed.length;
}
