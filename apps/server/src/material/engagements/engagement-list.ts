import type { EngagementStatus, ListEngagementsQuery } from '@ecp/contract/work/engagements';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { containsPattern, type Timeline, timelineColumn } from '../../kernel/sql.ts';
import { type EngagementRow, toPlainFields } from './engagement-rows.ts';

const defaultPage = 200;
/**
 * Bytes at which a page ends, because two hundred large engagements would fill the process's
 * memory.
 */
const fullPageBytes = 4 * 1024 * 1024;

interface EngagementPage {
  json: string;
  nextCursor: string | null;
}

type ListedRow = PageRow & { more: boolean };

/**
 * Lists engagements, newest first, as pages up to a size; archived ones on request, a bound key's
 * own only. Error: `invalid_request` for a malformed cursor.
 */
export async function listEngagements(
  context: RequestContext,
  query: ListEngagementsQuery,
  walk?: WalkLimits,
): Promise<EngagementPage> {
  const limit = query.limit ?? defaultPage;
  const { found, resume } = await readRows(context, query, limit + 1, walk);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const end = last && { id: last.id, created_micros: createdMicrosOf(last) };
  return {
    json: encodePage(rows),
    nextCursor: nextCursorOf(end ? [end] : [], last?.more ?? false) ?? resume,
  };
}

async function readRows(
  context: RequestContext,
  query: ListEngagementsQuery,
  rows: number,
  walk?: WalkLimits,
): Promise<NarrowedRows<ListedRow>> {
  const { q, cursor } = query;
  const selectRows = (range: PageRange) => selectPage(context, query, rows, range);
  if (q === undefined) {
    const [found] = await context.services.database.batchTenant(context.tenantId, [
      selectRows('all'),
    ]);
    return { found, resume: null };
  }
  return await readNarrowed(
    context,
    { q, cursor, rows },
    {
      selectRows,
      selectStretch: (after, lengths) =>
        selectStretch(
          context,
          { ...query, q, ...(after !== undefined && { cursor: after }) },
          lengths,
        ),
      cursorOf: ({ end_id: id, end_key }) => nextCursorOf([{ id, created_micros: end_key }], true),
    },
    walk,
  );
}

/** Each set of conditions without words has its own prepared text. */
function selectPage(
  context: RequestContext,
  query: ListEngagementsQuery,
  rows: number,
  range: PageRange,
): Statement<ListedRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = {
    tenant: `tenant_id = ${place(context.tenantId)}`,
    ...shownConditions(context, { withArchived: query.include_archived === true, range }, place),
  };
  if (query.status !== undefined) conditions['status'] = `status = ${place(query.status)}`;
  if (query.cursor !== undefined) conditions['cursor'] = afterCursor(query.cursor, place);
  const allRows = `select * from platform.engagements where ${Object.values(conditions).join(' and ')}
          order by created_at desc, id desc`;
  const source = range === 'first' ? `(${allRows} limit ${firstRows})` : `(${allRows})`;
  const named =
    query.q === undefined ? '' : `where ${nameContains(place(containsPattern(query.q)))}`;
  return {
    // Words are frequent or rare, so a search for them is planned for its values.
    ...(named === '' && { name: `list_engagements ${Object.keys(conditions).join(' ')}` }),
    text: `select ${pageColumns}, more
      from (
        select *, lead(id) over newest is not null as more, sum(size_bytes) over newest - size_bytes as bytes_before
        from ${source} listed ${named}
        window newest as (order by created_at desc, id desc rows unbounded preceding)
        order by created_at desc, id desc limit ${place(rows)}
      ) page left join platform.users owner
        on owner.tenant_id = platform.current_tenant_id() and owner.id = page.owner_id
      where bytes_before < ${fullPageBytes} order by page.created_at desc, page.id desc`,
    values,
  };
}

function selectStretch(
  context: RequestContext,
  query: ListEngagementsQuery & { q: string },
  { rows, matches }: StretchLengths,
): Statement<Stretch> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = {
    tenant: `tenant_id = ${place(context.tenantId)}`,
    ...shownConditions(
      context,
      { withArchived: query.include_archived === true, range: 'all' },
      place,
    ),
  };
  if (query.status !== undefined) conditions['status'] = `status = ${place(query.status)}`;
  if (query.cursor !== undefined) conditions['cursor'] = afterCursor(query.cursor, place);
  const ordered = `select id, ${createdMicrosColumn}, ${nameContains(place(containsPattern(query.q)))} as is_found
      from platform.engagements where ${Object.values(conditions).join(' and ')}
      order by created_at desc, id desc limit ${rows}`;
  return { text: stretchText(ordered, 'created_micros', matches), values };
}

/**
 * A row of a page of engagements. Tasks are JSON, and times are texts of microseconds, as Postgres
 * writes them.
 */
interface PageRow extends Omit<EngagementRow, 'tasks' | 'created_at' | 'archived_at'> {
  tasks: string;
  created_utc: string;
  archived_utc: string | null;
}

