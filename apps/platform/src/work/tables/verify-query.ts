import { ApiError } from '@ecp/contract/declaring/errors';
import type { TableColumn } from '@ecp/contract/work/tables';
import type { Services } from '../../kernel/services.ts';
import { executeQuery } from './querying/execute-query.ts';
import type { QueryOutcome, UsedTable } from './records/query-rows.ts';
import { selectTablesNamed } from './records/table-rows.ts';

/** A recorded query with its result as it was. */
interface RecordedRow {
  sql: string;
  result_hash: string;
  tables: UsedTable[];
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
}

/** The recorded result of a query, and what it gives now. */
export interface RepeatedQuery {
  recorded: Pick<RecordedRow, 'columns' | 'rows' | 'result_hash'>;
  /** Null if the query can no longer be run. */
  present: QueryOutcome | null;
}

/** The outcome of asking a query again. The hash is null if the query can no longer be run. */
export interface Verification {
  same: boolean;
  resultHash: string | null;
}

/**
 * Runs a recorded query again on the present tables, bound by name, and compares the results (TAB-7). Records nothing.
 * `isAwaited` is true if a person waits. Errors: `not_found`, `query_failed`, `service_unavailable`.
 */
export async function verifyQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  query: { engagementId: string; queryId: string; isAwaited: boolean },
): Promise<Verification> {
  const { recorded, present } = await repeatQuery(services, tenantId, query);
  return { same: present?.resultHash === recorded.result_hash, resultHash: present?.resultHash ?? null };
}

/** Runs a recorded query again as verifyQuery does, and returns both results. Errors: those of verifyQuery. */
export async function repeatQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  { engagementId, queryId, isAwaited }: { engagementId: string; queryId: string; isAwaited: boolean },
): Promise<RepeatedQuery> {
  const [[recorded]] = await services.database.batchTenant<[RecordedRow]>(tenantId, [
    {
      name: 'select_query_to_verify',
      text: `select sql, result_hash, tables, columns, rows from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = $3`,
      values: [tenantId, engagementId, queryId],
    },
  ]);
  if (!recorded) throw new ApiError('not_found');
  const names = recorded.tables.map(({ name }) => name);
  const [tables] = await services.database.batchTenant(tenantId, [selectTablesNamed(tenantId, engagementId, names)]);
  if (tables.length < names.length) return { recorded, present: null };
  try {
    return {
      recorded,
      present: await executeQuery(services, tenantId, { engagementId, sql: recorded.sql, isAwaited }),
    };
  } catch (error) {
    // It was accepted once, so a table has gone or changed its columns.
    if (error instanceof ApiError && error.code === 'query_refused') return { recorded, present: null };
    throw error;
  }
}
