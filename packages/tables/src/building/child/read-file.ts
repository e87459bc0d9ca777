import { extname, parse } from 'node:path';
import type { BuildProblem, BuiltTables, LeftOut } from '../../table-types.ts';
import { chooseTableName } from '../choose-table-name.ts';
import { buildGridTable, textOf } from './build-grid-table.ts';
import { buildStreamedTable } from './build-streamed-table.ts';
import { type GridRow, textCell } from './cells/cell.ts';
import type { DecimalSign } from './cells/read-number.ts';
import { decodeBytes } from './delimited/decode-bytes.ts';
import { type Dialect, findDialect, readRecords } from './delimited/find-dialect.ts';
import { isDataCell } from './layout/cell-roles.ts';
import { type Block, findBlocks } from './layout/find-blocks.ts';
import { findTitleUnit, readHead, type TableLayout } from './layout/read-head.ts';
import { LeftOutRows } from './left-out-rows.ts';
import type { Sheet } from './sheets/read-workbook.ts';
import { openTableStorage, type TableStorage } from './storing/table-writer.ts';
import { maxColumns } from './table-shape.ts';

const workbooks = new Set(['.xlsx', '.xlsm', '.xls', '.ods']);
const delimited = new Set(['.csv', '.tsv', '.tab', '.txt']);
/** Larger delimited files are read in two passes over their bytes instead of as rows in memory. */
const streamedBytes = 8 * 1024 * 1024;
/** Sheets have names like these if nobody gave them one. */
const unnamed = /^(?:sheet|tabelle|feuille?|feuil|hoja|foglio|ark|blad|シート)\s?\d*$/i;
/** Largest size of all tables of a file, below that of an answer. */
const maxParquetBytes = 240 * 1024 * 1024;

/** Reads the tables of a file, in a child only. Never throws for what a file is. */
export async function readFile(filename: string, bytes: Buffer, folder: string): Promise<BuiltTables> {
  const extension = extname(filename).toLowerCase();
  if (!workbooks.has(extension) && !delimited.has(extension)) return problem('unsupported');
  if (bytes.length === 0) return { tables: [], leftOut: [], problem: null };
  const storage = await openTableStorage(folder);
  try {
    const collector = new TableCollector(storage, parse(filename).name);
    if (workbooks.has(extension)) return await readSheets(collector, bytes);
    return await readDelimited(collector, decodeBytes(bytes));
  } finally {
    storage.close();
  }
}

const problem = (kind: BuildProblem): BuiltTables => ({ tables: [], leftOut: [], problem: kind });

async function readSheets(collector: TableCollector, bytes: Buffer): Promise<BuiltTables> {
  // Its library takes 30 MB, which delimited files do not need.
  const { readWorkbook } = await import('./sheets/read-workbook.ts');
  const sheets = readWorkbook(bytes);
  if (typeof sheets === 'string') return problem(sheets);
  for (const sheet of sheets) await collector.addSheet(sheet, sheets.length > 1);
  return collector.finish();
}

async function readDelimited(collector: TableCollector, bytes: Buffer): Promise<BuiltTables> {
  const dialect = findDialect(bytes) ?? (looksLikeColumn(bytes) ? { delimiter: 0, start: 0 } : null);
  if (!dialect) return problem('unsupported');
  if (bytes.length > streamedBytes) await collector.addStreamed(bytes, dialect);
  else await collector.addRecords(readRecords(bytes, dialect, Number.POSITIVE_INFINITY), dialect);
  return collector.finish();
}

/** Tells whether a text without delimiters is a column of values and no prose. */
function looksLikeColumn(bytes: Buffer): boolean {
  const [, ...cells] = bytes.toString('utf8', 0, 100_000).split('\n').map(textCell);
  const filled = cells.filter((cell) => cell !== null);
  return filled.length > 0 && filled.filter(isDataCell).length * 2 > filled.length;
}

const usualSignOf = ({ delimiter }: Dialect): DecimalSign => (delimiter === ';'.charCodeAt(0) ? ',' : '.');

/** Builds the tables of one file and collects them with what is left out. */
class TableCollector {
  readonly #storage: TableStorage;
  readonly #stem: string;
  readonly #taken = new Set<string>();
  readonly #tables: BuiltTables['tables'] = [];
  readonly #leftOut: LeftOut[] = [];
  #sizeBytes = 0;

  constructor(storage: TableStorage, stem: string) {
    this.#storage = storage;
    this.#stem = stem;
  }

  async addSheet({ name, isHidden, rows }: Sheet, isOneOfMany: boolean): Promise<void> {
    const words = isOneOfMany && !unnamed.test(name) ? name : isOneOfMany ? `${this.#stem} ${name}` : this.#stem;
    await this.#addGrid(rows, { sheet: name, isHidden, words, usualSign: '.' });
  }

  async addRecords(records: readonly string[][], dialect: Dialect): Promise<void> {
    const rows = records.map((fields, at) => ({ number: at + 1, cells: fields.map(textCell) }));
    await this.#addGrid(rows, { sheet: null, isHidden: false, words: this.#stem, usualSign: usualSignOf(dialect) });
  }

  async addStreamed(bytes: Buffer, dialect: Dialect): Promise<void> {
    const leftOut = new LeftOutRows(null);
    const name = chooseTableName(this.#stem, this.#taken);
    const built = await buildStreamedTable(
      this.#storage,
      { bytes, dialect, name, usualSign: usualSignOf(dialect) },
      leftOut,
    );
    if (built) this.#tables.push({ sheet: null, isHidden: false, name, ...built });
    this.#leftOut.push(...leftOut.list());
  }

  finish(): BuiltTables {
    return { tables: this.#tables, leftOut: this.#leftOut, problem: null };
  }

  async #addGrid(
    rows: readonly GridRow[],
    place: { sheet: string | null; isHidden: boolean; words: string; usualSign: DecimalSign },
  ): Promise<void> {
    const leftOut = new LeftOutRows(place.sheet);
    const blocks = findBlocks(rows);
    let count = 0;
    let titleUnit: string | null = null;
    for (const block of blocks) {
      const layout = isNote(block, blocks) ? null : readHead(block);
      if (layout === null) {
        for (const row of block.rows) leftOut.add('note', {}, row.number, textOf(row));
        titleUnit = findTitleUnit(block.rows) ?? titleUnit;
        continue;
      }
      layout.titleUnit ??= titleUnit;
      count += (await this.#addLayout(layout, place, leftOut)) ? 1 : 0;
    }
    if (count === 0) leftOut.add('no_table', {}, null, '');
    this.#leftOut.push(...leftOut.list());
  }

  async #addLayout(
    layout: TableLayout,
    { words, usualSign, ...place }: { sheet: string | null; isHidden: boolean; words: string; usualSign: DecimalSign },
    leftOut: LeftOutRows,
  ): Promise<boolean> {
    const name = chooseTableName(words, this.#taken);
    const built =
      layout.columns.length > maxColumns ? null : await buildGridTable(this.#storage, layout, name, usualSign, leftOut);
    this.#sizeBytes += built?.parquet.length ?? 0;
    if (built === null || this.#sizeBytes > maxParquetBytes) {
      leftOut.add('too_large', { table: name }, null, '', layout.body.length);
      return false;
    }
    this.#tables.push({ ...place, name, ...built });
    return true;
  }
}

/** Tells whether a block is words beside a table: one column without any value. */
function isNote({ width, rows }: Block, all: readonly Block[]): boolean {
  if (width > 1 || !all.some((other) => other.width > 1)) return false;
  return !rows.some(({ cells }) => cells.some((cell) => cell !== null && isDataCell(cell)));
}
