import { ApiError } from '@ecp/contract/declaring/errors';
import type { WaitingCounts } from '@ecp/contract/values/waiting-counts';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, ListSummariesQuery } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/database/contains-pattern.ts';
import { responsibilityColumns, toResponsibility } from '../engagements/engagement-rows.ts';
import { firstRows, isIds, type NameRange, nameContains, readByName } from '../engagements/read-by-name.ts';
import { waitingCounts } from './count-queue.ts';
import { descendingSorts, type IndexedSort, indexedSorts, otherKeys } from './summary-sorts.ts';
import { waitingRows } from './waiting-rows.ts';

/** Default length of a page. */
const defaultPage = 200;

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
  const found = await readRows(context, query, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { summaries: rows.map(toSummary), nextCursor: last ? encodeCursor(query, last) : null };
}

async function readRows(context: RequestContext, query: ListSummariesQuery, rows: number): Promise<Row[]> {
  const { q, sort = 'updated' } = query;
  const select = (range: NameRange) => selectPage(context, query, rows, range);
  if (q !== undefined) return await readByName(context, { q, rows, isIndexed: sort in indexedSorts }, select);
  const [found] = await context.services.database.batchTenant(context.tenantId, [select('all')]);
  return found;
}

/** Makes the statement of a page. Each set of conditions has its own prepared text. */
function selectPage(
  { tenantId, principal }: RequestContext,
  query: ListSummariesQuery,
  rows: number,
  range: NameRange,
): Statement<Row> {
  const { sort = 'updated' } = query;
  const values: unknown[] = [tenantId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: 'tenant_id = $1' };
  if (query.include_archived !== true) conditions['current'] = 'archived_at is null';
  if (principal.kind === 'api_key' && principal.engagementId !== null) {
    conditions['key'] = `id = ${place(principal.engagementId)}`;
  }
  if (query.status !== undefined) conditions['status'] = `status = ${place(query.status)}`;
  if (isIds(range)) conditions['ids'] = `id = any(${place(range)})`;
  const after = query.cursor === undefined ? null : decodeCursor(query, query.cursor);
  const page: Page = {
    conditions: Object.values(conditions).join(' and '),
    named: query.q === undefined ? 'true' : nameContains(place(containsPattern(query.q))),
    order: query.order ?? (descendingSorts.includes(sort) ? 'desc' : 'asc'),
    after: after && { key: place(after.key), id: place(after.id) },
    isFirst: range === 'first',
    rows: place(rows),
  };
  const indexed = indexedSorts[sort];
  return {
    name: `list_summaries ${[sort, page.order, ...Object.keys(conditions), after && 'after', page.named !== 'true' && 'q', page.isFirst && 'first'].filter(Boolean).join(' ')}`,
    text: indexed ? indexedPage(indexed, page) : wholePage(otherKeys[sort] ?? '', page),
    values,
  };
}

interface Page {
  /** Conditions of the rows, and that of their names. */
  conditions: string;
  named: string;
  order: 'asc' | 'desc';
  /** Placeholders of the cursor. */
  after: { key: string; id: string } | null;
  isFirst: boolean;
  rows: string;
}

const columns = `id, name, client, status, created_at, updated_at, archived_at, sample, ${responsibilityColumns}`;

/** The number of documents of the engagement `id`. */
const documentCount = (id: string) => `(
    select count(distinct filename)::integer from platform.deliverables
    where tenant_id = $1 and engagement_id = ${id} and not starts_with(filename, '_')
  ) as documents`;

/** Reads a page from the index of its sort, and counts what waits in the engagements of the page only. */
function indexedPage(
  { key, text, parse }: IndexedSort,
  { conditions, named, order, after, isFirst, rows }: Page,
): string {
  const inOrder = `order by ${key} ${order}, id ${order}`;
  const afterEnd = after ? `and (${key}, id) ${beyond(order)} (${parse(after.key)}, ${after.id}::text)` : '';
  return `with ordered as (
      select * from platform.engagements where ${conditions} ${afterEnd} ${inOrder} ${isFirst ? `limit ${firstRows}` : ''}
    ), listed as (
      select ${columns}, ${text} as sort_key from ordered where ${named} ${inOrder} limit ${rows}
    )
    select listed.*, waiting.*, ${documentCount('listed.id')}
    from listed cross join lateral (
      select ${waitingCounts} from (${waitingRows}) waiting where waiting.engagement_id = listed.id and not listed.sample
    ) waiting
    order by sort_key ${order}, id ${order}`;
}

/** Reads a page of a sort without an index from all engagements. */
function wholePage(key: string, { conditions, named, order, after, rows }: Page): string {
  return `with waiting as (
      select engagement_id, ${waitingCounts} from (${waitingRows}) waiting group by engagement_id
    ), listed as (
      select ${columns}, coalesce(reviews, 0) as reviews, coalesce(questions, 0) as questions,
        coalesce(comments, 0) as comments, coalesce(failed, 0) as failed
      from platform.engagements left join waiting on waiting.engagement_id = id and not sample
      where ${conditions} and ${named}
    ), keyed as (
      select listed.*, ${key} as sort_key from listed
    )
    select keyed.*, ${documentCount('keyed.id')} from keyed
    ${after ? `where (sort_key, id) ${beyond(order)} (${after.key}, ${after.id}::text)` : ''}
    order by sort_key ${order}, id ${order} limit ${rows}`;
}

const beyond = (order: Page['order']) => (order === 'asc' ? '>' : '<');

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
  const { pattern } = indexedSorts[sort] ?? { pattern: /^/ };
  if (of === sort && isText(key) && isText(id) && pattern.test(key)) return { key, id };
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
