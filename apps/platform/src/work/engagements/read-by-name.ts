import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';

/**
 * The rows among which a page looks for names: the first ones of its order, all rows, or those of some engagements that
 * include every match.
 */
export type NameRange = 'first' | 'all' | readonly string[];

/** Rows of `first`. */
export const firstRows = 1_000;
/** Most engagements that a page looks at by their ids. */
const maxCandidates = 2_000;

/** Whether a range is a list of ids. */
export const isIds = (range: NameRange): range is readonly string[] => typeof range !== 'string';

/** Returns the condition that a name or client contains a pattern, regardless of case. */
export const nameContains = (pattern: string): string => `(name ilike ${pattern} or client ilike ${pattern})`;

/**
 * Reads a page of up to `rows` engagements whose name or client contains `q`, in bounded time in a tenant of any size
 * (ENG-34). A frequent text fills the page from the first rows; the index of names finds a rare one; between the two, the
 * page walks on in its order. `isIndexed` is false if no index has that order, so that it has no first rows.
 */
export async function readByName<Row>(
  { services, tenantId }: RequestContext,
  { q, rows, isIndexed }: { q: string; rows: number; isIndexed: boolean },
  selectPage: (range: NameRange) => Statement<Row>,
): Promise<Row[]> {
  const read = (range: NameRange) => services.database.batchTenant<[Row]>(tenantId, [selectPage(range)]);
  const [first] = isIndexed ? await read('first') : [[]];
  if (first.length === rows) return first;
  const [[candidates]] = await services.database.batchTenant(tenantId, [selectCandidates(q)]);
  const [found] = await read(candidates?.ids ?? 'all');
  return found;
}

/** Selects the ids of all engagements that may have the name; null if an index of names cannot tell, or if they are many. */
function selectCandidates(q: string): Statement<{ ids: string[] | null }> {
  return {
    name: 'find_engagements',
    text: `select platform.find_engagements($1, ${maxCandidates}) as ids`,
    values: [q],
  };
}
