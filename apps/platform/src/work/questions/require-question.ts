import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import { selectQuestion } from './question-rows.ts';

/** Throws `not_found` unless the tenant's engagement has the question. */
export async function requireQuestion(
  database: Database,
  tenantId: string,
  { id, questionId }: { id: string; questionId: string },
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [selectQuestion(tenantId, id, questionId)]);
  if (rows.length === 0) throw new ApiError('not_found');
}
