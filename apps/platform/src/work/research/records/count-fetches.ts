import type { Transaction } from '@ecp/database/database';

/** The number of pages that a run has read or reads, and of fetches that it has begun. */
export interface FetchCounts {
  pages: number;
  fetches: number;
}

/** Counts the fetches of a run. The caller holds the run's research lock. */
export async function countFetches(tx: Transaction, tenantId: string, runId: string): Promise<FetchCounts> {
  const { rows } = await tx.query<FetchCounts>({
    name: 'count_fetches',
    text: `select count(*) filter (where state <> 'refused')::integer as pages, count(*)::integer as fetches
      from platform.page_reads where tenant_id = $1 and run_id = $2 and claimed_by is not null`,
    values: [tenantId, runId],
  });
  return rows[0] ?? { pages: 0, fetches: 0 };
}
