import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type PageRow, pageColumns, toArchivedPage } from './records/page-rows.ts';
import { type ReadRow, readColumns, toPageRead } from './records/read-rows.ts';
import { type SearchRow, searchColumns, toRunSearch } from './records/search-rows.ts';

/** Exports the archived pages without bytes and text, as attachments are (RES-19). */
export const exportedPages: ExportPart<PageRow> = {
  name: 'pages',
  page: pageOf('platform.pages', pageColumns),
  pageRows: 500,
  toRecord: (row) => ({ ...toArchivedPage(row), engagementId: row.engagement_id, mimeType: row.mime_type }),
};

/** Exports the searches with their results (RES-19). */
export const exportedSearches: ExportPart<SearchRow> = {
  name: 'searches',
  page: pageOf('platform.searches', searchColumns),
  pageRows: 200,
  toRecord: (row) => ({ ...toRunSearch(row), engagementId: row.engagement_id, hits: row.hits }),
};

/** Exports the reads of agents, with and without a page (RES-19). */
export const exportedPageReads: ExportPart<ReadRow> = {
  name: 'pageReads',
  page: pageOf('platform.page_reads', readColumns),
  pageRows: 500,
  toRecord: (row) => ({ ...toPageRead(row), engagementId: row.engagement_id, addresses: row.addresses }),
};
