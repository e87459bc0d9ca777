import type { ListEngagementsQuery } from '@ecp/contract/work/engagements';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, nextCursorOf } from '../../kernel/lists.ts';
import { containsPattern } from '../../kernel/sql.ts';
import { createdMicrosOf, encodePage, type PageRow, pageColumns } from './page-rows.ts';
import { firstRows, nameContains, type PageRange, readNarrowed, shownConditions } from './read-narrowed.ts';

/** Default length of a page. */
const defaultPage = 200;
/**
 * A page ends with the engagement that reaches this size, because two hundred large ones would fill the process's
 * memory.
 */
const fullPageBytes = 4 * 1024 * 1024;

export interface EngagementPage {
  /** The engagements as JSON text. */
  json: string;
  /** Cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

type ListedRow = PageRow & { more: boolean };

/**
 * Lists the tenant's engagements, newest first, archived ones only on request. A key that is bound to one engagement
 * sees only that one (ACS-10, ENG-17). Large engagements make a page shorter than its limit. Error: `invalid_request`
 * for a malformed cursor.
 */
export async function listEngagements(context: RequestContext, query: ListEngagementsQuery): Promise<EngagementPage> {
  const limit = query.limit ?? defaultPage;
  const found = await readRows(context, query, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const end = last && { id: last.id, created_micros: createdMicrosOf(last) };
  return { json: encodePage(rows), nextCursor: nextCursorOf(end ? [end] : [], last?.more ?? false) };
}

async function readRows(context: RequestContext, query: ListEngagementsQuery, rows: number): Promise<ListedRow[]> {
  const { q } = query;
  const select = (range: PageRange) => selectPage(context, query, rows, range);
  if (q !== undefined) return await readNarrowed(context, { q, rows }, select);
  const [found] = await context.services.database.batchTenant(context.tenantId, [select('all')]);
  return found;
}

/** Makes the statement of a page. Each set of conditions without words has its own prepared text. */
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
  const named = query.q === undefined ? '' : `where ${nameContains(place(containsPattern(query.q)))}`;
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
