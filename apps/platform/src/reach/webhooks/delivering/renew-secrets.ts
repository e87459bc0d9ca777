import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../../kernel/services.ts';
import { decryptSecret, encryptSecret } from './encrypt-secret.ts';

const tenantsAtOnce = 100;
const secretsAtOnce = 500;

/**
 * Encrypts webhook secrets with the secret that writes, if another secret has encrypted them (SET-15). Returns the
 * number of rows that no secret of the installation decrypts. Repeatable; it skips rows that another process is working
 * on.
 */
export async function renewWebhookSecrets(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  const { database, keys } = services;
  let left = 0;
  for (let after = ''; !signal.aborted; ) {
    const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([selectTenants(keys.writingId, after)]);
    for (const { tenant_id: tenantId } of tenants) {
      left += await database.withTenant(tenantId, (tx) => renewOfTenant(tx, services, tenantId));
    }
    const last = tenants.at(-1);
    if (!last || tenants.length < tenantsAtOnce) break;
    after = last.tenant_id;
  }
  return left;
}

const selectTenants = (keyId: string, after: string): Statement<{ tenant_id: string }> => ({
  name: 'select_tenants_of_old_webhook_secrets',
  text: `select distinct tenant_id from platform.webhook_secrets where key_id <> $1 and tenant_id > $2
    order by tenant_id limit $3`,
  values: [keyId, after, tenantsAtOnce],
});

async function renewOfTenant(tx: Transaction, { keys }: Pick<Services, 'keys'>, tenantId: string): Promise<number> {
  const { rows } = await tx.query<{ id: string; endpoint_id: string; sealed: string }>({
    name: 'select_old_webhook_secrets',
    text: `select id, endpoint_id, sealed from platform.webhook_secrets where tenant_id = $1 and key_id <> $2
      order by id limit $3 for update skip locked`,
    values: [tenantId, keys.writingId, secretsAtOnce],
  });
  const renewed = rows.flatMap(({ id, endpoint_id: endpointId, sealed }) => {
    const secret = decryptSecret(keys, endpointId, sealed);
    return secret === null ? [] : [{ id, sealed: encryptSecret(keys, endpointId, secret) }];
  });
  await tx.query({
    name: 'renew_webhook_secrets',
    text: `update platform.webhook_secrets s set sealed = renewed.sealed
      from unnest($2::text[], $3::text[]) as renewed (id, sealed) where s.tenant_id = $1 and s.id = renewed.id`,
    values: [tenantId, renewed.map(({ id }) => id), renewed.map(({ sealed }) => sealed)],
  });
  return rows.length - renewed.length;
}
