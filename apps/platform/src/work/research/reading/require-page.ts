import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import { type PageRow, selectPage } from '../records/page-rows.ts';

/** Reads the row of a page. Error: `not_found`. */
export async function requirePage(
  database: Database,
  tenantId: string,
  engagementId: string,
  pageId: string,
): Promise<PageRow> {
  const [[row]] = await database.batchTenant(tenantId, [selectPage(tenantId, engagementId, pageId)]);
  if (!row) throw new ApiError('not_found');
  return row;
}
