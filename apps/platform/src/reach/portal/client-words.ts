import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  PortalAnswerBody,
  PortalComment,
  PortalCommentBody,
  PortalReplyBody,
  PortalReviewBody,
  PortalReviewResult,
  PortalView,
} from '@ecp/contract/reach/portal';
import type { Author } from '@ecp/contract/values/authors';
import type { Database, Transaction } from '@ecp/database/database';
import type { PortalContext, PortalVisitor, RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import {
  readsComment,
  selectClientComments,
  toClientComment,
  toPortalComment,
} from '../../work/conversations/comments/client-comments.ts';
import { selectComment, toComment } from '../../work/conversations/comments/comment-rows.ts';
import { createCommentBy, createReplyBy } from '../../work/conversations/comments/comments.ts';
import { toClientQuestion } from '../../work/conversations/questions/question-rows.ts';
import { answerQuestionBy } from '../../work/conversations/questions/questions.ts';
import { decideAsClient } from '../../work/documents/reviewing/client-decisions.ts';
import { createReviewBy } from '../../work/documents/reviewing/reviews.ts';
import { type EngagementState, selectEngagementExists } from '../../work/engagements/engagement-rows.ts';
import { quoteClient, recordClientWord } from '../../work/notices/notices.ts';
import { clientAuthor, lockPortalToken } from './portal-tokens.ts';
import { findReleased, findShown, requireShown, selectHeldVersions } from './shown-documents.ts';

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
  return createCommentBy(context, comment, {
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
  return createReplyBy(context, { engagementId, commentId }, body, {
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

/**
 * Answers a question as the client of the link (ASK-6). Errors: those of answerAs, `invalid_portal_token` when the link
 * has just been revoked.
 */
export async function answerInPortal(
  context: PortalContext,
  questionId: string,
  { answer }: PortalAnswerBody,
): Promise<PortalView['questions'][number]> {
  const { tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  return answerQuestionBy(
    context,
    { engagementId, questionId, answer },
    {
      author: clientAuthor(visitor),
      actor: { tenantId, userId: null, ipAddress },
      metadata: { portalTokenId: tokenId },
      check: (tx) => lockPortalToken(tx, visitor),
      toBody: (row) => toClientQuestion(row, visitor),
    },
  );
}

/** Bounds client reviews by all reviews of a version, so that a leaked link cannot fill the database. */
const maxReviews = 1_000;

/**
 * Takes the client's decision about the version that the link shows (POR-9, REL-9). By a link of `latest` it is a
 * review as well, like a member's. Errors: `not_found`, `not_latest_version`, `citations_open`, `review_limit_reached`,
 * `invalid_portal_token`.
 */
export async function reviewInPortal(
  context: PortalContext,
  filename: string,
  body: PortalReviewBody,
): Promise<PortalReviewResult> {
  const { tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId, documents } = visitor;
  const author = clientAuthor(visitor);
  const { action, version } = body;
  const notes = body.notes?.trim() ? body.notes : null;
  const client = {
    author,
    actor: { tenantId, userId: null, ipAddress },
    metadata: { portalTokenId: tokenId },
    check: (tx: Parameters<typeof lockPortalToken>[0]) => lockPortalToken(tx, visitor),
  };
  if (documents === 'released') {
    const findVersion = (tx: Parameters<typeof findReleased>[0]) => findReleased(tx, visitor, filename);
    const decision = { engagementId, action, notes, version };
    return decideAsClient(context, decision, { ...client, findVersion });
  }
  const review = { engagementId, filename, action, notes, ...(version !== undefined && { version }) };
  return createReviewBy(context, review, {
    ...client,
    maxReviews,
    toBody: ({ citations: _counts, openCitations: _open, ...decided }) => decided,
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

/** Dispatches `portal.comment_received` and tells the team (POR-8, NOT-5). */
async function tellClientComment(
  tx: Transaction,
  services: Services,
  { tenant_id: tenantId, id: engagementId, name: engagementName }: EngagementState,
  { body, ...written }: ClientComment,
): Promise<void> {
  const { commentId, replyId, filename, author } = written;
  await recordEvent(tx, services, tenantId, 'portal.comment_received', { engagementId, ...written });
  await recordClientWord(tx, services, tenantId, {
    ...{ kind: 'client_comment', data: { commentId, filename, ...quoteClient(author.name, body) } },
    ...{ engagementId, engagementName, cause: replyId ?? commentId },
  });
}

/** Lists the client comments on an engagement for its team. Error: `not_found`. */
export async function listPortalComments(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<PortalComment[]> {
  const [engagements, rows] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectClientComments(tenantId, engagementId, null),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return rows.map(toPortalComment);
}
