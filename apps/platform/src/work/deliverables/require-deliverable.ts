import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import { isInternal } from './deliverable-rows.ts';

/** Throws `not_found` unless the engagement has a reviewable file of that name. Internal files are not reviewable. */
export async function requireReviewable(
  database: Database,
  tenantId: string,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'require_deliverable',
      text: 'select from platform.deliverables where tenant_id = $1 and engagement_id = $2 and filename = $3 limit 1',
      values: [tenantId, id, filename],
    },
  ]);
  if (rows.length === 0 || isInternal(filename)) throw new ApiError('not_found');
}
