import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalSource } from '@ecp/contract/reach/portal-files';
import type { Citation } from '@ecp/contract/values/citations';
import type { Database } from '@ecp/database/database';
import type { PortalContext } from '../../kernel/context.ts';
import { readCitedFile } from '../../work/attachments/reading/read-cited-file.ts';
import { documentTitle } from '../../work/deliverables/document-title.ts';
import { selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { pageKinds, selectCitedPages } from '../../work/research/citing/select-cited-pages.ts';
import { readPageText } from '../../work/research/reading/read-page-text.ts';
import { selectQuery } from '../../work/tables/records/query-rows.ts';
import { type ClientDocument, queryIdOf, toClientDocuments } from './client-documents.ts';
import { readShownDocuments, requireShown } from './shown-documents.ts';

/** Characters of an archived page on each side of the passage. */
const charactersAround = 20_000;
/** Rows of a query's result. */
const maxRows = 200;

/**
 * Reads what a footnote of a shown document cites, as far as a client may: the passage with the text of its page, sheet
 * or section (REL-13). Errors: `not_found` for a document that the link does not show, and for a footnote that its text
 * for clients does not have or that was not checked; `service_unavailable`.
 */
export async function getPortalSource(
  { services, tenantId, visitor }: PortalContext,
  { filename, footnote }: { filename: string; footnote: string },
): Promise<PortalSource> {
  const { database } = services;
  const file = await requireShown(database, visitor, filename);
  const [[engagement]] = await database.batchTenant(tenantId, [selectEngagement(tenantId, visitor.engagementId)]);
  if (!engagement) throw new ApiError('not_found');
  const [document] = await toClientDocuments(database, visitor, engagement, [file]);
  const citation = document && findCitation(document, footnote);
  if (!citation) throw new ApiError('not_found');
  const { claim, quote, passage, source } = citation;
  const read = { ...nothing, ...(await readSource({ services, tenantId, visitor }, engagement, citation)) };
  const { title = source.title, place = source.location, ...rest } = read;
  return { footnote, claim, quote, passage, title, place, ...rest, mark: findMark(read.text, [passage, quote]) };
}

function findCitation({ citations, cutFootnotes }: ClientDocument, footnote: string): Citation | undefined {
  const label = footnote.toLowerCase();
  return cutFootnotes.has(label) ? undefined : citations.find((one) => one.footnote?.toLowerCase() === label);
}

type Found = Partial<
  Pick<PortalSource, 'kind' | 'title' | 'place' | 'text' | 'url' | 'fetchedAt' | 'document' | 'table'>
>;

const nothing = { kind: 'words', text: null, url: null, fetchedAt: null, document: null, table: null } as const;

async function readSource(
  { services, tenantId, visitor }: Pick<PortalContext, 'services' | 'tenantId' | 'visitor'>,
  engagement: Parameters<typeof toClientDocuments>[2],
  citation: Citation,
): Promise<Found> {
  const { database, storage } = services;
  const { engagementId } = visitor;
  const { source } = citation;
  if (source.kind === 'query') return readQuery(database, tenantId, engagementId, citation);
  if (source.kind === 'deliverable') {
    const [file] = await readShownDocuments(database, visitor, source.title);
    if (!file) return { title: documentTitle({ content: '', filename: source.title }, undefined) };
    const [document] = await toClientDocuments(database, visitor, engagement, [file]);
    return document ? { kind: 'document', title: document.title, document: source.title } : {};
  }
  if (!pageKinds.includes(source.kind)) return {};
  const [[page]] = await database.batchTenant(tenantId, [selectCitedPages(tenantId, engagementId, [source.title])]);
  if (page) {
    const text = cutAround(await readPageText(storage, page), citation);
    return { kind: 'page', text, url: page.url, fetchedAt: page.fetched_at.toISOString() };
  }
  const words = citation.passage ?? citation.quote ?? '';
  const cited = { engagementId, filename: source.title, words, place: source.location };
  const found = await readCitedFile(database, tenantId, cited);
  return found ? { kind: 'file', ...found } : {};
}

async function readQuery(
  database: Database,
  tenantId: string,
  engagementId: string,
  citation: Citation,
): Promise<Found> {
  const [queryId = ''] = queryIdOf(citation);
  const [[query]] = await database.batchTenant(tenantId, [selectQuery(tenantId, engagementId, queryId)]);
  if (!query) return {};
  const all: NonNullable<PortalSource['table']>['rows'] = JSON.parse(query.rows);
  const columns = query.columns.map(({ name }) => name);
  const table = { columns, rows: all.slice(0, maxRows), truncated: query.truncated || all.length > maxRows };
  return { kind: 'query', ...(query.title !== null && { title: query.title }), table };
}

function cutAround(text: string, { passage, quote }: Citation): string {
  const at = findMark(text, [passage, quote])?.start ?? 0;
  return text.slice(Math.max(0, at - charactersAround), at + charactersAround).toWellFormed();
}

/** Finds the first of the words that stands in a text as it is. */
function findMark(text: string | null, words: readonly (string | null)[]): PortalSource['mark'] {
  for (const given of words) {
    const start = given ? (text?.indexOf(given) ?? -1) : -1;
    if (given && start >= 0) return { start, end: start + given.length };
  }
  return null;
}
