import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import { type CommentRef, selectComment } from './comment-rows.ts';
import { selectCommentedFile } from './read-version.ts';

/** Throws `not_found` unless the engagement has the comment, on the file if one is named. */
export async function requireComment(database: Database, tenantId: string, ref: CommentRef): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [selectComment(tenantId, ref)]);
  if (rows.length === 0) throw new ApiError('not_found');
}

/** Throws `not_found` unless the engagement has a file of that name that takes comments. */
export async function requireCommentedFile(
  database: Database,
  tenantId: string,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [selectCommentedFile(tenantId, id, filename)]);
  if (rows.length === 0) throw new ApiError('not_found');
}
