import type { PortalComment, PortalCommentBody } from '@ecp/contract/reach/portal';
import type { PortalContext } from '../../kernel/context.ts';
import { toClientComment } from '../../work/comments/client-comments.ts';
import { commentAs } from '../../work/comments/create-comment.ts';
import { clientAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';
import { requireShown } from './shown-documents.ts';
import { tellClientComment } from './tell-client-comment.ts';

/**
 * Records a client's comment on a passage, a deliverable or the whole engagement and dispatches
 * `portal.comment_received` beside `comment.created` (POR-7, POR-8, CMT-11). A quote is matched against the version that
 * the link shows and no other, so that no client can probe hidden words. Errors: those of commentAs, `not_found` also for
 * a file that the client cannot see, `invalid_portal_token`.
 */
export async function commentInPortal(context: PortalContext, input: PortalCommentBody): Promise<PortalComment> {
  const { services, tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  const { author: _ignored, filename = null, ...given } = input;
  const author = clientAuthor(visitor);
  const shown = filename === null ? null : await requireShown(services.database, visitor, filename);
  const comment = { ...given, version: shown?.version ?? null, engagementId, filename };
  return commentAs(context, comment, {
    author,
    actor: { tenantId, userId: null, ipAddress },
    action: 'portal.comment',
    metadata: { portalTokenId: tokenId },
    check: (tx) => lockPortalToken(tx, visitor),
    tell: (tx, { id: commentId, body }, engagement) =>
      tellClientComment(tx, services, engagement, { commentId, filename, author, body }),
    toBody: (made) => toClientComment(made, { ...visitor, shown: shown?.version }),
  });
}