/** The columns of PageRow, of `page` joined with the engagement's `owner`. */
const pageColumns = `page.id, page.tenant_id, page.name, client, slug, brief, budget_nano_usd, tasks::text as tasks, status, model,
    ask_back, ask_back_hours, research_enabled, research_domains, research_max_pages, adversary, approve_answer, library, sample, owner_id,
    due_date::text as due_date, coalesce(owner.name, owner.email) as owner_name,
    (page.created_at at time zone 'UTC')::text as created_utc, (archived_at at time zone 'UTC')::text as archived_utc`;

/**
 * Stands for the tasks of an engagement. It cannot be part of a text, because JSON escapes the
 * quotes of texts.
 */
const tasksPlaceholder = '"tasks":null';

/**
 * Writes a page as JSON text. Tasks and times are not parsed, which took a third of the time of a
 * page.
 */
function encodePage(rows: readonly PageRow[]): string {
  const shown = rows.map((row) => ({
    ...toPlainFields(row),
    tasks: null,
    createdAt: toWireTime(row.created_utc),
    archivedAt: row.archived_utc && toWireTime(row.archived_utc),
  }));
  let index = 0;
  return JSON.stringify(shown).replaceAll(
    tasksPlaceholder,
    () => `"tasks":${rows[index++]?.tasks}`,
  );
}

/** Returns the time of a row's creation in microseconds since 1970, for cursors. */
const createdMicrosOf = ({ created_utc: utc }: PageRow): string =>
  `${Date.parse(`${utc.slice(0, 19)}Z`) / 1_000}${utc.slice(20).padEnd(6, '0')}`;

/** Turns `2026-11-23 02:44:00.123456` into the wire form, which has milliseconds. */
const toWireTime = (utc: string) =>
  `${utc.slice(0, 10)}T${utc.slice(11, 19)}.${utc.slice(20, 23).padEnd(3, '0')}Z`;

/**
 * The rows that a page searches: the first of its order, all, or those with ids that include every
 * match.
 */
export type PageRange = 'first' | 'all' | readonly string[];

/** Rows of `first`. */
export const firstRows = 1_000;
/** Limits the engagements that a page looks at by their ids. */
const maxCandidates = 10_000;

/** Returns the condition that a name or client contains a pattern, regardless of case. */
export const nameContains = (pattern: string): string =>
  `(name ilike ${pattern} or client ilike ${pattern})`;

/** Tells whether a range is a list of ids. */
const isIds = (range: PageRange): range is readonly string[] => typeof range !== 'string';

/**
 * Returns the conditions on a page's engagements by name; `place` takes a value and returns its
 * parameter.
 */
export function shownConditions(
  { principal }: RequestContext,
  { withArchived, range }: { withArchived: boolean; range: PageRange },
  place: (value: unknown) => string,
): Record<string, string> {
  const conditions: Record<string, string> = {};
  if (!withArchived) conditions['current'] = 'archived_at is null';
  const bound = boundEngagement(principal);
  if (bound !== null) conditions['key'] = `id = ${place(bound)}`;
  if (isIds(range)) conditions['ids'] = `id = any(${place(range)})`;
  return conditions;
}

interface Narrowing {
  /** Words of name or client. */
  q?: string | undefined;
  /** A status, unless the order has an index that begins with it. */
  status?: EngagementStatus | undefined;
  /** The place in the order after which the page begins. */
  cursor: string | undefined;
  rows: number;
}

/** The statements of a narrowed list. */
interface NarrowedList<Row> {
  selectRows(range: PageRange): Statement<Row>;
  /** Selects the matches among the next rows of the order. */
  selectStretch(after: string | undefined, lengths: StretchLengths): Statement<Stretch>;
  /** Returns the cursor after the end of a stretch. */
  cursorOf(end: StretchEnd): string | null;
}

/**
 * Rows of a page, and where the walk for them has ended; null at the end of the order or without a
 * walk.
 */
export interface NarrowedRows<Row> {
  found: Row[];
  resume: string | null;
}

/** Limits of a walk along an order. */
export interface WalkLimits {
  /** Rows of its first stretch. Each is twice as long as the one before, up to the longest. */
  firstStretch: number;
  longestStretch: number;
  /** Time after which no more stretches are begun. */
  walkMs: number;
}

const walkLimits: WalkLimits = { firstStretch: 4_000, longestStretch: 32_000, walkMs: 2_000 };

/**
 * Reads a page that is narrowed by words or status in bounded time: frequent matches from the first
 * rows of its order, rare ones by an index, and those between by walking on in the order. A page
 * whose walk takes too long ends early.
 */
