import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import { countAll } from '@ecp/contract/values/citation-counts';
import type { Citation, DeliverableCitations } from '@ecp/contract/values/citations';
import {
  type CitedRange,
  type DeliverableSource,
  maxShownPdfBytes,
} from '@ecp/contract/work/sources';
import type { Cell } from '@ecp/contract/work/tables';
import { readSpelling } from '@ecp/language/number-style';
import type { RequestContext } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { missingAsNotFound, ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import {
  type CitationCountColumns,
  citationCountColumns,
  readCitations,
  toCitationCounts,
} from '../../../material/evidence/citations.ts';
import {
  addPages,
  pageKinds,
  readPageText,
  selectCitedPages,
  titlesOf,
} from '../../../material/research/pages.ts';
import {
  type CitedFile,
  type CitedFileRow,
  readCitedFile,
  selectCitedFile,
} from '../../../material/sources/context-sources.ts';
import { selectUnreadFile } from '../../../material/sources/extraction.ts';
import { selectQuery } from '../../../material/tables/query-rows.ts';
import { readTableRows } from '../../../material/tables/querying.ts';
import type { ReadableTable } from '../../../material/tables/table-rows.ts';
import { selectFileTables } from '../../../material/tables/tables.ts';
import { listGridTitles, listNamedGrids, readGridIfThere } from '../../grids/grid-rows.ts';
import { documentTitle, selectDeliverable, selectLatestDeliverable } from '../deliverable-rows.ts';

interface Row extends CitationCountColumns {
  filename: string;
  version: number;
  citations: Citation[] | null;
  check_waits: boolean;
  waits_for_judge: boolean;
}

/**
 * Lists a version's citations and findings; `summary` is null if never checked. Error: `not_found`.
 */
export async function listCitations(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; version?: number | undefined },
): Promise<DeliverableCitations> {
  const [[row]] = await services.database.batchTenant<[Row]>(tenantId, [
    {
      name: 'list_citations',
      text: `select d.filename, d.version, d.check_waits, d.judgement_id is not null as waits_for_judge, ${citationCountColumns}, c.citations
        from platform.deliverables d
        left join platform.deliverable_citations c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
        where d.tenant_id = $1 and d.engagement_id = $2 and d.filename = $3 and ($4::integer is null or d.version = $4)
        order by d.version desc limit 1`,
      values: [tenantId, input.engagementId, input.filename, input.version ?? null],
    },
  ]);
  if (!row) throw new ApiError('not_found');
  const { filename, version, citations, check_waits: waits, waits_for_judge: waitsForJudge } = row;
  const summary = toCitationCounts(row);
  const kept = citations ?? [];
  const [pages, unreadFiles] = await services.database.batchTenant(tenantId, [
    selectCitedPages(tenantId, input.engagementId, titlesOf(kept)),
    selectUnreadFile(tenantId, input.engagementId),
  ]);
  const found = summary ? countAll(summary) + summary.setByText : 0;
  return {
    filename,
    version,
    summary,
    complete: kept.length === found && !waits && !waitsForJudge,
    waitsForFiles: waits && unreadFiles.length > 0,
    waitsForCheck: waits && unreadFiles.length === 0,
    waitsForJudge,
    citations: addPages(kept, pages),
  };
}

interface CitedIn {
  engagementId: string;
  filename: string;
  footnote: string;
  version?: number | undefined;
}

/**
 * Reads what a footnote cites, with text around it. Errors: `not_found`, also if unchecked;
 * `service_unavailable`.
 */
export async function getDeliverableSource(
  context: RequestContext,
  cited: CitedIn,
): Promise<DeliverableSource> {
  const { services, tenantId } = context;
  const { engagementId, footnote } = cited;
  const citation = await requireCitation(context, cited);
  const titleOf = async (filename: string) => {
    const [[other]] = await services.database.batchTenant(tenantId, [
      selectLatestDeliverable(tenantId, engagementId, filename),
    ]);
    return other ? documentTitle(other, undefined) : null;
  };
  const place = { services, tenantId, engagementId, titleOf, showsGrids: true };
  return { footnote, ...(await readCitedSource(place, citation)) };
}

/**
 * Opens the PDF that a footnote cites. Errors: those of getDeliverableSource; `not_found` if it is
 * no PDF.
 */
export async function getDeliverableSourceFile(
  context: RequestContext,
  cited: CitedIn,
): Promise<CitedPdf> {
  const citation = await requireCitation(context, cited);
  return openCitedPdf(context.services, context.tenantId, {
    engagementId: cited.engagementId,
    citation,
  });
}

