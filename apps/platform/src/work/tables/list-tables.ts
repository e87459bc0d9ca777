import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { prepareTables } from './building/prepare-tables.ts';
import { selectTablesOf, selectWithoutTable, toDataTable } from './records/table-rows.ts';

/**
 * Lists an engagement's tables, those of hidden sheets included, in the order of the files, and what gives none (TAB-1,
 * TAB-26). Waits up to ten seconds for files that are being read. Error: `not_found`.
 */
export async function listTables(context: RequestContext, engagementId: string): Promise<EncodedJson> {
  const { services, tenantId } = context;
  await prepareTables(services, tenantId, engagementId);
  const [engagements, rows, without] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectTablesOf(tenantId, engagementId),
    selectWithoutTable(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  const tables = await encodeArray(rows.map(toDataTable));
  return new EncodedJson(`{"tables":${tables},"withoutTable":${await encodeArray(without)}}`);
}
