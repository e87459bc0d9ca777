import { ApiError } from '@ecp/contract/declaring/errors';
import type { Services } from '../../kernel/services.ts';
import { executeQuery } from './querying/execute-query.ts';
import type { UsedTable } from './records/query-rows.ts';
import { selectTablesNamed } from './records/table-rows.ts';

interface RecordedRow {
  sql: string;
  result_hash: string;
  tables: UsedTable[];
}

/** The outcome of asking a query again. The hash is null if the query can no longer be run. */
export interface Verification {
  same: boolean;
  resultHash: string | null;
}

const gone: Verification = { same: false, resultHash: null };

/**
 * Runs a recorded query again on the present tables, bound by name, and compares the results (TAB-7). Records nothing.
 * `isAwaited` is true if a person waits. Errors: `not_found`, `query_failed`, `service_unavailable`.
 */
export async function verifyQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  { engagementId, queryId, isAwaited }: { engagementId: string; queryId: string; isAwaited: boolean },
): Promise<Verification> {
  const [[query]] = await services.database.batchTenant<[RecordedRow]>(tenantId, [
    {
      name: 'select_query_to_verify',
      text: `select sql, result_hash, tables from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = $3`,
      values: [tenantId, engagementId, queryId],
    },
  ]);
  if (!query) throw new ApiError('not_found');
  const names = query.tables.map(({ name }) => name);
  const [present] = await services.database.batchTenant(tenantId, [selectTablesNamed(tenantId, engagementId, names)]);
  if (present.length < names.length) return gone;
  try {
    const { resultHash } = await executeQuery(services, tenantId, { engagementId, sql: query.sql, isAwaited });
    return { same: resultHash === query.result_hash, resultHash };
  } catch (error) {
    // It was accepted once, so a table has gone or changed its columns.
    if (error instanceof ApiError && error.code === 'query_refused') return gone;
    throw error;
  }
}
