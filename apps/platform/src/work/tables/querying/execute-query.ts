import { QueryFailedError, QueryRefusedError } from '@ecp/tables/table-types';
import { encodeArray } from '../../../kernel/encoded-json.ts';
import type { Services } from '../../../kernel/services.ts';
import { ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import type { QueryOutcome } from '../records/query-rows.ts';
import { selectTablesNamed } from '../records/table-rows.ts';
import { failureOf, refusalOf } from './describe-refusal.ts';
import { namesIn } from './names-in.ts';
import { runOverTables } from './run-over-tables.ts';

/**
 * Runs one select over the tables of an engagement and nothing else (contract 10). `isAwaited` is true if a person
 * waits. Errors: `query_refused`, `query_failed`, `service_unavailable`.
 */
export async function executeQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  { engagementId, sql, isAwaited }: { engagementId: string; sql: string; isAwaited: boolean },
): Promise<QueryOutcome> {
  const [tables] = await services.database.batchTenant(tenantId, [
    selectTablesNamed(tenantId, engagementId, namesIn(sql)),
  ]);
  try {
    const { rows, tables: names, ...result } = await runOverTables(services, tenantId, { tables, sql, isAwaited });
    const read = tables.filter(({ name }) => names.includes(name));
    const used = read.map(({ id, name, sha256 }) => ({ id, name, sha256 }));
    return { ...result, rows: await encodeArray(rows), tables: used };
  } catch (error) {
    if (error instanceof QueryRefusedError) throw refusalOf(error);
    if (error instanceof QueryFailedError) throw failureOf(error);
    if (error instanceof ObjectMissingError) throw failureOf(new QueryFailedError('table_unreadable', error.message));
    throw error;
  }
}
