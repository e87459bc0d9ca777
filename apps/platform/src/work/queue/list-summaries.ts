import { ApiError } from '@ecp/contract/declaring/errors';
import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, ListSummariesQuery } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/sql.ts';
import { responsibilityColumns, toResponsibility } from '../engagements/engagement-rows.ts';
import {
  firstRows,
  nameContains,
  type PageRange,
  readNarrowed,
  shownConditions,
} from '../engagements/read-narrowed.ts';
import { waitingCounts } from './count-queue.ts';
import {
  descendingSorts,
  isKeyOf,
  type OrderedRows,
  placeOf,
  type SummaryCursor,
  selectOrdered,
  statusSorts,
} from './summary-orders.ts';
import { waitingRowsOf } from './waiting-rows.ts';

/** Default length of a page. */
const defaultPage = 200;
/** Most engagements of a page, as the contract has it. */
const maxPage = 200;

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
  const { q, status, sort = 'updated' } = query;
  const select = (range: PageRange) => selectPage(context, query, rows, range);
  const isStatusSparse = status !== undefined && !statusSorts.includes(sort);
  if (q !== undefined || isStatusSparse) {
    return await readNarrowed(context, { q, status, rows }, select);
  }
  const [found] = await context.services.database.batchTenant(context.tenantId, [select('all')]);
  return found;
}

/** Makes the statement of a page. */
function selectPage(
  context: RequestContext,
  query: ListSummariesQuery,
  rows: number,
  range: PageRange,
): Statement<Row> {
  const { sort = 'updated', status, q } = query;
  const after = query.cursor === undefined ? null : decodeCursor(query, query.cursor);
  const values: unknown[] = after === null ? [context.tenantId] : [context.tenantId, after.key, after.id];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = {
    tenant: 'tenant_id = $1',
    ...shownConditions(context, { withArchived: query.include_archived === true, range }, place),
  };
  const filters: string[] = [];
  if (status !== undefined) filters.push(`status = ${place(status)}`);
  if (q !== undefined) filters.push(nameContains(place(containsPattern(q))));
  const isAscending = (query.order ?? (descendingSorts.includes(sort) ? 'desc' : 'asc')) === 'asc';
  const isFirst = range === 'first';
  const source = selectOrdered({
    ...{ sort, isAscending, after },
    where: [...Object.values(conditions), ...(isFirst ? [] : filters)].join(' and '),
    limit: isFirst ? firstRows : maxPage + 1,
  });
  const names = [sort, isAscending, placeOf(sort, after), ...Object.keys(conditions)].join(' ');
  return {
    // Statuses and words are frequent or rare, so such a page is planned for its values.
    ...(filters.length === 0 && { name: `list_summaries ${names}` }),
    text: pageText(source, isFirst ? filters : [], isAscending ? 'asc' : 'desc', place(rows)),
    values,
  };
}

const columns = `id, name, client, status, created_at, updated_at, archived_at, sample, ${responsibilityColumns}`;

/** Takes the page from its source, and counts what waits in the engagements of the page only. */
function pageText(source: OrderedRows, filters: readonly string[], order: string, rows: string): string {
  return `with listed as (
      select ${columns}, sort_key from ${source.rows} ordered where ${['true', ...filters].join(' and ')}
      order by ${source.by} limit ${rows}
    )
    select listed.*, waiting.*, (
      select count(distinct filename)::integer from platform.deliverables
      where tenant_id = $1 and engagement_id = listed.id and not starts_with(filename, '_')
    ) as documents
    from listed cross join lateral (
      select ${waitingCounts} from (${waitingRowsOf('listed.id')}) waiting where not listed.sample
    ) waiting
    order by sort_key ${order}, id ${order}`;
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

function decodeCursor({ sort = 'updated' }: ListSummariesQuery, cursor: string): SummaryCursor {
  const [of, key, id] = parseArray(Buffer.from(cursor, 'base64url').toString());
  if (of === sort && isText(key) && isText(id) && isKeyOf(sort, key)) return { key, id };
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
