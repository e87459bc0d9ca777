import { extname, parse } from 'node:path';
import type { DecimalSign } from '@ecp/language/cells';
import { declaredCharset, decodeText, type FoundEncoding, toUtf8 } from '@ecp/language/decode-text';
import { chooseTableName } from '../../sql-names.ts';
import type { BuildProblem, BuiltTables, TableRemark, Unread } from '../../table-types.ts';
import { buildGridTable, LeftOutRows, maxColumns } from './build-grid-table.ts';
import { buildStreamedTable } from './build-streamed-table.ts';
import type { GridRow } from './cells/column-survey.ts';
import { writeRemark } from './cells/write-remarks.ts';
import { dropComments, readGridRows, straightenBlock } from './delimited/grid-rows.ts';
import { type Dialect, findDialect, readRecords, singleColumn } from './delimited/scan-records.ts';
import { roleOf, splitHead } from './layout/find-head.ts';
import {
  type Block,
  filledWidth,
  findBlocks,
  findTitle,
  findTitleUnit,
  isTitle,
  readLayout,
  type TableLayout,
} from './layout/read-layout.ts';
import { splitStackedBlocks } from './layout/stacked-blocks.ts';
import type { Sheet } from './sheets/read-workbook.ts';
import { kindOfWorkbook } from './sheets/workbook-kind.ts';
import { openTableStorage, type TableStorage } from './table-writer.ts';

const workbooks = new Set(['.xlsx', '.xlsm', '.xls', '.ods']);
const delimited = new Set(['.csv', '.tsv', '.tab', '.txt']);
/** Larger delimited files are read in passes over their bytes instead of as rows in memory. */
const streamedBytes = 8 * 1024 * 1024;
/** Sheets have names like these if nobody gave them one. */
const unnamed = /^(?:sheet|tabelle|feuille?|feuil|hoja|foglio|ark|blad|シート)\s?\d*$/i;
/** Limits the size of all tables of a file, below that of an answer. */
const maxParquetBytes = 240 * 1024 * 1024;

/** Reads the tables of a file, in a child only. Never throws for what a file is. */
export async function readFile(
  filename: string,
  bytes: Buffer,
  folder: string,
): Promise<BuiltTables> {
  const extension = extname(filename).toLowerCase();
  if (!workbooks.has(extension) && !delimited.has(extension)) return problem('unsupported');
  if (bytes.length === 0) return { tables: [], unread: [], problem: null };
  const storage = await openTableStorage(folder);
  try {
    const collector = new TableCollector(storage, parse(filename).name);
    // Excel opens a text, a page or XML that is named .xls, and so do we.
    const isText = extension === '.xls' && kindOfWorkbook(bytes) === 'text';
    if (workbooks.has(extension) && !isText) return await readSheets(collector, bytes);
    const text = await toUtf8(bytes);
    if (text.certainty === 'unreadable') return problem('unknown_encoding');
    collector.remarkEncoding(text);
    return await readDelimited(collector, text.bytes, extension !== '.txt');
  } finally {
    storage.close();
  }
}

const problem = (kind: BuildProblem): BuiltTables => ({ tables: [], unread: [], problem: kind });

async function readSheets(collector: TableCollector, bytes: Buffer): Promise<BuiltTables> {
  const sheets = await openSheets(bytes, collector);
  if (typeof sheets === 'string') return problem(sheets);
  for (const sheet of sheets) await collector.addSheet(sheet, sheets.length > 1);
  return collector.finish();
}

/** Opens a workbook. Its library takes 30 MB, which delimited files do not need. */
async function openSheets(
  bytes: Buffer,
  collector: TableCollector,
): Promise<Sheet[] | BuildProblem> {
  const kind = kindOfWorkbook(bytes);
  if (kind !== 'html' && kind !== 'mhtml')
    return (await import('./sheets/read-workbook.ts')).readWorkbook(bytes);
  const { readHtmlTables, readWebArchive } = await import('./sheets/read-html-tables.ts');
  try {
    const pages =
      kind === 'mhtml'
        ? await readWebArchive(bytes)
        : [await decodeText(bytes, declaredCharset(bytes))];
    if (pages.some(({ certainty }) => certainty === 'unreadable')) return 'unknown_encoding';
    for (const page of pages) collector.remarkEncoding(page);
    return pages.flatMap(({ text }) => readHtmlTables(text));
  } catch (error) {
    // The parser of HTML overflows the stack for very deep nesting.
    if (error instanceof RangeError) return 'damaged';
    throw error;
  }
}

