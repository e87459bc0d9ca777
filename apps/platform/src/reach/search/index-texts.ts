import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';

/** Changes of one transaction. Other tenants wait for one batch at most. */
const batchSize = 20;
/** Tenants of one round. */
const maxTenants = 100;

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
        text: `select distinct tenant_id from (
          select tenant_id from platform.search_changes where due_at <= now() limit 10000) due limit ${maxTenants}`,
        values: [],
      },
    ]);
    isBehind = false;
    for (const { tenant_id: tenantId } of tenants) {
      if (signal.aborted) return;
      const { done, failures } = await database.withTenant(tenantId, indexBatch);
      for (const failure of failures) log.error({ tenantId, failure }, 'A text could not be indexed for the search');
      isBehind ||= done === batchSize;
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
