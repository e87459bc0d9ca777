import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import { type Comment, type CreateCommentBody, commentLimits } from '@ecp/contract/work/comments';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { readText, type StoredVersion } from '../deliverables/old-texts/read-texts.ts';
import { type EngagementState, lockEngagement } from '../engagements/engagement-rows.ts';
import { type CommentRow, commentColumns, toComment } from './comment-rows.ts';
import { type CommentPlacer, createPlacer, type PlacedComment, type SelectedPassage } from './place-comment.ts';
import { type CommentedVersion, selectCommentedVersion } from './read-version.ts';

/** A new comment; `filename` is null for one on the whole engagement. */
export interface NewComment extends CreateCommentBody {
  engagementId: string;
  filename: string | null;
}

/** The author of a comment: a user of the team, a client, or a program. */
export interface Commenter<Body> {
  author: Author;
  /** The actor in the audit log, and the name of the action there. */
  actor: RequestContext | AuditActor;
  action: 'comment.create' | 'portal.comment';
  metadata?: Record<string, unknown>;
  /** Throws when the author has lost the permission. Runs under the engagement's lock. */
  check?(tx: Transaction): Promise<void>;
  /** Records what follows from the comment beside `comment.created`. */
  tell?(tx: Transaction, comment: Comment, engagement: EngagementState): Promise<void>;
  /** Makes the response. */
  toBody(comment: Comment): Body;
}

/** Comments as the caller (CMT-1). Errors: those of commentAs. */
export function createComment(context: RequestContext, input: NewComment): Promise<Comment> {
  const author = actorAuthor(context.principal);
  return commentAs(context, input, { author, actor: context, action: 'comment.create', toBody: (comment) => comment });
}

/**
 * Records a comment on a passage, a document or the engagement, with its audit entry and `comment.created` (CMT-1,
 * CMT-12). The passage is found before the transaction, because that takes a while in a long document (CMT-17). The
 * engagement's lock keeps the latest version the latest. Errors: `not_found` for a file, a version or an
 * engagement that does not exist, `comment_limit_reached`, those of the placer and of the commenter's check.
 */
export async function commentAs<Body>(
  { services, tenantId, commit }: Pick<RequestContext, 'services' | 'tenantId' | 'commit'>,
  input: NewComment,
  commenter: Commenter<Body>,
): Promise<Body> {
  const placer = await preparePlacer(services, tenantId, input);
  return commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, input.engagementId);
    if (!engagement) throw new ApiError('not_found');
    await commenter.check?.(tx);
    const comment = await recordComment(tx, { services, tenantId }, input, commenter, placer);
    await commenter.tell?.(tx, comment, engagement);
    return commenter.toBody(comment);
  });
}

/**
 * Finds the passage of a comment before its transaction. Returns a placer that knows this place, unless there is a newer
 * version, and that has the text if it is in the storage.
 */
async function preparePlacer(
  { database, storage, texts }: Pick<Services, 'database' | 'storage' | 'texts'>,
  tenantId: string,
  input: NewComment,
): Promise<CommentPlacer> {
  const { filename, quote } = input;
  if (filename === null || !quote) return createPlacer({ texts, tenantId });
  const file = { ...input, filename };
  const { read, latest } = await database.withTenant(tenantId, (tx) => findCommented(tx, tenantId, file));
  const { version, content } = await readText<CommentedVersion>(storage, read);
  const placer = createPlacer({ texts, tenantId }, new Map([[version, content]]));
  await placer.place(selectionOf(input, quote), read, latest);
  return placer;
}

/**
 * Records a comment in the transaction of its cause, which holds the engagement's lock (CMT-1, CMT-12). Errors:
 * `not_found`, `comment_limit_reached`, those of the placer.
 * @param placer for several comments, the same one, which has been prepared, so that their document is rendered once
 */
export async function recordComment(
  tx: Transaction,
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  input: NewComment,
  commenter: Pick<Commenter<never>, 'author' | 'actor' | 'action' | 'metadata'>,
  placer: CommentPlacer = createPlacer({ texts: services.texts, tenantId }),
): Promise<Comment> {
  const { engagementId, filename } = input;
  const { version, placed } = await placeInput(tx, tenantId, input, placer);
  const row = await insertComment(tx, tenantId, { input, version, placed, author: commenter.author });
  const comment = toComment(row);
  const { id: commentId } = row;
  await recordEvent(tx, services, tenantId, 'comment.created', { engagementId, commentId, filename });
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
    throw new ApiError('invalid_request', { details: [{ path: '/quote', message: 'is required for a suggestion' }] });
  }
  const { read, latest } = await findCommented(tx, tenantId, { ...input, filename });
  return { version: read.version, placed: quote ? await placer.place(selectionOf(input, quote), read, latest) : null };
}

const selectionOf = ({ prefix, suffix, suggestion }: NewComment, quote: string): SelectedPassage => ({
  ...{ quote, prefix, suffix },
  suggestion: suggestion ?? null,
});

/** Finds the version that the author has read, and the latest one. Error: `not_found`. */
async function findCommented(
  tx: Transaction,
  tenantId: string,
  { engagementId, filename, version: given }: NewComment & { filename: string },
): Promise<{ read: StoredVersion<CommentedVersion>; latest: StoredVersion<CommentedVersion> }> {
  const find = async (version?: number) => {
    const { rows } = await tx.query(selectCommentedVersion(tenantId, { engagementId, filename, version }));
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
      ...[createId(), tenantId, engagementId, filename, version, body.trim()],
      ...[placed?.quote ?? null, placed?.prefix ?? null, placed?.suffix ?? null, placed?.section ?? null],
      ...[placed ? (input.suggestion ?? null) : null, placed ? JSON.stringify(placed.passage) : null],
      ...[placed?.orphaned ?? false, author.kind, author.id, author.name],
    ],
  });
  const [row] = rows;
  if (!row) throw new ApiError('comment_limit_reached', { values: { limit: commentLimits.perEngagement } });
  return row;
}