async function requireCitation(
  { services: { database }, tenantId }: RequestContext,
  { engagementId, filename, footnote, version }: CitedIn,
): Promise<Citation> {
  const [[row]] = await database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
  ]);
  if (!row) throw new ApiError('not_found');
  const citationsOf = await readCitations(database, tenantId, [row.id]);
  const citation = findCitation(citationsOf.get(row.id) ?? [], footnote);
  if (!citation) throw new ApiError('not_found');
  return citation;
}

/** Characters of an archived page on each side of the passage. */
const charactersAround = 20_000;
/** Rows of a query's result. */
const maxRows = 200;

interface Place {
  services: Pick<Services, 'database' | 'storage' | 'tables'>;
  tenantId: string;
  engagementId: string;
  /**
   * Returns the title of a document of the engagement; null if the reader sees no such document.
   */
  titleOf: (filename: string) => Promise<string | null>;
  /** Whether the reader may see the cells of grids. Only the team may. */
  showsGrids: boolean;
}

type Source = Omit<DeliverableSource, 'footnote' | 'mark'>;

/**
 * Reads the text or rows around a cited passage, a query's result or a document's name; of all else
 * the quoted words. Throws StorageUnavailableError.
 */
export async function readCitedSource(
  place: Place,
  citation: Citation,
): Promise<Omit<DeliverableSource, 'footnote'>> {
  const { claim, quote, passage, source, derivation } = citation;
  const words = { claim, quote, passage, title: source.title, place: source.location, derivation };
  const found: Source = { ...words, ...nothing, ...(await readSource(place, citation)) };
  return { ...found, mark: findMark(found.text, [passage, quote]) };
}

function findCitation(citations: readonly Citation[], footnote: string): Citation | undefined {
  const label = footnote.toLowerCase();
  return citations.find((one) => one.footnote?.toLowerCase() === label);
}

/** Returns the id of the query that a citation names: its source is titled `Query <id>`. */
function queryIdOf({ source: { kind, title } }: Citation): string | undefined {
  return kind === 'query' ? title.split(' ').at(-1) : undefined;
}

/** Returns the id of the grid that a citation names: its source is titled `Grid <id>`. */
function gridIdOf({ source: { kind, title } }: Citation): string | undefined {
  return kind === 'attachment' ? listNamedGrids([title])[0] : undefined;
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
  const gridId = gridIdOf(citation);
  if (gridId !== undefined) return readGridTable(place, gridId);
  if (kind === 'deliverable') {
    const known = await titleOf(title);
    return known === null ? missing : { kind: 'document', title: known, document: title };
  }
  // A calculation names no source but its inputs.
  if (!pageKinds.includes(kind) || (title === '' && citation.derivation !== null)) return {};
  const [[page]] = await services.database.batchTenant(tenantId, [
    selectCitedPages(tenantId, engagementId, [title]),
  ]);
  if (page) {
    const text = cutAround(await readPageText(services.storage, page), citation);
    return {
      kind: 'page',
      text,
      url: page.url,
      fetchedAt: page.fetched_at.toISOString(),
      pageId: page.id,
    };
  }
  return readFile(place, citation);
}

async function readFile(place: Place, citation: Citation): Promise<Partial<Source>> {
  const { services, tenantId, engagementId } = place;
  const { title, location } = citation.source;
  const words = citation.passage ?? citation.quote ?? '';
  const page = readPageNumber(location);
  const named = {
    engagementId,
    filename: title,
    words,
    place: page === null ? location : `page ${page}`,
  };
  const found = await readCitedFile(services.database, tenantId, named);
  if (!found) return { ...missing, ...(/^https?:/i.test(title) && { url: title }) };
  const at = found.place ?? location;
  const rows = {
    attachmentId: found.file.id,
    place: at,
    words: citation.quote ?? citation.passage ?? '',
  };
  return {
    kind: 'file',
    attachmentId: found.file.id,
    place: at,
    text: found.text,
    problem: problemOf(found),
    pdf: isShownPdf(found.file) ? { page: readPageNumber(at) } : null,
    ...(await readCitedRange(services, tenantId, rows)),
  };
}

/** Tells whether a file is a PDF that a page can show. */
function isShownPdf(file: CitedFileRow): boolean {
  return (
    isPdf(file) && file.size_bytes <= maxShownPdfBytes && file.extraction_state !== 'encrypted'
  );
}

