import { ApiError } from '@ecp/contract/declaring/errors';
import type { WaitingCounts } from '@ecp/contract/values/waiting-counts';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, ListSummariesQuery, SummarySort } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/database/contains-pattern.ts';
import { responsibilityColumns, toResponsibility } from '../engagements/engagement-rows.ts';
import { firstRows, isIds, type NameRange, nameContains, readByName } from '../engagements/read-by-name.ts';
import { waitingCounts } from './count-queue.ts';
import { descendingSorts, indexedSorts } from './summary-sorts.ts';
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

/** Makes the statement of a page. */
function selectPage(
  { tenantId, principal }: RequestContext,
  query: ListSummariesQuery,
  rows: number,
  range: NameRange,
): Statement<Row> {
  const { sort = 'updated' } = query;
  const after = query.cursor === undefined ? null : decodeCursor(query, query.cursor);
  const values: unknown[] = [tenantId, after?.key ?? null, after?.id ?? null];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: 'tenant_id = $1' };
  if (query.include_archived !== true) conditions['current'] = 'archived_at is null';
  if (principal.kind === 'api_key' && principal.engagementId !== null) {
    conditions['key'] = `id = ${place(principal.engagementId)}`;
  }
  if (query.status !== undefined) conditions['status'] = `status = ${place(query.status)}`;
  if (isIds(range)) conditions['ids'] = `id = any(${place(range)})`;
  const where = Object.values(conditions).join(' and ');
  const named = query.q === undefined ? 'true' : nameContains(place(containsPattern(query.q)));
  const isAscending = (query.order ?? (descendingSorts.includes(sort) ? 'desc' : 'asc')) === 'asc';
  const limits = { isAfter: after !== null, isFirst: range === 'first' };
  const rowsLimit = place(rows);
  const names = [sort, isAscending, limits.isAfter, ...Object.keys(conditions)].join(' ');
  return {
    // Statuses and words are frequent or rare, so such a page is planned for its values.
    ...(query.status === undefined && query.q === undefined && { name: `list_summaries ${names}` }),
    text: isAscending
      ? pageText(sort, 'asc', '>', where, named, limits, rowsLimit)
      : pageText(sort, 'desc', '<', where, named, limits, rowsLimit),
    values,
  };
}

interface Limits {
  /** Whether the page begins after the key $2 and the id $3. */
  isAfter: boolean;
  /** Whether only the first rows of the order are looked at. */
  isFirst: boolean;
}

function pageText(
  sort: SummarySort,
  order: string,
  beyond: string,
  where: string,
  named: string,
  limits: Limits,
  rows: string,
): string {
  if (sort === 'updated') {
    return indexedPage('updated_at', microsText('updated_at'), microsTime, order, beyond, where, named, limits, rows);
  }
  if (sort === 'created') {
    return indexedPage('created_at', microsText('created_at'), microsTime, order, beyond, where, named, limits, rows);
  }
  if (sort === 'name') {
    return indexedPage('lower(name)', 'lower(name)', '$2::text', order, beyond, where, named, limits, rows);
  }
  if (sort === 'client') {
    return indexedPage('lower(client)', 'lower(client)', '$2::text', order, beyond, where, named, limits, rows);
  }
  return wholePage(sort, order, beyond, where, named, limits, rows);
}

const microsText = (column: string) => `lpad((extract(epoch from ${column}) * 1000000)::bigint::text, 18, '0')`;
const microsTime = `timestamptz 'epoch' + $2::bigint * interval '1 microsecond'`;
const notAfter = '$2::text is null and $3::text is null';

const columns = `id, name, client, status, created_at, updated_at, archived_at, sample, ${responsibilityColumns}`;
const documentCount = `(
    select count(distinct filename)::integer from platform.deliverables
    where tenant_id = $1 and engagement_id = listed.id and not starts_with(filename, '_')
  ) as documents`;

/** Reads a page from the index of its sort, and counts what waits in the engagements of the page only. */
function indexedPage(
  key: string,
  keyText: string,
  afterKey: string,
  order: string,
  beyond: string,
  where: string,
  named: string,
  { isAfter, isFirst }: Limits,
  rows: string,
): string {
  return `with ordered as (
      select *, ${key} as ordered_by from platform.engagements
      where ${where} and ${isAfter ? `(${key}, id) ${beyond} (${afterKey}, $3::text)` : notAfter}
      order by ${key} ${order}, id ${order} ${isFirst ? `limit ${firstRows}` : ''}
    ), listed as (
      select ${columns}, ${keyText} as sort_key from ordered
      where ${named} order by ordered_by ${order}, id ${order} limit ${rows}
    )
    select listed.*, waiting.*, ${documentCount}
    from listed cross join lateral (
      select ${waitingCounts} from (${waitingRows}) waiting where waiting.engagement_id = listed.id and not listed.sample
    ) waiting
    order by sort_key ${order}, id ${order}`;
}

/** Reads a page of a sort without an index from all engagements. Those without an owner or a due date are last. */
function wholePage(
  sort: SummarySort,
  order: string,
  beyond: string,
  where: string,
  named: string,
  { isAfter }: Limits,
  rows: string,
): string {
  return `with waiting as (
      select engagement_id, ${waitingCounts} from (${waitingRows}) waiting group by engagement_id
    ), counted as (
      select ${columns}, coalesce(reviews, 0) as reviews, coalesce(questions, 0) as questions,
        coalesce(comments, 0) as comments, coalesce(failed, 0) as failed
      from platform.engagements left join waiting on waiting.engagement_id = id and not sample
      where ${where} and ${named}
    ), listed as (
      select counted.*, ${otherKeys[sort]} as sort_key from counted
    )
    select listed.*, ${documentCount} from listed
    where ${isAfter ? `(sort_key, id) ${beyond} ($2::text, $3::text)` : notAfter}
    order by sort_key ${order}, id ${order} limit ${rows}`;
}

/** The keys of the sorts without an index, as text. */
const otherKeys: Partial<Record<SummarySort, string>> = {
  owner: `coalesce('1' || lower(owner_name), '2')`,
  status: 'status',
  due: `coalesce(due_date, '9')`,
  waiting: `lpad((reviews + questions + comments + failed)::text, 9, '0')`,
};

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
  if (of === sort && isText(key) && isText(id) && (indexedSorts[sort]?.test(key) ?? true)) return { key, id };
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