async function readDelimited(
  collector: TableCollector,
  bytes: Buffer,
  isTable: boolean,
): Promise<BuiltTables> {
  const dialect =
    findDialect(bytes, isTable) ?? (isTable || looksLikeColumn(bytes) ? singleColumn(bytes) : null);
  if (!dialect) return problem('unsupported');
  if (bytes.length > streamedBytes) await collector.addStreamed(bytes, dialect);
  else await collector.addRecords(bytes, dialect);
  return collector.finish();
}

/** Tells whether a text without delimiters is a column of values and no prose. */
function looksLikeColumn(bytes: Buffer): boolean {
  const records = readRecords(bytes, singleColumn(bytes), 1_000);
  const cells = readGridRows(records.slice(1)).flatMap((row) => row.cells[0] ?? []);
  return (
    cells.length > 0 && cells.filter((cell) => roleOf(cell) !== 'word').length * 2 > cells.length
  );
}

/** A comma between fields is no decimal sign; other delimiters tell nothing of numbers. */
const impliedSign = ({ delimiter }: Dialect): DecimalSign | null =>
  delimiter === ','.charCodeAt(0) ? '.' : null;

/** Where a grid comes from, and how its tables are named. */
interface Place {
  sheet: string | null;
  isHidden: boolean;
  words: string;
  /** The unit in the sheet's name: `Stock (EUR 000)`. */
  unit: string | null;
  implied: DecimalSign | null;
}

/** A table that was found in a grid. */
interface FoundTable {
  layout: TableLayout;
  leftOut: LeftOutRows;
  remarks: TableRemark[];
  /** The title of one of several blocks with the same head; '' for others. */
  title: string;
  /** Its last row. */
  end: number;
}

/** Builds the tables of one file and collects them. */
class TableCollector {
  readonly #storage: TableStorage;
  readonly #stem: string;
  readonly #taken = new Set<string>();
  readonly #tables: BuiltTables['tables'] = [];
  readonly #unread: Unread[] = [];
  readonly #remarks = new Map<string, TableRemark>();
  #sizeBytes = 0;

  constructor(storage: TableStorage, stem: string) {
    this.#storage = storage;
    this.#stem = stem;
  }

  /**
   * Remarks at every table of the file that its encoding is in doubt, or that characters of it are
   * lost.
   */
  remarkEncoding({
    name,
    certainty,
    badCharacters,
  }: FoundEncoding & { badCharacters: number }): void {
    const remark = (kind: 'doubtful_encoding' | 'lost_characters', count: number) => {
      const written = writeRemark(null, { kind, count, example: name });
      this.#remarks.set(written.text, written);
    };
    if (certainty === 'doubtful') remark('doubtful_encoding', 1);
    if (badCharacters > 0) remark('lost_characters', badCharacters);
  }

