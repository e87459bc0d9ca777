import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalComment, PortalReplyBody } from '@ecp/contract/reach/portal';
import type { Database } from '@ecp/database/database';
import type { PortalContext, PortalVisitor } from '../../kernel/context.ts';
import { readsComment, toClientComment } from '../../work/comments/client-comments.ts';
import { selectComment, toComment } from '../../work/comments/comment-rows.ts';
import { replyAs } from '../../work/comments/reply-to-comment.ts';
import { clientAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';
import { findShown, selectHeldVersions } from './shown-documents.ts';
import { tellClientComment } from './tell-client-comment.ts';

/** Throws `not_found` unless the client reads the comment. */
export async function requireReadComment(database: Database, visitor: PortalVisitor, commentId: string): Promise<void> {
  const { tenantId, engagementId } = visitor;
  const [[row], held] = await database.batchTenant(tenantId, [
    selectComment(tenantId, { engagementId, commentId }),
    selectHeldVersions(visitor),
  ]);
  if (!row || !readsComment(toComment(row), { ...visitor, held })) throw new ApiError('not_found');
}

/**
 * Replies to a client's comment as the client of the link and dispatches `portal.comment_received` (CMT-11). Errors:
 * those of replyAs, `not_found` also for a comment that the client does not read, `invalid_portal_token`.
 */
export async function replyInPortal(
  context: PortalContext,
  commentId: string,
  { body }: PortalReplyBody,
): Promise<PortalComment> {
  const { services, tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  const author = clientAuthor(visitor);
  let shown: number | undefined;
  return replyAs(context, { engagementId, commentId }, body, {
    author,
    actor: { tenantId, userId: null, ipAddress },
    action: 'portal.reply',
    metadata: { portalTokenId: tokenId },
    check: async (tx, comment) => {
      await lockPortalToken(tx, visitor);
      const { rows: held } = await tx.query(selectHeldVersions(visitor));
      if (!readsComment(comment, { ...visitor, held })) throw new ApiError('not_found');
      shown = comment.filename === null ? undefined : (await findShown(tx, visitor, comment.filename))?.version;
    },
    tell: (tx, { filename }, replyId, engagement) =>
      tellClientComment(tx, services, engagement, { commentId, replyId, filename, author, body }),
    toBody: (comment) => toClientComment(comment, { ...visitor, shown }),
  });
}
