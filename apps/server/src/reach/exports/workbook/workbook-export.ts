import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { Grid } from '@ecp/contract/work/grids';
import { maxReportBytes } from '@ecp/documents/document-renderer';
import type { Absence, Omission } from '@ecp/documents/workbook/book-words';
import type {
  BookDocument,
  BookQuery,
  BookTable,
  EngagementBook,
} from '@ecp/documents/workbook/engagement/engagement-book';
import { encodeRows } from '@ecp/documents/workbook/rows';
import type { TableBook } from '@ecp/documents/workbook/workbook-types';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { titleOfFilename } from '@ecp/markdown/name-sources';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { readBrand } from '../../../identity/branding/branding.ts';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { requireExportable } from '../../../kernel/text-work.ts';
import { selectEngagement } from '../../../material/engagements/engagement-rows.ts';
import { readCitations } from '../../../material/evidence/citations.ts';
import { selectLatestFigures } from '../../../material/evidence/figures.ts';
import {
  type CitedQueryRow,
  selectCitedQueries,
} from '../../../material/tables/recorded-queries.ts';
import { selectTablesOf, type TableRow } from '../../../material/tables/table-rows.ts';
import {
  chooseConclusions,
  documentTitles,
  selectLatestDeliverables,
  sortByTask,
} from '../../../work/documents/deliverable-rows.ts';
import { readCitedGrids } from '../../../work/grids/grid-rows.ts';
import { citedQueriesReader, toCitingDocument } from '../cited-queries.ts';
import { toClientTexts } from '../client-texts.ts';
import { toGridBook } from '../grid-export.ts';
import { ownerOf, type ReportOwner, renderPdf, workbookFilename } from '../report-content.ts';
import { papersReader } from './read-papers.ts';
import {
  type CitedThings,
  nameFiles,
  nameWays,
  toBookDocument,
  type WorkbookText,
} from './workbook-documents.ts';
import { readWorkbookRows } from './workbook-rows.ts';

interface WorkbookExportOptions {
  audience: ExportAudience;
  /** False when only the headers are requested: then nothing records the export. */
  delivers: boolean;
  signal: AbortSignal;
}

interface WorkbookDownload {
  filename: string;
  xlsx: Buffer;
}

/**
 * Writes an engagement as a workbook for its audience. Errors: those of writeEngagementWorkbook.
 */
export async function exportEngagementToWorkbook(
  context: RequestContext,
  engagementId: string,
  { audience, delivers, signal }: WorkbookExportOptions,
): Promise<WorkbookDownload> {
  const { filename, xlsx } = await writeEngagementWorkbook(
    ownerOf(context),
    { engagementId, audience },
    signal,
  );
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_xlsx',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, audience },
      }),
    );
  }
  return { filename, xlsx };
}

interface WorkbookOrder {
  engagementId: string;
  audience: ExportAudience;
}

/** Limits the queries of a workbook, each of which has a worksheet, its tables and its grids. */
const most = { queries: 200, tables: 100, grids: 20 };

/**
 * Writes the latest versions' figures with the tables and queries that they use, and records
 * nothing. Errors: `engagement_not_found`, `no_deliverables`, `document_too_large`, those of
 * renderPdf.
 */
