import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { ObjectMissingError, type ObjectStorage } from '../../../kernel/storage/object-storage.ts';
import { type PageRow, pageColumns } from '../records/page-rows.ts';
import { readPageText } from './read-page-text.ts';

type Source = StartRunRequest['sources'][number];

/** Most pages of earlier runs that a run gets, most characters of one, and of all together. */
const maxPages = 100;
const maxPageLength = 100_000;
const maxTotalLength = 1_000_000;

/**
 * Returns the newest archived pages of an engagement as sources of a run, oldest first, titled as documents cite them;
 * the location is the final address and the day on which the page was read (RES-17). Throws StorageUnavailableError.
 */
export async function listPageSources(
  { database, storage }: { database: Database; storage: Pick<ObjectStorage, 'get'> },
  tenantId: string,
  engagementId: string,
): Promise<Source[]> {
  const [rows] = await database.batchTenant<[PageRow]>(tenantId, [selectPageSources(tenantId, engagementId)]);
  return readPageSources(storage, rows);
}

/** Selects the pages that listPageSources returns, newest first. */
export function selectPageSources(tenantId: string, engagementId: string): Statement<PageRow> {
  return {
    name: 'list_page_sources',
    text: `select ${pageColumns} from (
        select *, sum(least(text_bytes, $3)) over (order by fetched_at desc, id desc) as bytes_so_far
        from platform.pages where tenant_id = $1 and engagement_id = $2
      ) newest
      where bytes_so_far <= $4 order by fetched_at desc, id desc limit $5`,
    values: [tenantId, engagementId, maxPageLength, maxTotalLength, maxPages],
  };
}

/** Reads the texts of such pages, and returns them as sources. Throws StorageUnavailableError. */
export async function readPageSources(storage: Pick<ObjectStorage, 'get'>, rows: PageRow[]): Promise<Source[]> {
  const texts = await Promise.all(rows.map((row) => readText(storage, row)));
  return rows.map((row, at) => toSource(row, texts[at] ?? '')).reverse();
}

/** An erased page has no text. */
async function readText(storage: Pick<ObjectStorage, 'get'>, row: PageRow): Promise<string> {
  return readPageText(storage, row).catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return '';
    throw error;
  });
}

function toSource({ id, title, url, fetched_at: fetchedAt }: PageRow, text: string): Source {
  const location = `${url}, read on ${fetchedAt.toISOString().slice(0, 10)}`;
  return { id: `page-${id}`, title, location, text: text.slice(0, maxPageLength).toWellFormed() };
}