const isPdf = (file: CitedFileRow) => file.mime_type === 'application/pdf';

function problemOf({ file, text }: CitedFile): Source['problem'] {
  if (file.extraction_state === 'pending') return 'extracting';
  if (isPdf(file) && file.size_bytes > maxShownPdfBytes) return 'too_large';
  return text === null ? 'unreadable' : null;
}

const pageNumber = /(?:\b(?:pages?|pp?\.|seiten?|s\.)|páginas?|págs?\.)\s*([1-9]\d{0,4})\b/iu;

/**
 * Reads the number of the first page in a place, such as `page 3`, `pages 3-4` or `Seite 3`; null
 * without one.
 */
function readPageNumber(place: string | null): number | null {
  const digits = pageNumber.exec(place ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

async function readQuery(
  { services, tenantId, engagementId }: Place,
  queryId: string,
): Promise<Partial<Source>> {
  const [[query]] = await services.database.batchTenant(tenantId, [
    selectQuery(tenantId, engagementId, queryId),
  ]);
  if (!query) return missing;
  const all: NonNullable<DeliverableSource['table']>['rows'] = JSON.parse(query.rows);
  const columns = query.columns.map(({ name }) => name);
  const table = {
    columns,
    rows: all.slice(0, maxRows),
    truncated: query.truncated || all.length > maxRows,
  };
  return {
    kind: 'query',
    queryId,
    table,
    sql: query.sql,
    ...(query.title !== null && { title: query.title }),
  };
}

async function readGridTable(
  { services: { database }, tenantId, engagementId, showsGrids }: Place,
  gridId: string,
): Promise<Partial<Source>> {
  if (!showsGrids) {
    const [named] = await listGridTitles(database, tenantId, engagementId, [gridId]);
    return named ? { title: named.title } : missing;
  }
  const grid = await readGridIfThere(database, tenantId, { engagementId, gridId });
  if (!grid) return missing;
  const rows = grid.rows.map(({ filename, cells }) => [
    filename,
    ...cells.map(({ value }) => value),
  ]);
  const columns = ['', ...grid.columns.map(({ name }) => name)];
  return {
    title: grid.title,
    table: { columns, rows: rows.slice(0, maxRows), truncated: rows.length > maxRows },
  };
}

function cutAround(text: string, { passage, quote }: Citation): string {
  const at = findMark(text, [passage, quote])?.start ?? 0;
  return text.slice(Math.max(0, at - charactersAround), at + charactersAround).toWellFormed();
}

/** Finds the first of the words that stands in a text as it is. */
function findMark(
  text: string | null,
  words: readonly (string | null)[],
): DeliverableSource['mark'] {
  for (const given of words) {
    const start = given ? (text?.indexOf(given) ?? -1) : -1;
    if (given && start >= 0) return { start, end: start + given.length };
  }
  return null;
}

export interface CitedPdf {
  filename: string;
  sizeBytes: number;
  content: Readable;
}

/**
 * Opens a cited PDF. Other kinds are never given, as browsers would run what is in them. Errors:
 * `not_found` for no PDF or too large a one; StorageUnavailableError.
 */
export async function openCitedPdf(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  tenantId: string,
  { engagementId, citation }: { engagementId: string; citation: Citation },
): Promise<CitedPdf> {
  const { kind, title } = citation.source;
  if (!pageKinds.includes(kind)) throw new ApiError('not_found');
  const [[file]] = await database.batchTenant(tenantId, [
    selectCitedFile(tenantId, engagementId, title),
  ]);
  if (!file || !isShownPdf(file)) throw new ApiError('not_found');
  const content = await storage.get(file.storage_key).catch(missingAsNotFound);
  return { filename: file.filename, sizeBytes: file.size_bytes, content };
}

/** A quote beyond these rows is not looked for: the reader opens the table instead. */
const searchedRows = 1_000;
/** Rows on each side of the cited one. */
const rowsAround = 8;
/** Characters of a cell. */
const maxCellChars = 500;

/**
 * Reads rows around quoted cells, else the first rows; null without a named sheet. Error:
 * `service_unavailable`.
 */
async function readCitedRange(
  services: Pick<Services, 'database' | 'storage' | 'tables'>,
  tenantId: string,
  { attachmentId, place, words }: { attachmentId: string; place: string | null; words: string },
): Promise<{ tableId: string; range: CitedRange } | null> {
  const [tables] = await services.database.batchTenant(tenantId, [
    selectFileTables(tenantId, attachmentId),
  ]);
  const table = findCitedTable(tables, place);
  const read = table && (await readStoredRows(services, tenantId, table));
  if (!read) return null;
  const cited = findCitedCells(read, words);
  const from = Math.max(0, (cited?.row ?? 0) - rowsAround);
  const range = {
    sheet: table.sheet,
    columns: table.columns,
    firstRow: from + 1,
    rows: read
      .slice(from, (cited?.row ?? from + rowsAround) + rowsAround + 1)
      .map((row) => row.map(clip)),
    rowCount: table.row_count,
    citedRow: cited && cited.row + 1,
    citedColumns: cited?.columns ?? [],
  };
  return { tableId: table.id, range };
}

/** Reads the rows in which quotes are looked for; undefined when the table is no longer stored. */
async function readStoredRows(
  services: Pick<Services, 'storage' | 'tables'>,
  tenantId: string,
  table: ReadableTable,
): Promise<Cell[][] | undefined> {
  try {
    return await readTableRows(services, tenantId, table, { offset: 0, limit: searchedRows });
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    throw error;
  }
}

const clip = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > maxCellChars
    ? `${cell.slice(0, maxCellChars)}…`.toWellFormed()
    : cell;

const foldSheet = (text: string) => text.normalize('NFKC').toLowerCase();

/** Finds the table of a file that a place names: the only one, or the one of the named sheet. */
export function findCitedTable<T extends { sheet: string | null }>(
  tables: readonly T[],
  place: string | null,
): T | undefined {
  if (tables.length === 1) return tables[0];
  const named = tables.filter(
    ({ sheet }) => sheet !== null && foldSheet(place ?? '').includes(foldSheet(sheet)),
  );
  // “Sales 2024” names the sheet “Sales” too; the longest name is meant.
  return named.toSorted((one, other) => (other.sheet?.length ?? 0) - (one.sheet?.length ?? 0))[0];
}

/**
 * At least this share of the quoted cells stands in the row. A quote may contain words of the head.
 */
const enough = 0.6;

/** The place of quoted cells in rows: indexes of their row and of their columns. */
interface CitedCells {
  row: number;
  columns: number[];
}

/**
 * Finds the cells of a quote, parted by bars, tabs or semicolons; null unless exactly one row has
 * the most of them.
 */
export function findCitedCells(
  rows: readonly (readonly Cell[])[],
  quote: string,
): CitedCells | null {
  const quoted = quote
    .split(/[|\t;\n]|…|\.{3}/)
    .map(foldCell)
    .filter((cell) => cell !== '' && !/^-+$/.test(cell));
  if (quoted.length === 0) return null;
  const scores = rows.map((cells) => {
    const own = new Set(cells.flatMap(spellings));
    return quoted.filter((cell) => own.has(cell)).length;
  });
  // A spread of all scores would exceed the arguments that a call may have.
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  const isSure = best >= Math.min(2, quoted.length) && best / quoted.length >= enough;
  const row = scores.indexOf(best);
  if (!isSure || row !== scores.lastIndexOf(best)) return null;
  const isQuoted = (cell: Cell) => spellings(cell).some((spelling) => quoted.includes(spelling));
  return {
    row,
    columns: (rows[row] ?? []).flatMap((cell, column) => (isQuoted(cell) ? [column] : [])),
  };
}

/**
 * Folds a cell of a quote; a number loses separators and trailing zeros, and 12 % stays apart from
 * 12.
 */
function foldCell(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  const bare = plain.replace(/[\s’']/g, '');
  const [, sign = '', digits, percent] = /^([-+−]?)(\d[\d.,]*)(%?)$/.exec(bare) ?? [];
  // Without a style, three digits behind the only sign are a group of thousands.
  const [value] = digits === undefined ? [] : readSpelling(digits, null).map(Number);
  return value === undefined || Number.isNaN(value)
    ? plain
    : `${/[-−]/.test(sign) ? -value : value}${percent}`;
}

/**
 * The ways in which a document may quote a cell: a share also as a percentage, a number also in
 * whole digits.
 */
function spellings(cell: Cell): string[] {
  if (cell === null) return [];
  if (typeof cell !== 'number') return [foldCell(String(cell))];
  const percent = Number((cell * 100).toPrecision(12));
  return [
    ...new Set([`${cell}`, `${Math.round(cell)}`, `${percent}%`, `${Number(percent.toFixed(1))}%`]),
  ];
}
