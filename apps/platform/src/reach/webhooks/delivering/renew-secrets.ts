import { renewSealedRows, type SealedRows } from '../../../kernel/keys/renewal.ts';
import type { Services } from '../../../kernel/services.ts';
import { decryptSecret, encryptSecret } from './encrypt-secret.ts';

interface Row {
  id: string;
  endpoint_id: string;
  sealed: string;
}

const secretsAtOnce = 500;

/** Renews the encryption of webhook secrets, see renewSealedRows. */
export function renewWebhookSecrets(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  const { keys } = services;
  const reseal = ({ endpoint_id: endpointId, sealed }: Row) => {
    const secret = decryptSecret(keys, endpointId, sealed);
    return secret === null ? null : encryptSecret(keys, endpointId, secret);
  };
  return renewSealedRows(services, { ...statements, reseal }, signal);
}

const statements: Omit<SealedRows<Row>, 'reseal'> = {
  selectTenants: (keyId, after, most) => ({
    name: 'select_tenants_of_old_webhook_secrets',
    text: `select distinct tenant_id from platform.webhook_secrets where key_id <> $1 and tenant_id > $2
      order by tenant_id limit $3`,
    values: [keyId, after, most],
  }),
  selectOld: (tenantId, keyId) => ({
    name: 'select_old_webhook_secrets',
    text: `select id, endpoint_id, sealed from platform.webhook_secrets where tenant_id = $1 and key_id <> $2
      order by id limit ${secretsAtOnce} for update skip locked`,
    values: [tenantId, keyId],
  }),
  update: (tenantId, ids, sealed) => ({
    name: 'renew_webhook_secrets',
    text: `update platform.webhook_secrets s set sealed = renewed.sealed
      from unnest($2::text[], $3::text[]) as renewed (id, sealed) where s.tenant_id = $1 and s.id = renewed.id`,
    values: [tenantId, ids, sealed],
  }),
};
