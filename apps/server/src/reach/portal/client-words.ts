import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import type {
  PortalAnswerBody,
  PortalComment,
  PortalCommentBody,
  PortalReplyBody,
  PortalReviewBody,
  PortalReviewResult,
  PortalView,
} from '@ecp/contract/reach/portal';
import { namelessClient } from '@ecp/contract/values/authors';
import type { Database, Transaction } from '@ecp/database/database';
import type { PortalContext, RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { PortalVisitor } from '../../kernel/principals.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type EngagementState,
  lockEngagement,
  lockEngagementIfThere,
  readOfEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { quoteClient, recordClientNotice } from '../../material/notices/notices.ts';
import {
  readsComment,
  selectClientComments,
  toClientComment,
  toPortalComment,
} from '../../work/conversations/comments/client-comments.ts';
import { selectComment, toComment } from '../../work/conversations/comments/comment-rows.ts';
import {
  prepareComment,
  readComment,
  recordComment,
  recordReply,
} from '../../work/conversations/comments/comments.ts';
import { toClientQuestion } from '../../work/conversations/questions/question-rows.ts';
import { lockQuestion, recordAnswer } from '../../work/conversations/questions/questions.ts';
import { recordReleaseDecision } from '../../work/documents/reviewing/client-decisions.ts';
import { recordReview } from '../../work/documents/reviewing/reviews.ts';
import { lockPortalToken } from './portal-tokens.ts';
import { findReleased, findShown, requireShown, selectHeldVersions } from './shown-documents.ts';

/**
 * Records a client's comment and dispatches `portal.comment_received`. A quote is matched against
 * the shown version only, so that no client can probe hidden words. Errors: those of recordComment,
 * `not_found`, also for a hidden file; `invalid_portal_token`.
 */
export async function commentInPortal(
  context: PortalContext,
  input: PortalCommentBody,
): Promise<PortalComment> {
  const { services, tenantId, visitor } = context;
  const { engagementId } = visitor;
  const { author: _ignored, filename = null, ...given } = input;
  const shown = filename === null ? null : await requireShown(services.database, visitor, filename);
  const comment = { ...given, version: shown?.version ?? null, engagementId, filename };
  const placer = await prepareComment(services, tenantId, comment);
  return context.commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    await lockPortalToken(tx, visitor);
    const commenter = { ...clientOf(context), action: 'portal.comment' } as const;
    const made = await recordComment(tx, context, comment, commenter, placer);
    const { author } = commenter;
    await announceClientComment(tx, services, engagement, {
      commentId: made.id,
      filename,
      author,
      body: made.body,
    });
    return toClientComment(made, { ...visitor, shown: shown?.version });
  });
}

/** Returns the client of a link as the author of its words, and as the actor in the audit log. */
export const clientOf = ({ tenantId, visitor, ipAddress }: PortalContext) => ({
  author: {
    kind: 'client' as const,
    id: visitor.tokenId,
    name: visitor.clientName ?? namelessClient,
  },
  actor: { tenantId, userId: null, ipAddress },
  metadata: {
    portalTokenId: visitor.tokenId,
    ...(visitor.clientName && { clientName: visitor.clientName }),
  },
});

/** Throws `not_found` unless the client reads the comment. */
export async function requireReadComment(
  database: Database,
  visitor: PortalVisitor,
  commentId: string,
): Promise<void> {
  const { tenantId, engagementId } = visitor;
  const [[row], held] = await database.batchTenant(tenantId, [
    selectComment(tenantId, { engagementId, commentId }),
    selectHeldVersions(visitor),
  ]);
  if (!row || !readsComment(toComment(row), { ...visitor, held })) throw new ApiError('not_found');
}

/**
 * Replies as the link's client, with `portal.comment_received`. Errors: those of recordReply;
 * `not_found`, also for a comment that the client may not read; `invalid_portal_token`.
 */
