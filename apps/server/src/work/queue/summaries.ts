import { ApiError } from '@ecp/contract/declaring/errors';
import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, ListSummariesQuery, SummarySort } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/sql.ts';
import {
  firstRows,
  type NarrowedRows,
  nameContains,
  type PageRange,
  readNarrowed,
  type Stretch,
  type StretchLengths,
  shownConditions,
  stretchText,
  type WalkLimits,
} from '../../material/engagements/engagement-list.ts';
import {
  possibleOwners,
  responsibilityColumns,
  toResponsibility,
} from '../../material/engagements/engagement-rows.ts';
import { countsFor, waitingCounts, waitingRows, waitingRowsOf } from './queue.ts';

const defaultPage = 200;
/** Limits the engagements of a page, as the contract has it. */
const maxPage = 200;

interface SummaryRow extends WaitingCounts {
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
 * Lists engagements without brief and tasks, with what waits in them; a bound key's own only.
 * Error: `invalid_request` for a cursor of another list or sort.
 */
export async function listSummaries(
  context: RequestContext,
  query: ListSummariesQuery,
  walk?: WalkLimits,
): Promise<{ summaries: EngagementSummary[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPage;
  const { found, resume } = await readRows(context, query, limit + 1, walk);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { summaries: rows.map(toSummary), nextCursor: last ? encodeCursor(query, last) : resume };
}

async function readRows(
  context: RequestContext,
  query: ListSummariesQuery,
  rows: number,
  walk?: WalkLimits,
): Promise<NarrowedRows<SummaryRow>> {
  const { q, status, cursor, sort = 'updated' } = query;
  const selectRows = (range: PageRange) => selectPage(context, query, rows, range);
  const isStatusSparse = status !== undefined && !statusSorts.includes(sort);
  if (q === undefined && !isStatusSparse) {
    const [found] = await context.services.database.batchTenant(context.tenantId, [
      selectRows('all'),
    ]);
    return { found, resume: null };
  }
  return await readNarrowed(
    context,
    { q, status, cursor, rows },
    {
      selectRows,
      selectStretch: (after, lengths) =>
        selectStretch(
          context,
          { ...query, ...(after !== undefined && { cursor: after }) },
          lengths,
        ),
      cursorOf: ({ end_id: id, end_key }) => encodeCursor(query, { sort_key: end_key, id }),
    },
    walk,
  );
}

function selectPage(
  context: RequestContext,
  query: ListSummariesQuery,
  rows: number,
  range: PageRange,
): Statement<SummaryRow> {
  const described = describeRows(context, query, range);
  const { conditions, filters, place, order } = described;
  const reader = place(actorUserId(context.principal));
  const isFirst = range === 'first';
  const source = selectOrdered({
    ...order,
    reader,
    where: [...Object.values(conditions), ...(isFirst ? [] : filters)].join(' and '),
    limit: isFirst ? firstRows : maxPage + 1,
  });
  const names = [
    order.sort,
    order.isAscending,
    placeOf(order.sort, order.after),
    ...Object.keys(conditions),
  ].join(' ');
  return {
    // Statuses and words are frequent or rare, so such a page is planned for its values.
    ...(filters.length === 0 && { name: `list_summaries ${names}` }),
    text: pageText(source, isFirst ? filters : [], {
      order: order.isAscending ? 'asc' : 'desc',
      rows: place(rows),
      reader,
    }),
    values: described.values,
  };
}

/** The parts of a statement that reads engagements of a list. */
interface DescribedRows {
  /** Sorted by name. */
  conditions: Record<string, string>;
  /** The conditions of words and status, which no index of the order has. */
  filters: string[];
  order: Omit<RowOrder, 'reader' | 'where' | 'limit'>;
  /** Takes a value and returns its parameter. */
  place: (value: unknown) => string;
  values: unknown[];
}

function describeRows(
  context: RequestContext,
  query: ListSummariesQuery,
  range: PageRange,
): DescribedRows {
  const { sort = 'updated', status, q } = query;
  const after = query.cursor === undefined ? null : decodeCursor(query, query.cursor);
  const values: unknown[] =
    after === null ? [context.tenantId] : [context.tenantId, after.key, after.id];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = {
    tenant: 'tenant_id = $1',
    ...shownConditions(context, { withArchived: query.include_archived === true, range }, place),
  };
  const filters: string[] = [];
  if (status !== undefined) filters.push(`status = ${place(status)}`);
  if (q !== undefined) filters.push(nameContains(place(containsPattern(q))));
  const isAscending = (query.order ?? (descendingSorts.includes(sort) ? 'desc' : 'asc')) === 'asc';
  return { conditions, filters, order: { sort, isAscending, after }, place, values };
}

/**
 * Selects a stretch of the order. One of an order that begins with the status has rows of the asked
 * status only.
 */
function selectStretch(
  context: RequestContext,
  query: ListSummariesQuery,
  lengths: StretchLengths,
): Statement<Stretch> {
  const { conditions, filters, order, place, values } = describeRows(context, query, 'all');
  const isOrderedByStatus = query.status !== undefined && statusSorts.includes(order.sort);
  const where = [
    ...Object.values(conditions),
    ...(isOrderedByStatus ? filters.slice(0, 1) : []),
  ].join(' and ');
  const reader = order.sort === 'waiting' ? place(actorUserId(context.principal)) : 'null';
  const { rows, by } = selectOrdered({ ...order, reader, where, limit: lengths.rows });
  const ordered = `select id, sort_key, ${filters.join(' and ')} as is_found from ${rows} ordered order by ${by}`;
  return { text: stretchText(ordered, 'sort_key', lengths.matches), values };
}

const summaryColumns = `id, name, client, status, created_at, updated_at, archived_at, sample, ${responsibilityColumns}`;

/** Takes the page from its source, and counts what waits in the engagements of the page only. */
function pageText(
  source: OrderedRows,
  filters: readonly string[],
  { order, rows, reader }: Record<'order' | 'rows' | 'reader', string>,
): string {
  return `with listed as (
      select ${summaryColumns}, sort_key from ${source.rows} ordered where ${['true', ...filters].join(' and ')}
      order by ${source.by} limit ${rows}
    )
    select listed.*, waiting.*, (
      select count(distinct filename)::integer from platform.deliverables
      where tenant_id = $1 and engagement_id = listed.id and not starts_with(filename, '_')
    ) as documents
    from listed cross join lateral (
      select ${waitingCounts} from (${waitingRowsOf('listed.id')}) waiting
      where not listed.sample and ${countsFor(reader, 'listed.owner_id')}
    ) waiting
    order by sort_key ${order}, id ${order}`;
}

function toSummary(row: SummaryRow): EngagementSummary {
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

/**
 * The sort belongs to the cursor: the key of another one says nothing about the place in the list.
 */
function encodeCursor(
  { sort = 'updated' }: ListSummariesQuery,
  { sort_key: key, id }: Pick<SummaryRow, 'sort_key' | 'id'>,
): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

function decodeCursor({ sort = 'updated' }: ListSummariesQuery, cursor: string): SummaryCursor {
  const [of, key, id] = parseArray(Buffer.from(cursor, 'base64url').toString());
  if (of === sort && isText(key) && isText(id) && isKeyOf(sort, key)) return { key, id };
  throw new ApiError('invalid_request', {
    details: [{ path: '/cursor', message: 'is not a cursor of this list' }],
  });
}

/** Postgres takes no text with U+0000. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0');

function parseArray(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** The sorts that begin with the largest key without `order`. */
const descendingSorts: readonly SummarySort[] = ['updated', 'created', 'waiting'];

/** The end of a page: the key of its last engagement as text, and the id. */
interface SummaryCursor {
  key: string;
  id: string;
}

/** The rows to read in the order of a sort. */
interface RowOrder {
  sort: SummarySort;
  isAscending: boolean;
  /**
   * The place after which the rows begin; null at the beginning. Its key is the parameter $2, its
   * id $3.
   */
  after: SummaryCursor | null;
  /** SQL of the person for whom things wait; null is everybody. */
  reader: string;
  /** SQL of the conditions for all rows. The tenant is $1. */
  where: string;
  /**
   * Limits the rows. It is a part of the text, because the planner takes an unknown limit for a
   * tenth of all rows.
   */
  limit: number;
}

/** An order that is the order of an index. */
interface IndexedOrder {
  /** The columns of the index between tenant and id. */
  columns: readonly string[];
  key: string;
  /** The columns for the key $2. */
  after: string;
  /** Tells whether a text is a key of the order. */
  isKey(text: string): boolean;
}

const microsOf = (column: string) =>
  `lpad((extract(epoch from ${column}) * 1000000)::bigint::text, 18, '0')`;
const timeOf = (micros: string) =>
  `timestamptz 'epoch' + (${micros})::bigint * interval '1 microsecond'`;
const isMicros = (text: string) => /^0\d{17}$/.test(text);
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const orderByTime = (column: string): IndexedOrder => ({
  columns: [column],
  key: microsOf(column),
  after: timeOf('$2'),
  isKey: isMicros,
});
const orderByText = (column: string): IndexedOrder => ({
  columns: [`lower(${column})`],
  key: `lower(${column})`,
  after: '$2::text',
  isKey: () => true,
});

const indexedOrders: Partial<Record<SummarySort, IndexedOrder>> = {
  updated: orderByTime('updated_at'),
  created: orderByTime('created_at'),
  name: orderByText('name'),
  client: orderByText('client'),
  // Those without a due date are last.
  due: {
    columns: [`coalesce(due_date, 'infinity'::date)`],
    key: `coalesce(due_date, 'infinity'::date)::text`,
    after: '$2::text::date',
    isKey: (text) => text === 'infinity' || isDate(text),
  },
  status: {
    columns: ['status', 'updated_at'],
    key: `status || ' ' || ${microsOf('updated_at')}`,
    after: `split_part($2::text, ' ', 1), ${timeOf(`split_part($2::text, ' ', 2)`)}`,
    isKey: (text) => /^[a-z]+ /.test(text) && isMicros(text.slice(text.indexOf(' ') + 1)),
  },
};

/** Sorts of which an index has the rows of a status in order. */
const statusSorts: readonly SummarySort[] = ['updated', 'created', 'status'];

/** Tells whether a text may be the key of a cursor of a sort. */
const isKeyOf = (sort: SummarySort, text: string): boolean =>
  indexedOrders[sort]?.isKey(text) ?? true;

/** Names the place in an order that decides about the text of a statement. */
const placeOf = (sort: SummarySort, after: SummaryCursor | null): string =>
  after === null ? 'start' : after.key === sharedKeys[sort] ? 'alike' : 'after';

/** Engagements in an order, as SQL. */
interface OrderedRows {
  /** Selects engagements with their `sort_key`. */
  rows: string;
  by: string;
}

/** Selects the engagements that come first in an order, up to its limit. */
function selectOrdered(rows: RowOrder): OrderedRows {
  const indexed = indexedOrders[rows.sort];
  if (indexed) return selectIndexed(rows, indexed);
  const [order] = directionOf(rows.isAscending);
  return {
    rows: rows.sort === 'owner' ? selectByOwner(rows) : selectByWaiting(rows),
    by: `sort_key ${order}, id ${order}`,
  };
}

function selectIndexed(
  { isAscending, after, where, limit }: RowOrder,
  { columns, key, after: begin }: IndexedOrder,
): OrderedRows {
  const [order, beyond] = directionOf(isAscending);
  const names = columns.map((_, index) => `by_${index}`);
  const by = [...names, 'id'].map((name) => `${name} ${order}`).join(', ');
  return {
    rows: `(
      select *, ${key} as sort_key, ${columns.map((column, index) => `${column} as ${names[index]}`).join(', ')}
      from platform.engagements
      where ${where}${after === null ? '' : ` and (${columns.join(', ')}, id) ${beyond} (${begin}, $3::text)`}
      order by ${by} limit ${limit}
    )`,
    by,
  };
}

/**
 * The keys that many engagements share: of those without an owner, and of those in which nothing
 * waits.
 */
const sharedKeys: Partial<Record<SummarySort, string>> = { owner: '2', waiting: '000000000' };

/**
 * Reads the engagements of each owner in the order of their names until the page is full. Others
 * are last.
 */
function selectByOwner(rows: RowOrder): string {
  const { isAscending, where, limit } = rows;
  const [order, beyond] = directionOf(isAscending);
  const ofOwners = (keys: string, ids: string) => `
    select owned.*, owners.sort_key from (
      select owner_id as person_id, sort_key
      from (select owner_id, '1' || lower(owner_name) as sort_key from (${possibleOwners}) people) people
      where ${keys} order by sort_key ${order}
    ) owners cross join lateral (
      select * from platform.engagements where ${where} and owner_id = person_id and ${ids}
      order by id ${order} limit ${limit}
    ) owned
    order by owners.sort_key ${order}, owned.id ${order} limit ${limit}`;
  return selectParts(rows, {
    isEnd: isAscending,
    keyed: (isAfter) =>
      isAfter
        ? [
            ofOwners('sort_key = $2::text', `id ${beyond} $3::text`),
            ofOwners(`sort_key ${beyond} $2::text`, 'true'),
          ]
        : [ofOwners('true', 'true')],
    alike: (ids) => `
    select *, '${sharedKeys.owner}' as sort_key from platform.engagements
    where ${where} and owner_id is null and ${ids} order by owner_id ${order}, id ${order} limit ${limit}`,
  });
}

/**
 * Counts what waits, and reads the engagements in which nothing waits only as far as the page has
 * room.
 */
function selectByWaiting(rows: RowOrder): string {
  const { isAscending, where, limit, reader } = rows;
  const [order, beyond] = directionOf(isAscending);
  const owner =
    '(select owner_id from platform.engagements where tenant_id = $1 and id = waiting.engagement_id)';
  return selectParts(rows, {
    isEnd: !isAscending,
    keyed: (isAfter) => [
      `
    select * from (
      select e.*, lpad(waiting.things::text, 9, '0') as sort_key
      from (
        select engagement_id, count(*) as things from (${waitingRows}) waiting
        where ${countsFor(reader, owner)} group by engagement_id
      ) waiting
      cross join lateral (select * from platform.engagements where tenant_id = $1 and id = engagement_id limit 1) e
    ) counted
    where not sample and ${where}${isAfter ? ` and (sort_key, id) ${beyond} ($2::text, $3::text)` : ''}
    order by sort_key ${order}, id ${order} limit ${limit}`,
    ],
    alike: (ids) => `
    select e.*, '${sharedKeys.waiting}' as sort_key from platform.engagements e
    where ${where} and ${ids}
      and (sample or not exists (
        select from (${waitingRowsOf('e.id')}) waiting where ${countsFor(reader, 'e.owner_id')}
      ))
    order by id ${order} limit ${limit}`,
  });
}

/** Rows with different keys, and those that share a key at the end or the beginning of an order. */
interface Parts {
  /** Whether the rows that share a key come last. */
  isEnd: boolean;
  /**
   * Returns SQL of the other rows, in parts one after the other, from the beginning or after the
   * cursor.
   */
  keyed(isAfter: boolean): string[];
  /** Returns SQL of the rows that share the key. */
  alike(ids: string): string;
}

/** Reads the parts of an order one after the other until the page is full. */
function selectParts(
  { sort, isAscending, after, limit }: RowOrder,
  { isEnd, keyed, alike }: Parts,
): string {
  const [order, beyond] = directionOf(isAscending);
  const key = sharedKeys[sort];
  const isAlike = after?.key === key;
  const rest = `$2::text = '${key}' and id ${beyond} $3::text`;
  const alikeParts = isAlike || after === null || isEnd ? [alike(isAlike ? rest : 'true')] : [];
  const keyedParts = isAlike && isEnd ? [] : keyed(after !== null && !isAlike);
  const parts = isEnd ? [...keyedParts, ...alikeParts] : [...alikeParts, ...keyedParts];
  const names = parts.map((_, index) => `part_${index}`);
  const found = (before: number) =>
    names
      .slice(0, before)
      .map((name) => ` - (select count(*) from ${name})`)
      .join('');
  return `(
    with ${parts
      .map(
        (part, index) => `${names[index]} as materialized (
      select * from (${part}) part order by sort_key ${order}, id ${order} limit ${limit}${found(index)}
    )`,
      )
      .join(', ')}
    ${names.map((name) => `select * from ${name}`).join(' union all ')}
  )`;
}

const directionOf = (isAscending: boolean) =>
  isAscending ? (['asc', '>'] as const) : (['desc', '<'] as const);
