import { renewSealedRows, type SealedRows } from '../../../kernel/keys/renewal.ts';
import type { Services } from '../../../kernel/services.ts';
import { openAddress, sealAddress } from './seal-address.ts';

interface Row {
  id: string;
  sealed: string;
}

/** Renews the encryption of channels' addresses, see renewSealedRows. */
export function renewChannelAddresses(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  const { keys } = services;
  const reseal = ({ id, sealed }: Row) => {
    const url = openAddress(keys, id, sealed);
    return url === null ? null : sealAddress(keys, id, url);
  };
  return renewSealedRows(services, { ...statements, reseal }, signal);
}

/** A tenant has few channels, so one statement selects them all. */
const statements: Omit<SealedRows<Row>, 'reseal'> = {
  selectTenants: (keyId, after, most) => ({
    name: 'select_tenants_of_old_addresses',
    text: `select distinct tenant_id from platform.notice_channels where key_id <> $1 and tenant_id > $2
      order by tenant_id limit $3`,
    values: [keyId, after, most],
  }),
  selectOld: (tenantId, keyId) => ({
    name: 'select_old_addresses',
    text: `select id, sealed from platform.notice_channels where tenant_id = $1 and key_id <> $2
      order by id for update skip locked`,
    values: [tenantId, keyId],
  }),
  update: (tenantId, ids, sealed) => ({
    name: 'renew_addresses',
    text: `update platform.notice_channels c set sealed = renewed.sealed
      from unnest($2::text[], $3::text[]) as renewed (id, sealed) where c.tenant_id = $1 and c.id = renewed.id`,
    values: [tenantId, ids, sealed],
  }),
};
