import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../services.ts';
import { selectTenantsToRewrap } from './tenant-keys.ts';

/** A table of tenants' rows that the installation's key has encrypted. `Row` is what its selection returns. */
export interface SealedRows<Row extends { id: string }> {
  /** Selects, in order, at most `most` tenants after `after` with rows that another secret than `keyId` has encrypted. */
  selectTenants(keyId: string, after: string, most: number): Statement<{ tenant_id: string }>;
  /** Locks such rows of a tenant, a bounded number of them, and skips those that another process is working on. */
  selectOld(tenantId: string, keyId: string): Statement<Row>;
  /** Encrypts the content of a row anew; null when no secret of the installation decrypts it. */
  reseal(row: Row): string | null;
  update(tenantId: string, ids: string[], sealed: string[]): Statement<unknown>;
}

const tenantsAtOnce = 100;

/**
 * Encrypts rows with the secret that writes, if another secret has encrypted them. Returns the number of rows
 * that no secret of the installation decrypts. Repeatable; it skips rows that another process is working on.
 */
export async function renewSealedRows<Row extends { id: string }>(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  table: SealedRows<Row>,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  for (let after = ''; !signal.aborted; ) {
    const [tenants] = await database.batchSystem([table.selectTenants(keys.writingId, after, tenantsAtOnce)]);
    for (const { tenant_id: tenantId } of tenants) {
      left += await database.withTenant(tenantId, (tx) => renewOfTenant(tx, table, tenantId, keys.writingId));
    }
    const last = tenants.at(-1);
    if (!last || tenants.length < tenantsAtOnce) break;
    after = last.tenant_id;
  }
  return left;
}

async function renewOfTenant<Row extends { id: string }>(
  tx: Transaction,
  table: SealedRows<Row>,
  tenantId: string,
  keyId: string,
): Promise<number> {
  const { rows } = await tx.query(table.selectOld(tenantId, keyId));
  const renewed = rows.flatMap((row) => {
    const sealed = table.reseal(row);
    return sealed === null ? [] : [{ id: row.id, sealed }];
  });
  const ids = renewed.map(({ id }) => id);
  await tx.query(
    table.update(
      tenantId,
      ids,
      renewed.map(({ sealed }) => sealed),
    ),
  );
  return rows.length - renewed.length;
}

/**
 * Wraps the tenants' keys with the present master key, if another one has wrapped them. Returns the number of
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
