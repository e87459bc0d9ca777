import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';

/** Changes of one transaction. Tenants take turns, one batch each. */
const batchSize = 20;

/**
 * Lets the search find all texts that have changed (SEA-5, SEA-11). A change stays noted until its text is indexed, so
 * work that a crash interrupts is repeated. A text that cannot be indexed is logged and tried again later. Any process
 * may call it at any time.
 */
export async function indexTexts(
  { database, log }: Pick<Services, 'database' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (let isBehind = true; isBehind && !signal.aborted; ) {
    const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([
      {
        name: 'select_tenants_to_index',
        // Steps from tenant to tenant, so that the many changes of one are not read.
        text: `with recursive tenants (tenant_id) as (
            select min(tenant_id) from platform.search_changes
            union all
            select (select min(c.tenant_id) from platform.search_changes c where c.tenant_id > t.tenant_id)
            from tenants t where t.tenant_id is not null
          )
          select tenant_id from tenants t
          where exists (select from platform.search_changes c where c.tenant_id = t.tenant_id and c.due_at <= now())`,
        values: [],
      },
    ]);
    isBehind = false;
    for (const { tenant_id: tenantId } of tenants) {
      if (signal.aborted) return;
      try {
        const { done, failures } = await database.withTenant(tenantId, indexBatch);
        for (const failure of failures) log.error({ tenantId, failure }, 'A text could not be indexed for the search');
        isBehind ||= done === batchSize;
      } catch (error) {
        log.error({ tenantId, err: error }, 'The texts of a tenant could not be indexed for the search');
      }
    }
  }
}

/** Indexes the oldest changes of the transaction's tenant. */
async function indexBatch(tx: Transaction): Promise<{ done: number; failures: string[] }> {
  const { rows } = await tx.query<{ done: number; failures: string[] }>({
    name: 'index_changes',
    text: `select done, failures from platform.index_changes(${batchSize})`,
    values: [],
  });
  return rows[0] ?? { done: 0, failures: [] };
}