export async function readNarrowed<Row>(
  { services, tenantId, principal }: RequestContext,
  { q, status, cursor, rows }: Narrowing,
  { selectRows, selectStretch, cursorOf }: NarrowedList<Row>,
  { firstStretch, longestStretch, walkMs }: WalkLimits = walkLimits,
): Promise<NarrowedRows<Row>> {
  const read = async (range: PageRange) => {
    const [found] = await services.database.batchTenant<[Row]>(tenantId, [selectRows(range)]);
    return found;
  };
  const first = await read('first');
  if (first.length === rows || boundEngagement(principal) !== null)
    return { found: first, resume: null };
  const startedMs = performance.now();
  const ids: string[] = [];
  let resume: string | null = cursor ?? null;
  // A single letter is in most names, and the index needs long to find that out. So the list is
  // walked first.
  let stretchesBefore = q !== undefined && [...q].length === 1 ? 1 : 0;
  for (let length = firstStretch; ; length = Math.min(2 * length, longestStretch)) {
    if (stretchesBefore-- === 0) {
      const [[candidates]] = await services.database.batchTenant(tenantId, [
        q === undefined ? selectOfStatus(tenantId, status) : selectNamed(q),
      ]);
      if (candidates?.ids) return { found: await read(candidates.ids), resume: null };
    }
    const lengths = { rows: length, matches: rows - ids.length };
    const [[stretch]] = await services.database.batchTenant<[Stretch]>(tenantId, [
      selectStretch(resume ?? undefined, lengths),
    ]);
    ids.push(...(stretch?.ids ?? []));
    const isFull = ids.length >= rows;
    resume = stretch && (isFull || stretch.walked === length) ? cursorOf(stretch) : null;
    if (resume === null || isFull || performance.now() - startedMs >= walkMs) break;
  }
  return { found: await read(ids), resume };
}

/** Returns the only engagement that a key reaches; null without such a bond. */
const boundEngagement = (principal: RequestContext['principal']): string | null =>
  principal.kind === 'api_key' ? principal.engagementId : null;

/** Limits of a stretch. It ends behind so many rows, or behind so many matches. */
export interface StretchLengths {
  rows: number;
  matches: number;
}

/** The last row of a stretch. */
interface StretchEnd {
  end_id: string;
  end_key: string;
}

/** The matches among the next rows of an order. */
export interface Stretch extends StretchEnd {
  ids: string[];
  /** The rows that were read. */
  walked: number;
}

/** SQL of a stretch. `ordered` selects the id, the key and `is_found` of rows in their order. */
export function stretchText(ordered: string, key: string, matches: number): string {
  return `with walked as materialized (
      select id, ${key} as end_key, is_found, row_number() over () as place from (${ordered}) ordered
    ), matched as materialized (
      select id, place from walked where is_found order by place limit ${matches}
    )
    select array(select id from matched order by place) as ids, (select count(*) from walked)::integer as walked,
      id as end_id, end_key
    from walked
    order by place = (select place from matched order by place offset ${matches - 1}) desc nulls last, place desc limit 1`;
}

interface Candidates {
  /** The ids; null if they are too many, or if an index cannot tell. */
  ids: string[] | null;
}

function selectNamed(q: string): Statement<Candidates> {
  return {
    name: 'find_engagements',
    text: `select platform.find_engagements($1, ${maxCandidates}) as ids`,
    values: [q],
  };
}

function selectOfStatus(
  tenantId: string,
  status: EngagementStatus | undefined,
): Statement<Candidates> {
  return {
    name: 'select_of_status',
    text: `select case when count(*) <= ${maxCandidates} then coalesce(array_agg(id), '{}') end as ids from (
        select id from platform.engagements where tenant_id = $1 and status = $2 limit ${maxCandidates + 1}
      ) found`,
    values: [tenantId, status],
  };
}

/**
 * The version of a tenant's list, which triggers raise in the transaction of each change; 0 before
 * the first one.
 */
interface ListVersion extends Timeline {
  version: number;
  /** False where walls stand: the version also counts changes that the caller does not see. */
  whole: boolean;
}

/** Selects the version of the current tenant's list. */
export const selectListVersion: Statement<ListVersion> = {
  name: 'select_list_version',
  text: `select coalesce(
      (select version from platform.list_versions where tenant_id = platform.current_tenant_id()), 0
    ) as version, platform.sees_all_engagements() as whole, ${timelineColumn}`,
};

/** Names a list by everything of the request that it depends on. */
export function nameOfList({ status, q, cursor, limit, ...query }: ListEngagementsQuery): string {
  return JSON.stringify(['engagements', status, query.include_archived === true, q, cursor, limit]);
}

/**
 * Tells whether a list is kept. Searches and pages are read anew, so that they displace no other
 * text.
 */
export function isKept({ q, cursor, limit }: ListEngagementsQuery): boolean {
  return q === undefined && cursor === undefined && limit === undefined;
}

/** Limits the clients that are listed. */
const maxClients = 500;

/** Newest engagements whose clients are looked at. */
const newestEngagements = 10_000;

/**
 * Lists the names of the clients of the tenant's newest engagements, each once, the newest first.
 */
export async function listClients(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ client: string }>({
    name: 'list_clients',
    text: `select client from (
        select client, created_at from platform.engagements where tenant_id = $1
        order by created_at desc, id desc limit ${newestEngagements}
      ) newest group by client order by max(created_at) desc limit ${maxClients}`,
    values: [tenantId],
  });
  return rows.map(({ client }) => client);
}