export async function replyInPortal(
  context: PortalContext,
  commentId: string,
  { body }: PortalReplyBody,
): Promise<PortalComment> {
  const { services, tenantId, visitor } = context;
  const { engagementId } = visitor;
  return context.commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    const comment = await readComment(tx, tenantId, { engagementId, commentId });
    await lockPortalToken(tx, visitor);
    const { rows: held } = await tx.query(selectHeldVersions(visitor));
    if (!readsComment(comment, { ...visitor, held })) throw new ApiError('not_found');
    const { filename } = comment;
    const shown = filename === null ? undefined : (await findShown(tx, visitor, filename))?.version;
    const replier = { ...clientOf(context), action: 'portal.reply' } as const;
    const replied = await recordReply(
      tx,
      tenantId,
      { engagementId, commentId, comment },
      body,
      replier,
    );
    const { author } = replier;
    const { replyId } = replied;
    await announceClientComment(tx, services, engagement, {
      commentId,
      replyId,
      filename,
      author,
      body,
    });
    return toClientComment(replied.comment, { ...visitor, shown });
  });
}

/**
 * Answers as the link's client. Errors: those of recordAnswer, `invalid_portal_token` after
 * revocation.
 */
export async function answerInPortal(
  context: PortalContext,
  questionId: string,
  { answer }: PortalAnswerBody,
): Promise<PortalView['questions'][number]> {
  const { services, tenantId, visitor } = context;
  return context.commit(async (tx) => {
    const { engagementId } = visitor;
    const engagement = await lockQuestion(tx, services, tenantId, { engagementId, questionId });
    await lockPortalToken(tx, visitor);
    const row = await recordAnswer(
      tx,
      services,
      engagement,
      { questionId, answer },
      clientOf(context),
    );
    return toClientQuestion(row, visitor);
  });
}

/**
 * Bounds client reviews by all reviews of a version, so that a leaked link cannot fill the
 * database.
 */
const maxReviews = 1_000;

/**
 * Takes the client's decision about the shown version, by a link of `latest` as a review. Errors:
 * `not_found`, `not_latest_version`, `citations_open`, `review_limit_reached`,
 * `invalid_portal_token`.
 */
export async function reviewInPortal(
  context: PortalContext,
  filename: string,
  body: PortalReviewBody,
): Promise<PortalReviewResult> {
  const { services, tenantId, visitor } = context;
  const { action, version } = body;
  const notes = body.notes?.trim() ? body.notes : null;
  return context.commit(async (tx) => {
    const engagement = await lockEngagementIfThere(tx, tenantId, visitor.engagementId);
    await lockPortalToken(tx, visitor);
    if (!engagement) throw new ApiError('not_found');
    if (visitor.documents === 'released') {
      const shown = await findReleased(tx, visitor, filename);
      if (!shown) throw new ApiError('not_found');
      const decision = { action, notes, version };
      return recordReleaseDecision(tx, services, engagement, shown, decision, clientOf(context));
    }
    const review = { filename, action, notes, ...(version !== undefined && { version }) };
    const reviewer = { ...clientOf(context), memberId: null, maxReviews };
    const result = await recordReview(tx, services, engagement, review, reviewer);
    const { deliverableId, approvalStatus, reviewedAt, reviewedBy, author } = result;
    return { deliverableId, approvalStatus, reviewedAt, reviewedBy, author };
  });
}

/** A client's comment, or a reply to one. */
interface ClientComment {
  commentId: string;
  replyId?: string;
  filename: string | null;
  author: Author;
  body: string;
}

/** Dispatches `portal.comment_received` and tells the team. */
async function announceClientComment(
  tx: Transaction,
  services: Services,
  { tenant_id: tenantId, id: engagementId, name: engagementName }: EngagementState,
  { body, ...written }: ClientComment,
): Promise<void> {
  const { commentId, replyId, filename, author } = written;
  await recordEvent(tx, services, tenantId, 'portal.comment_received', {
    engagementId,
    ...written,
  });
  await recordClientNotice(tx, services, tenantId, {
    kind: 'client_comment',
    data: { commentId, filename, ...quoteClient(author.name, body) },
    engagementId,
    engagementName,
    cause: replyId ?? commentId,
  });
}

/** Lists the client comments on an engagement for its team. Error: `not_found`. */
export async function listPortalComments(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<PortalComment[]> {
  const [rows] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectClientComments(tenantId, engagementId, null),
  ]);
  return rows.map((row) => toPortalComment(toComment(row)));
}
