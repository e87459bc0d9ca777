import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalComment, PortalCommentBody } from '@ecp/contract/reach/portal';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { PortalContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox/record-event.ts';
import { findLatestDeliverable, isInternal } from '../../work/deliverables/deliverable-rows.ts';
import { lockEngagement } from '../../work/engagements/engagement-rows.ts';
import { cleanAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';
import { type PortalCommentRow, portalCommentColumns, toPortalComment } from './portal-comment-rows.ts';

/** Bounds the comments, so that a leaked link cannot fill the database. */
const maxComments = 5_000;

/**
 * Records a client's comment on a deliverable or the whole engagement and dispatches `portal.comment_received` (POR-7,
 * POR-8). Errors: `not_found` for a file that the client cannot see, `comment_limit_reached`, `invalid_portal_token`.
 */
export async function commentInPortal(context: PortalContext, input: PortalCommentBody): Promise<PortalComment> {
  const { services, tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  const filename = input.filename ?? null;
  const author = cleanAuthor(input.author);
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    await lockPortalToken(tx, visitor);
    if (filename !== null && !(await isShown(tx, tenantId, engagementId, filename))) throw new ApiError('not_found');
    const { rows } = await tx.query<PortalCommentRow>({
      name: 'insert_portal_comment',
      text: `insert into platform.portal_comments (id, tenant_id, engagement_id, token_id, filename, author, body)
        select $1, $2, $3, $4, $5, $6, $7
        where (select count(*) from platform.portal_comments where tenant_id = $2 and engagement_id = $3) < ${maxComments}
        returning ${portalCommentColumns}`,
      values: [createId(), tenantId, engagementId, tokenId, filename, author, input.body.trim()],
    });
    const [row] = rows;
    if (!row) throw new ApiError('comment_limit_reached', { values: { limit: maxComments } });
    const comment = toPortalComment(row);
    const data = { engagementId, commentId: row.id, filename, author: comment.author };
    await recordEvent(tx, services, tenantId, 'portal.comment_received', data);
    await recordAudit(
      tx,
      { tenantId, userId: null, ipAddress },
      {
        action: 'portal.comment',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { commentId: row.id, filename, portalTokenId: tokenId },
      },
    );
    return comment;
  });
}

async function isShown(tx: Transaction, tenantId: string, engagementId: string, filename: string): Promise<boolean> {
  if (isInternal(filename)) return false;
  return (await findLatestDeliverable(tx, tenantId, engagementId, filename)) !== undefined;
}