async function writeEngagementWorkbook(
  owner: ReportOwner,
  { engagementId, audience }: WorkbookOrder,
  signal: AbortSignal,
): Promise<WorkbookDownload> {
  const { services, tenantId, tenantName } = owner;
  const { database } = services;
  const [[engagement], rows, figureRows, tableRows] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selectLatestDeliverables(tenantId, engagementId),
    selectLatestFigures(tenantId, engagementId),
    selectTablesOf(tenantId, engagementId),
  ]);
  if (!engagement) throw new ApiError('engagement_not_found');
  if (rows.length === 0) throw new ApiError('no_deliverables');
  const sizeBytes = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (sizeBytes > maxReportBytes) throw new ApiError('document_too_large');
  await requireExportable(rows);
  const deliverables = sortByTask(rows, engagement.tasks);
  const titles = documentTitles(deliverables, engagement.tasks);
  const [brand, citationsOf] = await Promise.all([
    readBrand(database, tenantId),
    readCitations(
      database,
      tenantId,
      deliverables.map(({ id }) => id),
    ),
  ]);
  const whole = deliverables.map(({ id, content }) => ({
    content,
    citations: citationsOf.get(id) ?? [],
  }));
  const named = { tenantId, engagementId, tasks: engagement.tasks, titles };
  const texts = audience === 'team' ? whole : await toClientTexts(services, named, whole);
  const markdowns = texts.map(({ content }) => content);
  const papers = await services.texts.run(tenantId, papersReader, { markdowns });
  const files = deliverables.map(({ filename, task_id: taskId }) => ({ filename, taskId }));
  const conclusions = new Set(
    chooseConclusions(files, engagement.tasks).map(({ filename }) => filename),
  );
  const figures = new Map(figureRows.map((row) => [row.filename, row.figures]));
  const documents = deliverables.map(({ filename }, index): WorkbookText => {
    const { content, citations } = texts[index] ?? { content: '', citations: [] };
    const title = titles.get(filename) ?? filename;
    return {
      filename,
      title,
      content,
      citations,
      figures: figures.get(filename) ?? [],
      ...(papers[index] ?? { footnotes: [], tables: [] }),
      isConclusion: conclusions.has(filename),
    };
  });
  const isForTeam = audience === 'team';
  const language = detectLanguage(engagement.brief);
  const cited = whole.flatMap(({ content, citations }) => [
    content,
    ...citations.map(({ source }) => source.title),
  ]);
  const grids = (await readCitedGrids(database, tenantId, engagementId, cited)).slice(
    0,
    most.grids,
  );
  const queries = await readQueries(
    owner,
    engagementId,
    deliverables.map(({ filename }, index) => ({ filename, ...whole[index] })),
  );
  const tables = chooseTables(
    tableRows,
    queries.shown,
    whole.flatMap(({ citations }) => citations),
  );
  const { parts, absentQueries, absentTables } = await readWorkbookRows(owner, {
    engagementId,
    queries: queries.shown.map(({ row }) => row),
    tables: tables.shown,
    signal,
  });
  const leads = {
    queries: new Map(queries.shown.map(({ row }, index) => [row.id, { index, title: row.title }])),
    tables: tables.shown.map(({ filename, sheet }) => ({ filename, sheet })),
    grids: new Map(grids.map(({ id, title }, index) => [`Grid ${id}`, { index, title }])),
    documents: new Map(deliverables.map(({ filename }, index) => [filename, index])),
    titles,
  };
  const things: CitedThings = { ...leads, files: nameWays(leads) };
  const slice = createTimeSlice(signal);
  const papersOfBook: BookDocument[] = [];
  for (const document of documents)
    papersOfBook.push(await toBookDocument(document, things, audience, slice));
  const gridBooks = grids.map((grid) => toGridSheet(grid, language, isForTeam));
  for (const [index, { rows: gridRows }] of gridBooks.entries())
    parts.push({ kind: 'grid', index, form: 'lines', chunks: await encodeRows(gridRows) });
  const book: EngagementBook = {
    title: engagement.name,
    language,
    client: engagement.client ?? '',
    company: brand.companyName ?? tenantName,
    color: brand.primaryColor,
    date: services.clock.now().toISOString(),
    audience,
    documents: papersOfBook,
    queries: queries.shown.map(({ row, citedIn }, index): BookQuery => {
      const cited = citedIn.map((filename) => titles.get(filename) ?? filename);
      const title = isForTeam || row.title === null ? row.title : nameFiles(row.title, things);
      return toBookQuery({ ...row, title }, cited, absentQueries.get(index) ?? null, isForTeam);
    }),
    tables: tables.shown.map((row, index) =>
      toBookTable(row, absentTables.get(index) ?? null, isForTeam),
    ),
    grids: gridBooks.map(({ title, legend = [], columns }) => ({ title, legend, columns })),
    omissions: [...queries.omissions, ...tables.omissions],
  };
  const xlsx = await renderPdf(
    services.workbooks.writeEngagement(book, parts, { tenantId, signal }),
    signal,
  );
  return { filename: workbookFilename(engagement.slug), xlsx };
}

