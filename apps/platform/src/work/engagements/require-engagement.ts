import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import { selectEngagementExists } from './engagement-rows.ts';

/**
 * Throws `missing` unless the tenant has the engagement. An unreadable engagement counts as missing (architecture, rule
 * 4).
 */
export async function requireEngagement(
  database: Database,
  tenantId: string,
  engagementId: string,
  missing: ErrorCode,
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [selectEngagementExists(tenantId, engagementId)]);
  if (rows.length === 0) throw new ApiError(missing);
}
