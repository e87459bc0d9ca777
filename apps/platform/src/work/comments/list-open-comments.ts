import { maxRunComments, type OpenComment } from '@ecp/contract/engine/engine-api';
import type { AuthorKind } from '@ecp/contract/values/authors';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

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

/** Most replies to a comment that a run reads, the newest. */
const maxReplies = 10;

/**
 * Lists the open comments on each file as data for a run, oldest first (CMT-7): at most 60 of a file, those first that
 * no version has answered. `chosen` has the ids for files whose review names them; other files give all of theirs.
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
  { engagementId, filename, ids }: { engagementId: string; filename: string; ids: readonly string[] },
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
