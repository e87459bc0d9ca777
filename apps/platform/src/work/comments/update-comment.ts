import { ApiError } from '@ecp/contract/declaring/errors';
import type { Comment, CommentStatus } from '@ecp/contract/work/comments';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { type CommentRef, type CommentRow, commentColumns, toComment } from './comment-rows.ts';

/** Resolves a comment or opens it again; any writer may (CMT-4). Error: `not_found`. */
export async function updateComment(
  context: RequestContext,
  ref: CommentRef,
  { status }: { status: CommentStatus },
): Promise<Comment> {
  return context.commit(async (tx) => {
    if (!(await lockEngagement(tx, context.tenantId, ref.engagementId))) throw new ApiError('not_found');
    const comment = await setCommentStatus(tx, context, ref, status);
    if (!comment) throw new ApiError('not_found');
    return comment;
  });
}

/**
 * Sets the status of a comment as the caller, with an audit entry. One that has the status keeps who set it. The caller
 * holds the engagement's lock. Returns undefined if there is no such comment.
 */
export async function setCommentStatus(
  tx: Transaction,
  context: RequestContext,
  { engagementId, commentId, filename }: CommentRef,
  status: CommentStatus,
): Promise<Comment | undefined> {
  const author = status === 'resolved' ? actorAuthor(context.principal) : null;
  const { rows } = await tx.query<CommentRow>({
    name: 'set_comment_status',
    text: `update platform.comments c set status = $5,
        resolver_kind = case when c.status = $5 then c.resolver_kind else $6 end,
        resolver_id = case when c.status = $5 then c.resolver_id else $7 end,
        resolver_name = case when c.status = $5 then c.resolver_name else $8 end,
        resolved_at = case when c.status = $5 then c.resolved_at when $5 = 'resolved' then clock_timestamp() end
      where c.tenant_id = $1 and c.engagement_id = $2 and c.id = $3 and ($4::text is null or c.filename = $4)
      returning ${commentColumns}`,
    values: [
      ...[context.tenantId, engagementId, commentId, filename ?? null, status],
      ...[author?.kind ?? null, author?.id ?? null, author?.name ?? null],
    ],
  });
  const [row] = rows;
  if (!row) return undefined;
  await recordAudit(tx, context, {
    action: 'comment.update',
    resourceType: 'engagement',
    resourceId: engagementId,
    metadata: { commentId, filename: row.filename, status },
  });
  return toComment(row);
}
