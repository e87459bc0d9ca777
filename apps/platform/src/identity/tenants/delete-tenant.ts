import type { Transaction } from '@ecp/database/database';

/** Locks a tenant until the transaction ends, so that nothing is added to it. Returns false if it is gone. */
export async function lockTenant(tx: Transaction, tenantId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock_tenant',
    text: 'select from platform.tenants where id = $1 for update',
    values: [tenantId],
  });
  return rowCount > 0;
}

/** Deletes a tenant with its rows in all tables. Its audit log stays (ACC-8, ACC-9). */
export async function deleteTenant(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query({ name: 'delete_tenant', text: 'delete from platform.tenants where id = $1', values: [tenantId] });
}
