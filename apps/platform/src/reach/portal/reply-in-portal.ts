import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalComment, PortalReplyBody } from '@ecp/contract/reach/portal';
import type { PortalContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox/record-event.ts';
import { toClientComment } from '../../work/comments/client-comments.ts';
import { replyAs } from '../../work/comments/reply-to-comment.ts';
import { clientAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';

/**
 * Replies to a client's comment as the client of the link and dispatches `portal.comment_received` (CMT-11). Errors:
 * those of replyAs, `not_found` also for a comment of the team, `invalid_portal_token`.
 */
export async function replyInPortal(
  context: PortalContext,
  commentId: string,
  { author: name, body }: PortalReplyBody,
): Promise<PortalComment> {
  const { services, tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  const author = clientAuthor(visitor, name);
  return replyAs(context, { engagementId, commentId }, body, {
    author,
    actor: { tenantId, userId: null, ipAddress },
    action: 'portal.reply',
    metadata: { portalTokenId: tokenId },
    check: async (tx, comment) => {
      await lockPortalToken(tx, visitor);
      if (comment.author.kind !== 'client') throw new ApiError('not_found');
    },
    tell: (tx, { filename }, replyId) => {
      const data = { engagementId, commentId, filename, author, replyId };
      return recordEvent(tx, services, tenantId, 'portal.comment_received', data);
    },
    toBody: toClientComment,
  });
}
