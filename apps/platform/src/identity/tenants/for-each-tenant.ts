import type { Database } from '@ecp/database/database';

const pageSize = 500;

/**
 * Calls `work` with each tenant's id, one after the other, for housekeeping within that tenant. After a failure it
 * continues with the next tenant, and throws all failures at the end as one AggregateError. Ends early when `signal`
 * aborts.
 */
export async function forEachTenant(
  database: Database,
  work: (tenantId: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let after = '';
  for (;;) {
    const [tenants] = await database.batchSystem<[{ id: string }]>([
      {
        name: 'list_tenant_ids',
        text: `select id from platform.tenants where id > $1 order by id limit ${pageSize}`,
        values: [after],
      },
    ]);
    for (const { id } of tenants) {
      if (signal?.aborted) break;
      await work(id).catch((error: unknown) => failures.push(error));
      after = id;
    }
    if (signal?.aborted || tenants.length < pageSize) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `Housekeeping failed for ${failures.length} tenants`);
}