interface ShownQuery {
  row: CitedQueryRow;
  citedIn: string[];
}

interface CitingText {
  filename: string;
  content?: string;
  citations?: Parameters<typeof toCitingDocument>[0]['citations'];
}

/** Reads the recorded queries that documents cite, in the order of their first mention. */
async function readQueries(
  { services, tenantId }: ReportOwner,
  engagementId: string,
  documents: readonly CitingText[],
): Promise<{ shown: ShownQuery[]; omissions: Omission[] }> {
  const citing = documents.map(({ content = '', citations = [], filename }) =>
    toCitingDocument({ filename, content, citations }),
  );
  const { cited } = await services.texts.run(tenantId, citedQueriesReader, { documents: citing });
  const ids = cited.slice(0, 2_000).map(({ id }) => id);
  if (ids.length === 0) return { shown: [], omissions: [] };
  const [rows] = await services.database.batchTenant<[CitedQueryRow]>(tenantId, [
    selectCitedQueries(tenantId, engagementId, ids),
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const found = cited.flatMap(({ id, citedIn }): ShownQuery[] => {
    const row = known.get(id);
    return row ? [{ row, citedIn }] : [];
  });
  return { shown: found.slice(0, most.queries), omissions: listOmitted('queries', found.length) };
}

/**
 * Chooses the tables that queries of the documents read, and those of files that the documents
 * cite.
 */
function chooseTables(
  rows: readonly TableRow[],
  queries: readonly ShownQuery[],
  citations: readonly { source: { kind: string; title: string } }[],
): { shown: TableRow[]; omissions: Omission[] } {
  const names = new Set(queries.flatMap(({ row }) => row.tables.map(({ name }) => name)));
  const files = new Set(
    citations.flatMap(({ source }) => (source.kind === 'attachment' ? [source.title] : [])),
  );
  const used = rows.filter(({ name, filename }) => names.has(name) || files.has(filename));
  return { shown: used.slice(0, most.tables), omissions: listOmitted('tables', used.length) };
}

const listOmitted = (kind: Omission['kind'], of: number): Omission[] =>
  of > most[kind] ? [{ kind, left: of - most[kind], of }] : [];

/** A client reads the answers without states, quotes and names of files. */
function toGridSheet(grid: Grid, language: Language, isForTeam: boolean): TableBook {
  const book = toGridBook(grid, language);
  if (isForTeam) return book;
  const rows = grid.rows.map(({ filename, cells }) => [
    titleOfFilename(filename),
    ...cells.map(({ value }) => value),
  ]);
  return { ...book, legend: [], rows };
}

function toBookQuery(
  row: CitedQueryRow,
  citedIn: string[],
  absent: Absence | null,
  isForTeam: boolean,
): BookQuery {
  const { id, sql, columns, truncated, author_name: author, tables, created_at: createdAt } = row;
  const team = {
    id,
    sql,
    author,
    date: createdAt.toISOString(),
    tables: tables.map(({ name }) => name),
  };
  return {
    title: row.title,
    team: isForTeam ? team : null,
    columns,
    rowCount: row.row_count,
    truncated,
    citedIn,
    absent,
  };
}

function toBookTable(row: TableRow, absent: Absence | null, isForTeam: boolean): BookTable {
  const { filename, sheet, name, columns, row_count: rowCount, left_out: leftOut, remarks } = row;
  const title = titleOfFilename(filename);
  const shown = isForTeam ? remarks.slice(0, 5) : [];
  return {
    name,
    title: sheet ?? title,
    file: isForTeam ? filename : title,
    sheet,
    leftOut: leftOut.count,
    remarks: shown.map(({ column, text }) => (column === null ? text : `${column}: ${text}`)),
    columns,
    rowCount,
    absent,
  };
}
