import { ApiError } from '@ecp/contract/declaring/errors';
import type { Comment, ListCommentsQuery } from '@ecp/contract/work/comments';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { type CommentRow, commentColumns, toComment } from './comment-rows.ts';
import { selectCommentedFile } from './read-version.ts';

/** Default length of a page: all comments of nearly every document. */
const defaultPage = 1_000;

interface Row extends CommentRow {
  created_micros: string;
}

interface Listed {
  engagementId: string;
  /** Lists the comments on this file only. */
  filename?: string;
}

/**
 * Lists comments, oldest first (CMT-3). Errors: `not_found`, `invalid_request` for a malformed cursor.
 */
export async function listComments(
  { services, tenantId }: RequestContext,
  listed: Listed,
  query: ListCommentsQuery,
): Promise<{ comments: Comment[]; nextCursor: string | null }> {
  const { engagementId, filename } = listed;
  const limit = query.limit ?? defaultPage;
  const [owners, found] = await services.database.batchTenant(tenantId, [
    filename === undefined
      ? selectEngagementExists(tenantId, engagementId)
      : selectCommentedFile(tenantId, engagementId, filename),
    selectPage(tenantId, listed, query, limit + 1),
  ]);
  if (owners.length === 0) throw new ApiError('not_found');
  const rows = found.slice(0, limit);
  return { comments: rows.map(toComment), nextCursor: nextCursorOf(rows, found.length > limit) };
}

/** Makes the statement of a page. Each set of conditions has its own prepared text. */
function selectPage(
  tenantId: string,
  { engagementId, filename }: Listed,
  { status, cursor }: ListCommentsQuery,
  rows: number,
): Statement<Row> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = {
    engagement: `tenant_id = ${place(tenantId)} and engagement_id = ${place(engagementId)}`,
  };
  if (filename !== undefined) conditions['file'] = `filename = ${place(filename)}`;
  if (status !== undefined) conditions['status'] = `status = ${place(status)}`;
  if (cursor !== undefined) conditions['after'] = afterCursor(cursor, place, 'oldest');
  return {
    name: `list_comments ${Object.keys(conditions).join(' ')}`,
    text: `select ${commentColumns}, c.created_micros from (
        select *, ${createdMicrosColumn} from platform.comments where ${Object.values(conditions).join(' and ')}
        order by created_at, id limit ${place(rows)}
      ) c
      order by c.created_at, c.id`,
    values,
  };
}
