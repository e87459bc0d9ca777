import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalComment, PortalReplyBody } from '@ecp/contract/reach/portal';
import type { PortalContext } from '../../kernel/context.ts';
import { toClientComment } from '../../work/comments/client-comments.ts';
import { replyAs } from '../../work/comments/reply-to-comment.ts';
import { clientAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';
import { findShown } from './shown-documents.ts';
import { tellClientComment } from './tell-client-comment.ts';

/**
 * Replies to a client's comment as the client of the link and dispatches `portal.comment_received` (CMT-11). Errors:
 * those of replyAs, `not_found` also for a comment of the team or on a file that the client cannot see,
 * `invalid_portal_token`.
 */
export async function replyInPortal(
  context: PortalContext,
  commentId: string,
  { author: name, body }: PortalReplyBody,
): Promise<PortalComment> {
  const { services, tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  const author = clientAuthor(visitor, name);
  let shown: number | undefined;
  return replyAs(context, { engagementId, commentId }, body, {
    author,
    actor: { tenantId, userId: null, ipAddress },
    action: 'portal.reply',
    metadata: { portalTokenId: tokenId },
    check: async (tx, comment) => {
      await lockPortalToken(tx, visitor);
      if (comment.author.kind !== 'client') throw new ApiError('not_found');
      if (comment.filename === null) return;
      shown = (await findShown(tx, visitor, comment.filename))?.version;
      if (shown === undefined) throw new ApiError('not_found');
    },
    tell: (tx, { filename }, replyId, engagement) =>
      tellClientComment(tx, services, engagement, { commentId, replyId, filename, author, body }),
    toBody: (comment) => toClientComment(comment, shown),
  });
}
