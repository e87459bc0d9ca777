import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import { selectUpdate, type UpdateRow } from './update-rows.ts';

/** Throws `not_found` unless the tenant's engagement has the check. */
export async function requireUpdate(
  database: Database,
  tenantId: string,
  { id, updateId }: { id: string; updateId: string },
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [selectUpdate(tenantId, id, updateId)]);
  if (rows.length === 0) throw new ApiError('not_found');
}

/**
 * Reads a proposal that nobody has decided on. The caller holds the engagement's lock. Errors: `not_found`,
 * `update_decided`.
 */
export async function requireOpenProposal(
  tx: Transaction,
  tenantId: string,
  { engagementId, updateId }: { engagementId: string; updateId: string },
): Promise<UpdateRow> {
  const { rows } = await tx.query(selectUpdate(tenantId, engagementId, updateId));
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  if (row.status !== 'proposed') throw new ApiError('update_decided');
  return row;
}
