import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import { type Comment, commentLimits } from '@ecp/contract/work/comments';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { type EngagementState, lockEngagement } from '../engagements/engagement-rows.ts';
import { type CommentRef, type CommentRow, selectComment, toComment } from './comment-rows.ts';

/** The author of a reply: a user of the team, a client, or a program. */
export interface Replier<Body> {
  author: Author;
  /** The actor in the audit log, and the name of the action there. */
  actor: RequestContext | AuditActor;
  action: 'comment.reply' | 'portal.reply';
  metadata?: Record<string, unknown>;
  /** Throws when the author has lost the permission or may not reply to the comment. Runs under the engagement's lock. */
  check?(tx: Transaction, comment: Comment): Promise<void>;
  /** Records what follows from the reply. */
  tell?(tx: Transaction, comment: Comment, replyId: string, engagement: EngagementState): Promise<void>;
  /** Makes the response. */
  toBody(comment: Comment): Body;
}

/** Replies to a comment as the caller (CMT-4). Errors: those of replyAs. */
export function replyToComment(context: RequestContext, ref: CommentRef, body: string): Promise<Comment> {
  const author = actorAuthor(context.principal);
  const replier = { author, actor: context, action: 'comment.reply' as const, toBody: (comment: Comment) => comment };
  return replyAs(context, ref, body, replier);
}

/**
 * Adds a reply to a comment (CMT-4). A client's reply to a resolved comment opens it again, so that nobody misses it
 * (CMT-11). Errors: `not_found`, `reply_limit_reached`, those of the replier's check.
 */
export async function replyAs<Body>(
  { tenantId, commit }: Pick<RequestContext, 'tenantId' | 'commit'>,
  ref: CommentRef,
  body: string,
  replier: Replier<Body>,
): Promise<Body> {
  return commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, ref.engagementId);
    if (!engagement) throw new ApiError('not_found');
    const { comment, replyId } = await recordReply(tx, tenantId, ref, body, replier);
    await replier.tell?.(tx, comment, replyId, engagement);
    return replier.toBody(comment);
  });
}

/**
 * Records a reply in the transaction of its cause, which holds the engagement's lock (CMT-4, CMT-11). Errors: those of
 * replyAs.
 */
export async function recordReply(
  tx: Transaction,
  tenantId: string,
  ref: CommentRef,
  body: string,
  replier: Pick<Replier<never>, 'author' | 'actor' | 'action' | 'metadata' | 'check'>,
): Promise<{ comment: Comment; replyId: string }> {
  const { engagementId, commentId } = ref;
  const comment = await readComment(tx, tenantId, ref);
  await replier.check?.(tx, comment);
  if (comment.replies.length >= commentLimits.replies) {
    throw new ApiError('reply_limit_reached', { values: { limit: commentLimits.replies } });
  }
  const replyId = createId();
  const { kind, id, name } = replier.author;
  await tx.query({
    name: 'insert_comment_reply',
    text: `insert into platform.comment_replies (id, tenant_id, comment_id, body, author_kind, author_id, author_name)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [replyId, tenantId, commentId, body.trim(), kind, id, name],
  });
  if (kind === 'client' && comment.status === 'resolved') await reopen(tx, tenantId, commentId);
  const answered = await readComment(tx, tenantId, ref);
  await recordAudit(tx, replier.actor, {
    action: replier.action,
    resourceType: 'engagement',
    resourceId: engagementId,
    metadata: { commentId, replyId, filename: comment.filename, ...replier.metadata },
  });
  return { comment: answered, replyId };
}

async function readComment(tx: Transaction, tenantId: string, ref: CommentRef): Promise<Comment> {
  const { rows } = await tx.query<CommentRow>(selectComment(tenantId, ref));
  if (!rows[0]) throw new ApiError('not_found');
  return toComment(rows[0]);
}

async function reopen(tx: Transaction, tenantId: string, commentId: string): Promise<void> {
  await tx.query({
    name: 'reopen_comment',
    text: `update platform.comments
      set status = 'open', resolver_kind = null, resolver_id = null, resolver_name = null, resolved_at = null
      where tenant_id = $1 and id = $2`,
    values: [tenantId, commentId],
  });
}
