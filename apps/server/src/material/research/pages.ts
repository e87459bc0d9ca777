import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Citation, ListedCitation } from '@ecp/contract/values/citations';
import type { ArchivedPageText, ListedPage } from '@ecp/contract/work/research';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import {
  missingAsNotFound,
  ObjectMissingError,
  type ObjectStorage,
} from '../../kernel/storage/object-storage.ts';
import { readOfEngagement } from '../engagements/engagement-rows.ts';
import { countCitedTitles } from '../evidence/citations.ts';
import { selectReadsOf, selectSearchesOf, toPageRead, toRunSearch } from './calls/call-rows.ts';
import {
  type PageRow,
  pageColumns,
  pageExtensionOf,
  selectPage,
  selectPagesOf,
  toArchivedPage,
} from './page-rows.ts';

/**
 * Lists archived pages, newest first, with the documents whose latest version cites them. Error:
 * `not_found`.
 */
export async function listPages(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ pages: ListedPage[] }> {
  const [rows, citing] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectPagesOf(tenantId, engagementId),
    countCitedTitles(tenantId, engagementId, pageKinds),
  ]);
  const byTitle = Map.groupBy(citing, ({ title }) => title);
  const citedBy = (title: string) =>
    (byTitle.get(title) ?? []).map(({ filename, version, citations }) => ({
      filename,
      version,
      citations,
    }));
  return { pages: rows.map((row) => ({ ...toArchivedPage(row), citedBy: citedBy(row.title) })) };
}

/** Lists the searches and reads of an engagement's runs, newest first. Error: `not_found`. */
export async function listResearch(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<EncodedJson> {
  const [searches, reads] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectSearchesOf(tenantId, engagementId),
    selectReadsOf(tenantId, engagementId),
  ]);
  const lists = [
    await encodeArray(searches.map(toRunSearch)),
    await encodeArray(reads.map(toPageRead)),
  ];
  return new EncodedJson(`{"searches":${lists[0]},"reads":${lists[1]}}`);
}

/** Reads an archived page with its text. Errors: `not_found`, `service_unavailable`. */
export async function getPage(
  { services, tenantId }: RequestContext,
  { engagementId, pageId }: { engagementId: string; pageId: string },
): Promise<ArchivedPageText> {
  const row = await requirePage(services.database, tenantId, engagementId, pageId);
  const text = await readPageText(services.storage, row).catch(missingAsNotFound);
  return { ...toArchivedPage(row), text };
}

interface PageDownload {
  filename: string;
  sizeBytes: number;
  content: Readable;
}

/** Opens the archived bytes of a page. Error: `not_found`. */
export async function downloadPage(
  { services, tenantId }: RequestContext,
  { engagementId, pageId }: { engagementId: string; pageId: string },
): Promise<PageDownload> {
  const row = await requirePage(services.database, tenantId, engagementId, pageId);
  const content = await services.storage.get(row.storage_key).catch(missingAsNotFound);
  const name = row.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'page';
  return { filename: `${name}.${pageExtensionOf(row)}`, sizeBytes: row.size_bytes, content };
}

/** Reads the row of a page. Error: `not_found`. */
export async function requirePage(
  database: Database,
  tenantId: string,
  engagementId: string,
  pageId: string,
): Promise<PageRow> {
  const [[row]] = await database.batchTenant(tenantId, [
    selectPage(tenantId, engagementId, pageId),
  ]);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Reads the archived text of a page. Throws StorageUnavailableError, ObjectMissingError. */
export async function readPageText(
  storage: Pick<ObjectStorage, 'get'>,
  { text_key: key }: Pick<PageRow, 'text_key'>,
): Promise<string> {
  return readAll(await storage.get(key));
}

type Source = StartRunRequest['sources'][number];

/**
 * Limits the pages of earlier runs that a run gets, and the characters of one and of all together.
 */
const maxPages = 100;
const maxPageLength = 100_000;
const maxTotalLength = 1_000_000;

/**
 * Returns the newest archived pages as sources of a run, oldest first, titled as documents cite
 * them, with final address and day as location. Throws StorageUnavailableError.
 */
export async function listPageSources(
  { database, storage }: { database: Database; storage: Pick<ObjectStorage, 'get'> },
  tenantId: string,
  engagementId: string,
): Promise<Source[]> {
  const [rows] = await database.batchTenant<[PageRow]>(tenantId, [
    selectPageSources(tenantId, engagementId),
  ]);
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
export async function readPageSources(
  storage: Pick<ObjectStorage, 'get'>,
  rows: PageRow[],
): Promise<Source[]> {
  const texts = await Promise.all(rows.map((row) => readArchivedText(storage, row)));
  return rows.map((row, at) => toSource(row, texts[at] ?? '')).reverse();
}

/** Selects the names of all archived pages of an engagement, newest first. */
export function selectPageNames(tenantId: string, engagementId: string): Statement<PageRow> {
  return {
    name: 'list_page_names',
    text: `select ${pageColumns} from platform.pages
      where tenant_id = $1 and engagement_id = $2 order by fetched_at desc, id desc`,
    values: [tenantId, engagementId],
  };
}

/** Reads the whole text of a page, as a source. Throws StorageUnavailableError. */
export async function readWholePage(
  storage: Pick<ObjectStorage, 'get'>,
  row: PageRow,
): Promise<Source> {
  return { ...toSource(row, ''), text: (await readArchivedText(storage, row)).toWellFormed() };
}

/** An erased page has no text. */
async function readArchivedText(
  storage: Pick<ObjectStorage, 'get'>,
  row: PageRow,
): Promise<string> {
  return readPageText(storage, row).catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return '';
    throw error;
  });
}

function toSource({ id, title, url, fetched_at: fetchedAt }: PageRow, text: string): Source {
  const location = `${url}, read on ${fetchedAt.toISOString().slice(0, 10)}`;
  return { id: `page-${id}`, title, location, text: text.slice(0, maxPageLength).toWellFormed() };
}

/** An archived page that citations name by its title. */
export interface CitedPageRow {
  id: string;
  title: string;
  url: string;
  fetched_at: Date;
  sha256: string;
  text_key: string;
}

/** Kinds of sources that a page can be. The others are of the engagement itself. */
export const pageKinds: Citation['source']['kind'][] = ['attachment', 'url', 'unknown'];

/** Returns the titles by which citations may name pages. */
export function titlesOf(citations: readonly Citation[]): string[] {
  return [
    ...new Set(
      citations
        .filter(({ source }) => pageKinds.includes(source.kind))
        .map(({ source }) => source.title),
    ),
  ];
}

export function selectCitedPages(
  tenantId: string,
  engagementId: string,
  titles: string[],
): Statement<CitedPageRow> {
  return {
    name: 'select_cited_pages',
    text: `select id, title, url, fetched_at, sha256, text_key from platform.pages
      where tenant_id = $1 and engagement_id = $2 and title = any($3)`,
    values: [tenantId, engagementId, titles],
  };
}

/** Adds to each citation the page that it cites. */
export function addPages(
  citations: readonly Citation[],
  pages: readonly CitedPageRow[],
): ListedCitation[] {
  const byTitle = new Map(pages.map((page) => [page.title, page]));
  return citations.map((citation) => {
    const row = pageKinds.includes(citation.source.kind)
      ? byTitle.get(citation.source.title)
      : undefined;
    const page = row && {
      id: row.id,
      url: row.url,
      fetchedAt: row.fetched_at.toISOString(),
      sha256: row.sha256,
    };
    return { ...citation, page: page ?? null };
  });
}
