import type { Citation } from '@ecp/contract/values/citations';
import type { DeliverableSource } from '@ecp/contract/work/sources';
import type { Services } from '../../kernel/services.ts';
import { readCitedFile } from '../attachments/reading/read-cited-file.ts';
import { pageKinds, selectCitedPages } from '../research/citing/select-cited-pages.ts';
import { readPageText } from '../research/reading/read-page-text.ts';
import { selectQuery } from '../tables/records/query-rows.ts';

/** Characters of an archived page on each side of the passage. */
const charactersAround = 20_000;
/** Rows of a query's result. */
const maxRows = 200;

interface Place {
  services: Pick<Services, 'database' | 'storage'>;
  tenantId: string;
  engagementId: string;
  /** Returns the title of a document of the engagement; null if the reader sees no such document. */
  titleOf: (filename: string) => Promise<string | null>;
}

type Source = Omit<DeliverableSource, 'footnote' | 'mark'>;

/**
 * Reads what a citation cites: the text around its passage in an attached file or an archived page, a query's result,
 * or the name of a document (REL-13). Of all else there are the quoted words only. Throws StorageUnavailableError.
 */
export async function readCitedSource(place: Place, citation: Citation): Promise<Omit<DeliverableSource, 'footnote'>> {
  const { claim, quote, passage, source } = citation;
  const words = { claim, quote, passage, title: source.title, place: source.location };
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
  document: null,
  table: null,
  attachmentId: null,
  pageId: null,
  queryId: null,
} as const;

async function readSource(place: Place, citation: Citation): Promise<Partial<Source>> {
  const { services, tenantId, engagementId, titleOf } = place;
  const { database, storage } = services;
  const { kind, title } = citation.source;
  const queryId = queryIdOf(citation);
  if (queryId !== undefined) return readQuery(place, queryId);
  if (kind === 'deliverable') {
    const known = await titleOf(title);
    return known === null ? {} : { kind: 'document', title: known, document: title };
  }
  if (!pageKinds.includes(kind)) return {};
  const [[page]] = await database.batchTenant(tenantId, [selectCitedPages(tenantId, engagementId, [title])]);
  if (page) {
    const text = cutAround(await readPageText(storage, page), citation);
    return { kind: 'page', text, url: page.url, fetchedAt: page.fetched_at.toISOString(), pageId: page.id };
  }
  const words = citation.passage ?? citation.quote ?? '';
  const cited = { engagementId, filename: title, words, place: citation.source.location };
  const found = await readCitedFile(database, tenantId, cited);
  return found ? { kind: 'file', ...found } : {};
}

async function readQuery({ services, tenantId, engagementId }: Place, queryId: string): Promise<Partial<Source>> {
  const [[query]] = await services.database.batchTenant(tenantId, [selectQuery(tenantId, engagementId, queryId)]);
  if (!query) return {};
  const all: NonNullable<DeliverableSource['table']>['rows'] = JSON.parse(query.rows);
  const columns = query.columns.map(({ name }) => name);
  const table = { columns, rows: all.slice(0, maxRows), truncated: query.truncated || all.length > maxRows };
  return { kind: 'query', queryId, table, ...(query.title !== null && { title: query.title }) };
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
