import type { PortalComment, PortalCommentBody } from '@ecp/contract/reach/portal';
import type { PortalContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox/record-event.ts';
import { toClientComment } from '../../work/comments/client-comments.ts';
import { commentAs } from '../../work/comments/create-comment.ts';
import { cleanAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';

/**
 * Records a client's comment on a passage, a deliverable or the whole engagement and dispatches
 * `portal.comment_received` beside `comment.created` (POR-7, POR-8, CMT-11). Errors: those of commentAs, `not_found` also
 * for a file that the client cannot see, `invalid_portal_token`.
 */
export async function commentInPortal(context: PortalContext, input: PortalCommentBody): Promise<PortalComment> {
  const { services, tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  const { author: name, filename = null, ...given } = input;
  const author = { kind: 'client', id: tokenId, name: cleanAuthor(name) } as const;
  const comment = { ...given, engagementId, filename };
  return commentAs(context, comment, {
    author,
    actor: { tenantId, userId: null, ipAddress },
    action: 'portal.comment',
    metadata: { portalTokenId: tokenId },
    check: (tx) => lockPortalToken(tx, visitor),
    tell: (tx, { id: commentId }) =>
      recordEvent(tx, services, tenantId, 'portal.comment_received', { engagementId, commentId, filename, author }),
    toBody: toClientComment,
  });
}