  async addSheet({ name, isHidden, rows }: Sheet, isOneOfMany: boolean): Promise<void> {
    const words =
      isOneOfMany && !unnamed.test(name)
        ? name
        : isOneOfMany
          ? `${this.#stem} ${name}`
          : this.#stem;
    await this.#addGrid(
      findBlocks(rows).flatMap(splitStackedBlocks),
      { sheet: name, isHidden, words, unit: splitHead(name).unit, implied: null },
      [],
    );
  }

  async addRecords(bytes: Buffer, dialect: Dialect): Promise<void> {
    const records = readRecords(bytes, dialect, Number.POSITIVE_INFINITY);
    const { rows, comments } = dropComments(readGridRows(records));
    const place = {
      sheet: null,
      isHidden: false,
      words: this.#stem,
      unit: null,
      implied: impliedSign(dialect),
    };
    const blocks = findBlocks(rows).flatMap(splitStackedBlocks);
    const byLine = new Map(records.map((record) => [record.line, record]));
    await this.#addGrid(blocks, place, comments, (block) =>
      straightenBlock(block, byLine, bytes, dialect),
    );
  }

  async addStreamed(bytes: Buffer, dialect: Dialect): Promise<void> {
    const name = chooseTableName(this.#stem, this.#taken);
    const built = await buildStreamedTable(this.#storage, {
      bytes,
      dialect,
      implied: impliedSign(dialect),
    });
    if (typeof built === 'string') this.#unread.push({ sheet: null, reason: built });
    else this.#tables.push({ sheet: null, isHidden: false, name, ...built });
  }

  finish(): BuiltTables {
    const remarks = [...this.#remarks.values()];
    const tables = this.#tables.map((table) => ({
      ...table,
      remarks: [...remarks, ...table.remarks],
    }));
    return { tables, unread: this.#unread, problem: null };
  }

  /**
   * Builds a grid's tables, with what stands before each; `straighten` aligns uneven rows and
   * returns remarks.
   */
  async #addGrid(
    blocks: readonly Block[],
    place: Place,
    comments: readonly GridRow[],
    straighten: (block: Block) => TableRemark[] = () => [],
  ): Promise<void> {
    const found: FoundTable[] = [];
    let notes: GridRow[] = [];
    let titleUnit: string | null = null;
    for (const block of blocks) {
      const isOnly = blocks.every((other) => other === block || isNote(other, blocks));
      const isNoteBlock = isNote(block, blocks);
      const remarks = isNoteBlock ? [] : straighten(block);
      if (block.stackedAt !== undefined) {
        remarks.push(
          writeRemark(null, { kind: 'stacked_blocks', count: 1, example: String(block.stackedAt) }),
        );
      }
      const layout = isNoteBlock ? null : readLayout(block, isOnly);
      if (layout === null) {
        notes.push(...block.rows);
        titleUnit = findTitleUnit(block.rows) ?? titleUnit;
        continue;
      }
      layout.titleUnit ??=
        titleUnit ?? (layout.columns.some(({ unit }) => unit !== null) ? null : place.unit);
      const leftOut = new LeftOutRows();
      for (const { number } of notes) leftOut.add(number, 'note');
      notes = [];
      const title = block.isStacked ? findTitle(block) : '';
      found.push({ layout, leftOut, remarks, title, end: block.rows.at(-1)?.number ?? 0 });
    }
    for (const { number } of notes) found.at(-1)?.leftOut.add(number, 'note');
    for (const { number } of comments) {
      (found.find(({ end }) => number <= end) ?? found.at(-1))?.leftOut.add(number, 'comment');
    }
    let count = 0;
    for (const one of found) count += (await this.#addLayout(one, place)) ? 1 : 0;
    if (found.length === 0)
      this.#unread.push({ sheet: place.sheet, reason: blocks.length === 0 ? 'empty' : 'no_table' });
    else if (count < found.length) this.#unread.push({ sheet: place.sheet, reason: 'too_large' });
  }

  async #addLayout(
    { layout, leftOut, remarks, title }: FoundTable,
    { words, implied, sheet, isHidden }: Place,
  ): Promise<boolean> {
    if (layout.columns.length > maxColumns) return false;
    const name = chooseTableName(title === '' ? words : `${words} ${title}`, this.#taken);
    const built = await buildGridTable(this.#storage, layout, implied, leftOut);
    this.#sizeBytes += built.parquet.length;
    if (this.#sizeBytes > maxParquetBytes) return false;
    const all = [...built.remarks, ...remarks];
    this.#tables.push({ sheet, isHidden, name, ...built, remarks: all, leftOut: leftOut.list() });
    return true;
  }
}

/**
 * Tells whether a block is words beside a table, one column without any value, or metadata above a
 * wider one.
 */
function isNote(block: Block, all: readonly Block[]): boolean {
  const { rows } = block;
  const width = filledWidth(block);
  const below = all.slice(all.indexOf(block) + 1);
  if (below.some((other) => filledWidth(other) > 1 && isTitle(block, filledWidth(other))))
    return true;
  if (width > 1 || !all.some((other) => filledWidth(other) > 1)) return false;
  return !rows.some(({ cells }) =>
    cells.some((cell) => cell !== null && roleOf(cell) !== 'word' && roleOf(cell) !== 'year'),
  );
}
