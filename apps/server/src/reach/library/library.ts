import type { LibraryEntry, ListLibraryQuery } from '@ecp/contract/reach/library';
import type { RunPattern } from '@ecp/contract/values/run-facts';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../kernel/lists.ts';

const defaultPage = 50;

interface EntryRow {
  id: string;
  engagement_id: string;
  engagement_name: string;
  title: string;
  json_data: RunPattern;
  created_at: Date;
  created_micros: string;
}

export interface LibraryPage {
  entries: LibraryEntry[];
  nextCursor: string | null;
}

/** Lists library entries, newest first. Error: `invalid_request` for a malformed cursor. */
export async function listLibrary(
  context: RequestContext,
  query: ListLibraryQuery,
): Promise<LibraryPage> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context.tenantId, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const { rows, nextCursor } = cutPage(found, limit);
  return { entries: rows.map(toEntry), nextCursor };
}

function selectPage(tenantId: string, query: ListLibraryQuery, rows: number): Statement<EntryRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const ofTenant = `tenant_id = ${place(tenantId)}`;
  const after = query.cursor === undefined ? '' : `and ${afterCursor(query.cursor, place)}`;
  return {
    name: `list_library${after && ' after'}`,
    text: `select entry.id, entry.engagement_id, engagement.name as engagement_name, entry.title, entry.json_data,
        entry.created_at, entry.created_micros from (
        select tenant_id, id, engagement_id, title, json_data, created_at, ${createdMicrosColumn}
        from platform.library_entries where ${ofTenant} ${after}
        order by created_at desc, id desc limit ${place(rows)}
      ) entry
      join platform.engagements engagement on engagement.tenant_id = entry.tenant_id and engagement.id = entry.engagement_id
      order by entry.created_at desc, entry.id desc`,
    values,
  };
}

function toEntry(row: EntryRow): LibraryEntry {
  return {
    id: row.id,
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
    title: row.title,
    jsonData: row.json_data,
    createdAt: row.created_at.toISOString(),
  };
}

interface ExportedEntry {
  id: string;
  engagement_id: string;
  title: string;
  json_data: RunPattern;
  created_at: Date;
}

export const exportedLibraryEntries: ExportPart<ExportedEntry> = {
  name: 'libraryEntries',
  page: pageOf('platform.library_entries', 'id, engagement_id, title, json_data, created_at'),
  pageRows: 100,
  toRecord: ({ id, engagement_id, title, json_data, created_at }) => ({
    id,
    engagementId: engagement_id,
    title,
    jsonData: json_data,
    createdAt: created_at.toISOString(),
  }),
};
