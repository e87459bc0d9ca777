import type { Author, AuthorKind } from '@ecp/contract/declaring/scalars';
import { maxRunComments, type OpenComment } from '@ecp/contract/engine/engine-api';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { Comment, CommentReply, CommentStatus, Passage } from '@ecp/contract/work/comments';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { ExportPart } from '../../../kernel/export-part.ts';

interface ReplyRow {
  id: string;
  body: string;
  author_kind: AuthorKind;
  author_id: string | null;
  author_name: string;
  created_at: string;
}

/** A row of platform.comments with its replies, oldest first. */
export interface CommentRow {
  id: string;
  engagement_id: string;
  filename: string | null;
  version: number | null;
  body: string;
  quote: string | null;
  prefix: string | null;
  suffix: string | null;
  section: string | null;
  suggestion: string | null;
  passage: Passage | null;
  orphaned: boolean;
  author_kind: AuthorKind;
  author_id: string | null;
  author_name: string;
  status: CommentStatus;
  resolver_kind: AuthorKind | null;
  resolver_id: string | null;
  resolver_name: string | null;
  resolved_at: Date | null;
  answer: NoteAnswer | null;
  answered_version: number | null;
  created_at: Date;
  replies: ReplyRow[];
}

export const commentColumns = `c.id, c.engagement_id, c.filename, c.version, c.body, c.quote, c.prefix, c.suffix,
  c.section, c.suggestion, c.passage, c.orphaned, c.author_kind, c.author_id, c.author_name, c.status, c.resolver_kind,
  c.resolver_id, c.resolver_name, c.resolved_at, c.answer, c.answered_version, c.created_at, (
    select coalesce(json_agg(json_build_object('id', r.id, 'body', r.body, 'author_kind', r.author_kind,
      'author_id', r.author_id, 'author_name', r.author_name, 'created_at', r.created_at)
      order by r.created_at, r.id), '[]')
    from platform.comment_replies r where r.tenant_id = c.tenant_id and r.comment_id = c.id
  ) as replies`;

/** A comment of an engagement; with `filename`, one on that file. */
export interface CommentRef {
  engagementId: string;
  commentId: string;
  filename?: string;
}

/** Selects one comment with its replies. */
export function selectComment(
  tenantId: string,
  { engagementId, commentId, filename }: CommentRef,
): Statement<CommentRow> {
  return {
    name: 'select_comment',
    text: `select ${commentColumns} from platform.comments c
      where c.tenant_id = $1 and c.engagement_id = $2 and c.id = $3 and ($4::text is null or c.filename = $4)`,
    values: [tenantId, engagementId, commentId, filename ?? null],
  };
}

/** An orphaned comment has no passage. */
export function toComment(row: CommentRow): Comment {
  const { resolver_kind: kind, resolver_id: resolverId, resolver_name: name } = row;
  return {
    id: row.id,
    filename: row.filename,
    version: row.version,
    body: row.body,
    quote: row.quote,
    prefix: row.prefix,
    suffix: row.suffix,
    section: row.section,
    suggestion: row.suggestion,
    passage: row.orphaned ? null : row.passage,
    orphaned: row.orphaned,
    author: toAuthor(row),
    status: row.status,
    resolvedBy: kind === null || name === null ? null : { kind, id: resolverId, name },
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    replies: row.replies.map(toReply),
    answer: row.answer,
    answeredVersion: row.answered_version,
    createdAt: row.created_at.toISOString(),
  };
}

function toReply(row: ReplyRow): CommentReply {
  return {
    id: row.id,
    body: row.body,
    author: toAuthor(row),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

function toAuthor(row: Pick<ReplyRow, 'author_kind' | 'author_id' | 'author_name'>): Author {
  return { kind: row.author_kind, id: row.author_id, name: row.author_name };
}

interface OpenRow {
  id: string;
  filename: string;
  quote: string | null;
  section: string | null;
  body: string;
  suggestion: string | null;
  author_kind: AuthorKind;
  replies: { authorKind: AuthorKind; body: string }[];
}

/** Limits the replies to a comment that a run reads, the newest. */
const maxReplies = 10;

/**
 * Lists open comments as data for a run: at most 60 a file, those that no version answered first;
 * `chosen` limits to ids.
 */
export async function listOpenComments(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  chosen: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, OpenComment[]>> {
  const { rows } = await tx.query(selectOpen(tenantId, engagementId));
  const kept = rows.filter(({ id, filename }) => chosen.get(filename)?.includes(id) ?? true);
  return new Map(
    [...Map.groupBy(kept, ({ filename }) => filename)].map(([filename, comments]) => [
      filename,
      comments.slice(0, maxRunComments).map(toOpenComment),
    ]),
  );
}

/** Returns which of these ids are no open comments on the file. */
export async function findNotOpen(
  tx: Transaction,
  tenantId: string,
  {
    engagementId,
    filename,
    ids,
  }: { engagementId: string; filename: string; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_open_comments',
    text: `select id from platform.comments
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and status = 'open' and id = any ($4)`,
    values: [tenantId, engagementId, filename, ids],
  });
  const open = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !open.has(id));
}

/** Counts the open comments on each document of an engagement. */
export function countOpenComments(
  tenantId: string,
  engagementId: string,
): Statement<{ filename: string; comments: number }> {
  return {
    name: 'count_open_comments',
    text: `select filename, count(*)::integer as comments from platform.comments
      where tenant_id = $1 and engagement_id = $2 and status = 'open' and filename is not null group by filename`,
    values: [tenantId, engagementId],
  };
}

function selectOpen(tenantId: string, engagementId: string): Statement<OpenRow> {
  return {
    name: 'select_open_comments',
    text: `select c.id, c.filename, case when not c.orphaned then c.passage ->> 'quote' end as quote, c.section, c.body,
        c.suggestion, c.author_kind, (
          select coalesce(json_agg(json_build_object('authorKind', r.author_kind, 'body', r.body)
            order by r.created_at, r.id), '[]')
          from (
            select author_kind, body, created_at, id from platform.comment_replies
            where tenant_id = c.tenant_id and comment_id = c.id order by created_at desc, id desc limit ${maxReplies}
          ) r
        ) as replies
      from platform.comments c
      where c.tenant_id = $1 and c.engagement_id = $2 and c.status = 'open' and c.filename is not null
      order by (c.answer is not null), c.created_at, c.id`,
    values: [tenantId, engagementId],
  };
}

function toOpenComment(row: OpenRow): OpenComment {
  const { id, quote, section, body, suggestion, author_kind: authorKind, replies } = row;
  return { id, quote, section, body, suggestion, authorKind, replies };
}

export const exportedComments: ExportPart<CommentRow> = {
  name: 'comments',
  page: {
    text: `select ${commentColumns} from platform.comments c where c.tenant_id = $1 and c.id > $2 order by c.id limit $3`,
  },
  pageRows: 100,
  toRecord: (row) => ({ ...toComment(row), engagementId: row.engagement_id }),
};
