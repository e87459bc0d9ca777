import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import { commentLimits } from '@ecp/contract/values/limits';
import type {
  Comment,
  CommentStatus,
  CreateCommentBody,
  ListCommentsQuery,
} from '@ecp/contract/work/comments';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { callerOf, recordAudit, type Speaker } from '../../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../../kernel/lists.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import { requireFound } from '../../../kernel/sql.ts';
import {
  lockEngagement,
  selectEngagementExists,
} from '../../../material/engagements/engagement-rows.ts';
import {
  type CommentRef,
  type CommentRow,
  commentColumns,
  selectComment,
  toComment,
} from './comment-rows.ts';
import {
  type CommentedVersion,
  type CommentPlacer,
  createPlacer,
  type PlacedComment,
  type SelectedPassage,
  selectCommentedFile,
  selectCommentedVersion,
} from './passages.ts';

/** A new comment; `filename` is null for one on the whole engagement. */
export interface NewComment extends CreateCommentBody {
  engagementId: string;
  filename: string | null;
}

interface Commenter extends Speaker {
  action: 'comment.create' | 'portal.comment';
}

/**
 * Comments as the caller. Errors: those of recordComment, also `not_found` without the engagement.
 */
export async function createComment(context: RequestContext, input: NewComment): Promise<Comment> {
  const { services, tenantId, commit } = context;
  const placer = await prepareComment(services, tenantId, input);
  return commit(async (tx) => {
    await lockEngagement(tx, tenantId, input.engagementId);
    return recordComment(
      tx,
      context,
      input,
      { ...callerOf(context), action: 'comment.create' },
      placer,
    );
  });
}

/**
 * Finds a passage before the transaction, because it takes a while; the placer keeps it for the
 * same version.
 */
export async function prepareComment(
  { database, texts }: Pick<Services, 'database' | 'texts'>,
  tenantId: string,
  input: NewComment,
): Promise<CommentPlacer> {
  const { filename, quote } = input;
  const placer = createPlacer({ texts, tenantId });
  if (filename === null || !quote) return placer;
  const file = { ...input, filename };
  const { read, latest } = await database.withTenant(tenantId, (tx) =>
    findCommented(tx, tenantId, file),
  );
  await placer.place(selectionOf(input, quote), read, latest);
  return placer;
}

/**
 * Records a comment with its audit entry and `comment.created`, under the engagement's lock.
 * Errors: `not_found`, `comment_limit_reached`, those of the placer. Several comments share one
 * `placer`, which renders their document once.
 */
export async function recordComment(
  tx: Transaction,
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  input: NewComment,
  commenter: Commenter,
  placer: CommentPlacer = createPlacer({ texts: services.texts, tenantId }),
): Promise<Comment> {
  const { engagementId, filename } = input;
  const { version, placed } = await placeInput(tx, tenantId, input, placer);
  const row = await insertComment(tx, tenantId, {
    input,
    version,
    placed,
    author: commenter.author,
  });
  const comment = toComment(row);
  const { id: commentId } = row;
  await recordEvent(tx, services, tenantId, 'comment.created', {
    engagementId,
    commentId,
    filename,
  });
  await recordAudit(tx, commenter.actor, {
    action: commenter.action,
    resourceType: 'engagement',
    resourceId: engagementId,
    metadata: { commentId, filename, ...commenter.metadata },
  });
  return comment;
}

/** Finds the version that the author has read, and the passage in it. */
async function placeInput(
  tx: Transaction,
  tenantId: string,
  input: NewComment,
  placer: CommentPlacer,
): Promise<{ version: number | null; placed: PlacedComment | null }> {
  const { filename, quote, suggestion } = input;
  if (filename === null) return { version: null, placed: null };
  if (!quote && typeof suggestion === 'string') {
    throw new ApiError('invalid_request', {
      details: [{ path: '/quote', message: 'is required for a suggestion' }],
    });
  }
  const { read, latest } = await findCommented(tx, tenantId, { ...input, filename });
  return {
    version: read.version,
    placed: quote ? await placer.place(selectionOf(input, quote), read, latest) : null,
  };
}

const selectionOf = (
  { prefix, suffix, suggestion }: NewComment,
  quote: string,
): SelectedPassage => ({
  quote,
  prefix,
  suffix,
  suggestion: suggestion ?? null,
});

/** Finds the version that the author has read, and the latest one. Error: `not_found`. */
async function findCommented(
  tx: Transaction,
  tenantId: string,
  { engagementId, filename, version: given }: NewComment & { filename: string },
): Promise<{ read: CommentedVersion; latest: CommentedVersion }> {
  const find = async (version?: number) => {
    const { rows } = await tx.query(
      selectCommentedVersion(tenantId, { engagementId, filename, version }),
    );
    const [found] = rows;
    if (!found) throw new ApiError('not_found');
    return found;
  };
  const latest = await find();
  const isLatest = typeof given !== 'number' || given === latest.version;
  return { latest, read: isLatest ? latest : await find(given) };
}

