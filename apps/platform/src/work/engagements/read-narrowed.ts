import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';

/**
 * The rows among which a page looks: the first ones of its order, all rows, or those of some engagements that include
 * every match.
 */
export type PageRange = 'first' | 'all' | readonly string[];

/** Rows of `first`. */
export const firstRows = 1_000;
/** Most engagements that a page looks at by their ids. */
const maxCandidates = 10_000;

/** Returns the condition that a name or client contains a pattern, regardless of case. */
export const nameContains = (pattern: string): string => `(name ilike ${pattern} or client ilike ${pattern})`;

/** Tells whether a range is a list of ids. */
const isIds = (range: PageRange): range is readonly string[] => typeof range !== 'string';

/**
 * Returns, by name, the conditions on the engagements of the tenant that a page may show: archived ones on request only,
 * that of a bound key only (ACS-10), and those of the range. `place` takes a value and returns its parameter.
 */
export function shownConditions(
  { principal }: RequestContext,
  { withArchived, range }: { withArchived: boolean; range: PageRange },
  place: (value: unknown) => string,
): Record<string, string> {
  const conditions: Record<string, string> = {};
  if (!withArchived) conditions['current'] = 'archived_at is null';
  if (principal.kind === 'api_key' && principal.engagementId !== null) {
    conditions['key'] = `id = ${place(principal.engagementId)}`;
  }
  if (isIds(range)) conditions['ids'] = `id = any(${place(range)})`;
  return conditions;
}

/** The conditions that narrow a page. */
interface Narrowing {
  /** Words of name or client. */
  q?: string | undefined;
  /** A status, unless the order has an index that begins with it. */
  status?: EngagementStatus | undefined;
  /** Rows of the page. */
  rows: number;
}

/**
 * Reads a page of engagements whose name or client contains `q`, or that have a status, in bounded time in a tenant of
 * any size (ENG-34). Frequent ones fill the page from the first rows of its order; an index finds rare ones; between the
 * two, the page walks on in its order.
 */
export async function readNarrowed<Row>(
  { services, tenantId }: RequestContext,
  { q, status, rows }: Narrowing,
  selectPage: (range: PageRange) => Statement<Row>,
): Promise<Row[]> {
  const read = (range: PageRange) => services.database.batchTenant<[Row]>(tenantId, [selectPage(range)]);
  const [first] = await read('first');
  if (first.length === rows) return first;
  const [[candidates]] = await services.database.batchTenant(tenantId, [
    q === undefined ? selectOfStatus(tenantId, status) : selectNamed(q),
  ]);
  const [found] = await read(candidates?.ids ?? 'all');
  return found;
}

interface Candidates {
  /** The ids; null if they are too many, or if an index cannot tell. */
  ids: string[] | null;
}

/** Selects the ids of all engagements that may have the name. */
function selectNamed(q: string): Statement<Candidates> {
  return {
    name: 'find_engagements',
    text: `select platform.find_engagements($1, ${maxCandidates}) as ids`,
    values: [q],
  };
}

/** Selects the ids of all engagements of a status. */
function selectOfStatus(tenantId: string, status: EngagementStatus | undefined): Statement<Candidates> {
  return {
    name: 'select_of_status',
    text: `select case when count(*) <= ${maxCandidates} then coalesce(array_agg(id), '{}') end as ids from (
        select id from platform.engagements where tenant_id = $1 and status = $2 limit ${maxCandidates + 1}
      ) found`,
    values: [tenantId, status],
  };
}
