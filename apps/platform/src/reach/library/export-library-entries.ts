import type { RunPattern } from '@ecp/contract/values/run-facts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';

interface Row {
  id: string;
  engagement_id: string;
  title: string;
  json_data: RunPattern;
  created_at: Date;
}

/** Exports the library entries (INS-1). */
export const exportedLibraryEntries: ExportPart<Row> = {
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
