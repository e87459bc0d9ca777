import type { ListEngagementsQuery } from '@ecp/contract/work/engagements';
import type { RequestContext } from '../../kernel/context.ts';
import { type EngagementPage, listEngagements } from './list-engagements.ts';

/** A page as JSON text of its array, as it was sent before. */
export interface EncodedPage {
  text: string;
  nextCursor: string | null;
}

/**
 * Reads the list of engagements, from the cache if nothing has changed (ENG-18). Only lists without a search, cursor or
 * limit are cached. The version is read before the list, so that a cached list is never older than its version. Error:
 * `invalid_request` for a malformed cursor.
 */
export async function readEngagementList(
  context: RequestContext,
  query: ListEngagementsQuery,
): Promise<EngagementPage | EncodedPage> {
  const { cache } = context.services;
  const { tenantId } = context;
  const name = nameOf(context, query);
  const version = name === null ? null : await readVersion(context);
  if (name === null || version === null) return listEngagements(context, query);
  const kept = parseEntry(await cache.get(tenantId, name));
  if (kept?.version === version) return kept;
  const page = await listEngagements(context, query);
  await cache.set(tenantId, name, `${version} ${page.nextCursor ?? ''}\n${JSON.stringify(page.engagements)}`);
  return page;
}

function nameOf({ principal }: RequestContext, query: ListEngagementsQuery): string | null {
  if (query.q !== undefined || query.cursor !== undefined || query.limit !== undefined) return null;
  const bound = principal.kind === 'api_key' ? principal.engagementId : null;
  return JSON.stringify(['engagements', query.status, query.include_archived === true, bound]);
}

async function readVersion({ services, tenantId }: RequestContext): Promise<string | null> {
  const text = 'select version from platform.list_versions where tenant_id = $1';
  const [[row]] = await services.database.batchTenant<[{ version: number }]>(tenantId, [
    { name: 'select_list_version', text, values: [tenantId] },
  ]);
  return row ? String(row.version) : null;
}

function parseEntry(entry: string | null): (EncodedPage & { version: string }) | null {
  if (entry === null) return null;
  const end = entry.indexOf('\n');
  const [version = '', nextCursor = ''] = entry.slice(0, end).split(' ');
  return { version, nextCursor: nextCursor === '' ? null : nextCursor, text: entry.slice(end + 1) };
}
