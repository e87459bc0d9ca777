import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../kernel/context.ts';
import { encodeArray } from '../../kernel/encode-array.ts';
import { EncodedJson } from '../../kernel/encoded-json.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { prepareTables } from './building/prepare-tables.ts';
import { selectTablesOf, toDataTable } from './records/table-rows.ts';

/**
 * Lists an engagement's tables, those of hidden sheets included, in the order of the files (TAB-1). Waits up to ten
 * seconds for files that are being read. Error: `not_found`.
 */
export async function listTables(context: RequestContext, engagementId: string): Promise<EncodedJson> {
  const { services, tenantId } = context;
  await prepareTables(services, tenantId, engagementId);
  const [engagements, rows] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectTablesOf(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return new EncodedJson(`{"tables":${await encodeArray(rows.map(toDataTable))}}`);
}
