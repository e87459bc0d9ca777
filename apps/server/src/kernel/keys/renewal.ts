import type { Transaction } from '@ecp/database/database';
import type { Services } from '../services.ts';
import { selectTenantsToRewrap } from './tenant-keys.ts';

/**
 * A table of tenants' rows with columns `id`, `key_id` and `sealed`, which the installation's key
 * has encrypted.
 */
interface SealedTable<Row extends { id: string }> {
  table: `platform.${string}`;
  columns: string;
  /** Encrypts the content of a row anew; null when no secret of the installation decrypts it. */
  reseal(row: Row): string | null;
}

const tenantsAtOnce = 100;
const rowsAtOnce = 500;

/**
 * Encrypts rows with the writing secret. Returns how many no secret opens. Repeatable; skips rows
 * in progress.
 */
export async function renewSealedRows<Row extends { id: string }>(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  sealed: SealedTable<Row>,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  for (let after = ''; !signal.aborted; ) {
    const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([
      {
        name: `select_tenants_of_old ${sealed.table}`,
        text: `select distinct tenant_id from ${sealed.table} where key_id <> $1 and tenant_id > $2
          order by tenant_id limit ${tenantsAtOnce}`,
        values: [keys.writingId, after],
      },
    ]);
    for (const { tenant_id: tenantId } of tenants) {
      left += await database.withTenant(tenantId, (tx) =>
        renewOfTenant(tx, sealed, tenantId, keys.writingId),
      );
    }
    const last = tenants.at(-1);
    if (!last || tenants.length < tenantsAtOnce) break;
    after = last.tenant_id;
  }
  return left;
}

async function renewOfTenant<Row extends { id: string }>(
  tx: Transaction,
  { table, columns, reseal }: SealedTable<Row>,
  tenantId: string,
  keyId: string,
): Promise<number> {
  const { rows } = await tx.query<Row>({
    name: `select_old ${table}`,
    text: `select ${columns} from ${table} where tenant_id = $1 and key_id <> $2
      order by id limit ${rowsAtOnce} for update skip locked`,
    values: [tenantId, keyId],
  });
  const renewed = rows.flatMap((row) => {
    const sealed = reseal(row);
    return sealed === null ? [] : [{ id: row.id, sealed }];
  });
  await tx.query({
    name: `renew ${table}`,
    text: `update ${table} r set sealed = renewed.sealed
      from unnest($2::text[], $3::text[]) as renewed (id, sealed) where r.tenant_id = $1 and r.id = renewed.id`,
    values: [tenantId, renewed.map(({ id }) => id), renewed.map(({ sealed }) => sealed)],
  });
  return rows.length - renewed.length;
}

/**
 * Wraps tenants' keys with the present master key. Returns how many nothing opens. Repeatable;
 * throws without it.
 */
export async function rewrapTenantKeys(
  {
    database,
    masterKey,
    tenantKeys,
    log,
  }: Pick<Services, 'database' | 'masterKey' | 'tenantKeys' | 'log'>,
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
