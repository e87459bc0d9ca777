import { buffer } from 'node:stream/consumers';
import { SandboxError } from '@ecp/sandbox/child-program';
import type { QueryResult } from '@ecp/tables/table-types';
import type { Tables } from '@ecp/tables/tables';
import { serviceBusy } from '../../../kernel/limits/refusals.ts';
import type { Services } from '../../../kernel/services.ts';
import type { StoredTable } from '../records/table-rows.ts';

export interface QueryRequest {
  tables: readonly StoredTable[];
  sql: string;
  /** True if a person waits: beyond the tenant's budget the query is refused at once. */
  isAwaited: boolean;
}

declare module '../../../kernel/services.ts' {
  interface Services {
    /** Builds typed tables from files and runs queries over them, in the sandbox. */
    tables: Tables;
  }
}

/** The longest wait for a free place and the query together. A query itself has 10 s (contract 10). */
const limitMs = 60_000;

/**
 * Runs one select over tables, in the sandbox. Throws QueryRefusedError, QueryFailedError, ObjectMissingError when a
 * table has been deleted, and ApiError `service_unavailable` when there is no place.
 */
export async function runOverTables(
  { tables: engine, storage }: Pick<Services, 'tables' | 'storage'>,
  tenantId: string,
  { tables, sql, isAwaited }: QueryRequest,
): Promise<QueryResult> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await engine.runQuery({
      tenantId,
      tables: tables.map(({ name, sha256, storage_key: key }) => ({
        name,
        sha256,
        load: async () => buffer(await storage.get(key)),
      })),
      sql,
      isAwaited,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw serviceBusy({ cause: error });
    if (!(error instanceof SandboxError)) throw error;
    const { retryAfterMs } = error;
    throw serviceBusy({ ...(retryAfterMs === undefined ? {} : { retryAfterMs }), cause: error });
  }
}