async function insertComment(
  tx: Transaction,
  tenantId: string,
  made: { input: NewComment; version: number | null; placed: PlacedComment | null; author: Author },
): Promise<CommentRow> {
  const { input, version, placed, author } = made;
  const { engagementId, filename, body } = input;
  const { rows } = await tx.query<CommentRow>({
    name: 'insert_comment',
    text: `insert into platform.comments as c (id, tenant_id, engagement_id, filename, version, body, quote, prefix,
        suffix, section, suggestion, passage, orphaned, author_kind, author_id, author_name)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
      where (select count(*) from platform.comments where tenant_id = $2 and engagement_id = $3)
        < ${commentLimits.perEngagement}
      returning ${commentColumns}`,
    values: [
      createId(),
      tenantId,
      engagementId,
      filename,
      version,
      body.trim(),
      placed?.quote ?? null,
      placed?.prefix ?? null,
      placed?.suffix ?? null,
      placed?.section ?? null,
      placed ? (input.suggestion ?? null) : null,
      placed ? JSON.stringify(placed.passage) : null,
      placed?.orphaned ?? false,
      author.kind,
      author.id,
      author.name,
    ],
  });
  const [row] = rows;
  if (!row)
    throw new ApiError('comment_limit_reached', { values: { limit: commentLimits.perEngagement } });
  return row;
}

interface Replier extends Speaker {
  action: 'comment.reply' | 'portal.reply';
}

/** Replies to a comment as the caller. Errors: `not_found`, `reply_limit_reached`. */
export function replyToComment(
  context: RequestContext,
  ref: CommentRef,
  body: string,
): Promise<Comment> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, ref.engagementId);
    const comment = await readComment(tx, tenantId, ref);
    const replier = { ...callerOf(context), action: 'comment.reply' } as const;
    return (await recordReply(tx, tenantId, { ...ref, comment }, body, replier)).comment;
  });
}

/**
 * Records a reply under the engagement's lock; a client's reply reopens the comment. Error:
 * `reply_limit_reached`.
 */
export async function recordReply(
  tx: Transaction,
  tenantId: string,
  { comment, ...ref }: CommentRef & { comment: Comment },
  body: string,
  replier: Replier,
): Promise<{ comment: Comment; replyId: string }> {
  const { engagementId, commentId } = ref;
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

/** Reads a comment. Error: `not_found`. */
export async function readComment(
  tx: Transaction,
  tenantId: string,
  ref: CommentRef,
): Promise<Comment> {
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

/** Resolves a comment or opens it again; any writer may. Error: `not_found`. */
export async function updateComment(
  context: RequestContext,
  ref: CommentRef,
  { status }: { status: CommentStatus },
): Promise<Comment> {
  return context.commit(async (tx) => {
    await lockEngagement(tx, context.tenantId, ref.engagementId);
    const comment = await setCommentStatus(tx, context, ref, status);
    if (!comment) throw new ApiError('not_found');
    return comment;
  });
}

/**
 * Sets a status with an audit entry, under the engagement's lock; an unchanged one keeps its
 * author. Undefined if missing.
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
      context.tenantId,
      engagementId,
      commentId,
      filename ?? null,
      status,
      author?.kind ?? null,
      author?.id ?? null,
      author?.name ?? null,
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

/** Default length of a page: all comments of nearly every document. */
const defaultPage = 1_000;

interface Row extends CommentRow {
  created_micros: string;
}

interface Listed {
  engagementId: string;
  /** Lists the comments on this file only. */
  filename?: string;
}

/** Lists comments, oldest first. Errors: `not_found`, `invalid_request` for a malformed cursor. */
export async function listComments(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  listed: Listed,
  query: ListCommentsQuery,
): Promise<{ comments: Comment[]; nextCursor: string | null }> {
  const { engagementId, filename } = listed;
  const limit = query.limit ?? defaultPage;
  const [owners, found] = await services.database.batchTenant(tenantId, [
    filename === undefined
      ? selectEngagementExists(tenantId, engagementId)
      : selectCommentedFile(tenantId, engagementId, filename),
    selectPage(tenantId, listed, query, limit + 1),
  ]);
  if (owners.length === 0) throw new ApiError('not_found');
  const { rows, nextCursor } = cutPage(found, limit);
  return { comments: rows.map(toComment), nextCursor };
}

/** Each set of conditions has its own prepared text. */
function selectPage(
  tenantId: string,
  { engagementId, filename }: Listed,
  { status, cursor }: ListCommentsQuery,
  rows: number,
): Statement<Row> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = {
    engagement: `tenant_id = ${place(tenantId)} and engagement_id = ${place(engagementId)}`,
  };
  if (filename !== undefined) conditions['file'] = `filename = ${place(filename)}`;
  if (status !== undefined) conditions['status'] = `status = ${place(status)}`;
  if (cursor !== undefined) conditions['after'] = afterCursor(cursor, place, 'oldest');
  return {
    name: `list_comments ${Object.keys(conditions).join(' ')}`,
    text: `select ${commentColumns}, c.created_micros from (
        select *, ${createdMicrosColumn} from platform.comments where ${Object.values(conditions).join(' and ')}
        order by created_at, id limit ${place(rows)}
      ) c
      order by c.created_at, c.id`,
    values,
  };
}

/** Throws `not_found` unless the engagement has the comment, on the file if one is named. */
export async function requireComment(
  database: Database,
  tenantId: string,
  ref: CommentRef,
): Promise<void> {
  await requireFound(database, tenantId, selectComment(tenantId, ref));
}

/** Throws `not_found` unless the engagement has a file of that name that takes comments. */
export async function requireCommentedFile(
  database: Database,
  tenantId: string,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  await requireFound(database, tenantId, selectCommentedFile(tenantId, id, filename));
}
