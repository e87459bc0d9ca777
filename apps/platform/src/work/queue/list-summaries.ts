import { ApiError } from '@ecp/contract/declaring/errors';
import type { WaitingCounts } from '@ecp/contract/values/waiting-counts';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, ListSummariesQuery, SummarySort } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/database/contains-pattern.ts';
import { responsibilityColumns, toResponsibility } from '../engagements/engagement-rows.ts';
import { waitingCounts } from './count-queue.ts';
import { waitingRows } from './waiting-rows.ts';

/** Default length of a page. */
const defaultPage = 200;

/** The sorts that begin with the largest key without `order`. */
const descending: SummarySort[] = ['updated', 'created', 'waiting'];

/** The key of the sort $2 as text. Engagements without an owner, or without a due date, follow the others. */
const sortKey = `case $2
    when 'updated' then lpad((extract(epoch from updated_at) * 1000000)::bigint::text, 18, '0')
    when 'created' then lpad((extract(epoch from created_at) * 1000000)::bigint::text, 18, '0')
    when 'name' then lower(name)
    when 'client' then lower(client)
    when 'owner' then coalesce('1' || lower(owner_name), '2')
    when 'status' then status
    when 'due' then coalesce(due_date, '9')
    else lpad((reviews + questions + comments + failed)::text, 9, '0')
  end`;

interface Row extends WaitingCounts {
  id: string;
  name: string;
  client: string;
  status: EngagementStatus;
  owner_id: string | null;
  owner_name: string | null;
  due_date: string | null;
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
  documents: number;
  sample: boolean;
  sort_key: string;
}

/**
 * Lists engagements without brief and tasks, with what waits in them, in one statement (ENG-31). A key that is bound to
 * one engagement sees only that one. Error: `invalid_request` for a cursor of another list or sort.
 */
export async function listSummaries(
  context: RequestContext,
  query: ListSummariesQuery,
): Promise<{ summaries: EngagementSummary[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { summaries: rows.map(toSummary), nextCursor: last ? encodeCursor(query, last) : null };
}

/** Makes the statement of a page. Each set of conditions has its own prepared text. */
function selectPage({ tenantId, principal }: RequestContext, query: ListSummariesQuery, rows: number): Statement<Row> {
  const { sort = 'updated' } = query;
  const after = query.cursor === undefined ? null : decodeCursor(query, query.cursor);
  const values: unknown[] = [tenantId, sort, after?.key ?? null, after?.id ?? null];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: 'tenant_id = $1' };
  if (query.include_archived !== true) conditions['current'] = 'archived_at is null';
  if (principal.kind === 'api_key' && principal.engagementId !== null) {
    conditions['key'] = `id = ${place(principal.engagementId)}`;
  }
  if (query.status !== undefined) conditions['status'] = `status = ${place(query.status)}`;
  if (query.q !== undefined) {
    const pattern = place(containsPattern(query.q));
    conditions['q'] = `(name ilike ${pattern} or client ilike ${pattern})`;
  }
  const isAscending = (query.order ?? (descending.includes(sort) ? 'desc' : 'asc')) === 'asc';
  return {
    name: `list_summaries ${isAscending ? 'asc' : 'desc'} ${Object.keys(conditions).join(' ')}`,
    text: `with waiting as (
        select engagement_id, ${waitingCounts} from (${waitingRows}) waiting group by engagement_id
      ), listed as (
        select id, name, client, status, created_at, updated_at, archived_at, sample, ${responsibilityColumns},
          coalesce(reviews, 0) as reviews, coalesce(questions, 0) as questions, coalesce(comments, 0) as comments,
          coalesce(failed, 0) as failed
        from platform.engagements left join waiting on waiting.engagement_id = id and not sample
        where ${Object.values(conditions).join(' and ')}
      ), keyed as (
        select listed.*, ${sortKey} as sort_key from listed
      )
      select keyed.*, (
          select count(distinct filename)::integer from platform.deliverables
          where tenant_id = $1 and engagement_id = keyed.id and not starts_with(filename, '_')
        ) as documents
      from keyed
      where $3::text is null or (sort_key, id) ${isAscending ? '>' : '<'} ($3, $4::text)
      order by sort_key ${isAscending ? 'asc' : 'desc'}, id ${isAscending ? 'asc' : 'desc'} limit ${place(rows)}`,
    values,
  };
}

function toSummary(row: Row): EngagementSummary {
  const { id, name, client, status, reviews, questions, comments, failed } = row;
  return {
    id,
    name,
    client,
    status,
    ...toResponsibility(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    documents: row.documents,
    waiting: { reviews, questions, comments, failed },
    sample: row.sample,
  };
}

/** The sort belongs to the cursor: the key of another one says nothing about the place in the list. */
function encodeCursor({ sort = 'updated' }: ListSummariesQuery, { sort_key: key, id }: Row): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

function decodeCursor({ sort = 'updated' }: ListSummariesQuery, cursor: string): { key: string; id: string } {
  const [of, key, id] = parseArray(Buffer.from(cursor, 'base64url').toString());
  if (of === sort && isText(key) && isText(id)) return { key, id };
  throw new ApiError('invalid_request', { details: [{ path: '/cursor', message: 'is not a cursor of this list' }] });
}

/** Postgres takes no text with U+0000. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

function parseArray(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
