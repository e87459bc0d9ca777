import type { Citation } from '@ecp/contract/values/citations';
import { type DeliverableSource, maxShownPdfBytes } from '@ecp/contract/work/sources';
import type { Services } from '../../kernel/services.ts';
import { type CitedFile, type CitedFileRow, readCitedFile } from '../attachments/reading/read-cited-file.ts';
import { pageKinds, selectCitedPages } from '../research/citing/select-cited-pages.ts';
import { readPageText } from '../research/reading/read-page-text.ts';
import { selectQuery } from '../tables/records/query-rows.ts';
import { readCitedRange } from './read-cited-range.ts';

/** Characters of an archived page on each side of the passage. */
const charactersAround = 20_000;
/** Rows of a query's result. */
const maxRows = 200;

interface Place {
  services: Pick<Services, 'database' | 'storage' | 'tables'>;
  tenantId: string;
  engagementId: string;
  /** Returns the title of a document of the engagement; null if the reader sees no such document. */
  titleOf: (filename: string) => Promise<string | null>;
}

type Source = Omit<DeliverableSource, 'footnote' | 'mark'>;

/**
 * Reads what a citation cites: the text around its passage in an attached file or an archived page, the rows around it
 * in a sheet, a query's result, or the name of a document (REL-13, SRC-1). Of all else there are the quoted words only.
 * Throws StorageUnavailableError.
 */
export async function readCitedSource(place: Place, citation: Citation): Promise<Omit<DeliverableSource, 'footnote'>> {
  const { claim, quote, passage, source, derivation } = citation;
  const words = { claim, quote, passage, title: source.title, place: source.location, derivation };
  const found: Source = { ...words, ...nothing, ...(await readSource(place, citation)) };
  return { ...found, mark: findMark(found.text, [passage, quote]) };
}

/** Finds the checked citation of a footnote; undefined when there is none. */
export function findCitation(citations: readonly Citation[], footnote: string): Citation | undefined {
  const label = footnote.toLowerCase();
  return citations.find((one) => one.footnote?.toLowerCase() === label);
}

/** Returns the id of the query that a citation names: its source is titled `Query <id>`. */
export function queryIdOf({ source: { kind, title } }: Citation): string | undefined {
  return kind === 'query' ? title.split(' ').at(-1) : undefined;
}

const nothing = {
  kind: 'words',
  text: null,
  url: null,
  fetchedAt: null,
  problem: null,
  pdf: null,
  range: null,
  document: null,
  table: null,
  sql: null,
  attachmentId: null,
  tableId: null,
  pageId: null,
  queryId: null,
} as const;

const missing = { problem: 'missing' } as const;

async function readSource(place: Place, citation: Citation): Promise<Partial<Source>> {
  const { services, tenantId, engagementId, titleOf } = place;
  const { kind, title } = citation.source;
  const queryId = queryIdOf(citation);
  if (queryId !== undefined) return readQuery(place, queryId);
  if (kind === 'deliverable') {
    const known = await titleOf(title);
    return known === null ? missing : { kind: 'document', title: known, document: title };
  }
  if (!pageKinds.includes(kind)) return {};
  const [[page]] = await services.database.batchTenant(tenantId, [selectCitedPages(tenantId, engagementId, [title])]);
  if (page) {
    const text = cutAround(await readPageText(services.storage, page), citation);
    return { kind: 'page', text, url: page.url, fetchedAt: page.fetched_at.toISOString(), pageId: page.id };
  }
  return readFile(place, citation);
}

async function readFile(place: Place, citation: Citation): Promise<Partial<Source>> {
  const { services, tenantId, engagementId } = place;
  const { title, location } = citation.source;
  const words = citation.passage ?? citation.quote ?? '';
  const page = readPageNumber(location);
  const named = { engagementId, filename: title, words, place: page === null ? location : `page ${page}` };
  const found = await readCitedFile(services.database, tenantId, named);
  if (!found) return { ...missing, ...(/^https?:/i.test(title) && { url: title }) };
  const at = found.place ?? location;
  const rows = { attachmentId: found.file.id, place: at, words: citation.quote ?? citation.passage ?? '' };
  return {
    ...{ kind: 'file', attachmentId: found.file.id, place: at, text: found.text, problem: problemOf(found) },
    pdf: isShownPdf(found.file) ? { page: readPageNumber(at) } : null,
    ...(await readCitedRange(services, tenantId, rows)),
  };
}

/** Tells whether a file is a PDF that a page can show (SRC-2). */
export function isShownPdf(file: CitedFileRow): boolean {
  return isPdf(file) && file.size_bytes <= maxShownPdfBytes && file.extraction_state !== 'encrypted';
}

const isPdf = (file: CitedFileRow) => file.mime_type === 'application/pdf';

function problemOf({ file, text }: CitedFile): Source['problem'] {
  if (file.extraction_state === 'pending') return 'extracting';
  if (isPdf(file) && file.size_bytes > maxShownPdfBytes) return 'too_large';
  return text === null ? 'unreadable' : null;
}

/** Reads the number of a page in a place, such as `page 3` or `p. 3`; null without one. */
function readPageNumber(place: string | null): number | null {
  const digits = /\bp(?:age|\.)\s*([1-9]\d{0,4})\b/i.exec(place ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

async function readQuery({ services, tenantId, engagementId }: Place, queryId: string): Promise<Partial<Source>> {
  const [[query]] = await services.database.batchTenant(tenantId, [selectQuery(tenantId, engagementId, queryId)]);
  if (!query) return missing;
  const all: NonNullable<DeliverableSource['table']>['rows'] = JSON.parse(query.rows);
  const columns = query.columns.map(({ name }) => name);
  const table = { columns, rows: all.slice(0, maxRows), truncated: query.truncated || all.length > maxRows };
  return { kind: 'query', queryId, table, sql: query.sql, ...(query.title !== null && { title: query.title }) };
}

function cutAround(text: string, { passage, quote }: Citation): string {
  const at = findMark(text, [passage, quote])?.start ?? 0;
  return text.slice(Math.max(0, at - charactersAround), at + charactersAround).toWellFormed();
}

/** Finds the first of the words that stands in a text as it is. */
function findMark(text: string | null, words: readonly (string | null)[]): DeliverableSource['mark'] {
  for (const given of words) {
    const start = given ? (text?.indexOf(given) ?? -1) : -1;
    if (given && start >= 0) return { start, end: start + given.length };
  }
  return null;
}
