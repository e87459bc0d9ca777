import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { readDateCell, readNumberCell } from '@ecp/language/cells';
import type { BuiltTable } from '../table-types.ts';
import type { Tables } from '../tables.ts';

/** A file as a program reads it: its head and its records, as texts. */
interface Loaded {
  head: string[];
  records: string[][];
}

/** How a program reads a file; null if it cannot. */
type Reader = (path: string, filename: string) => Promise<Loaded | null>;

/** Precision, recall and F1 of heads, records and cells, and whether the file was read at all. */
type Measures = Record<(typeof measureNames)[number], number>;
const parts = ['header', 'record', 'cell'] as const;
const measureNames = [
  'success',
  ...parts.flatMap((part) =>
    (['precision', 'recall', 'f1'] as const).map((name) => `${part} ${name}` as const),
  ),
] as const;

/**
 * Frequency of each pollution in 3,712 open files (`pollock_weights.json`): of polluted files, and
 * of those with one polluted row.
 */
const fileWeights: Record<string, number> = {
  source: 1,
  file_no_payload: 15,
  file_no_trailing_newline: 184,
  file_double_trailing_newline: 5,
  file_no_header: 470,
  file_header_multirow_2: 47,
  file_header_multirow_3: 47,
  file_preamble: 282,
  file_multitable_same: 188 / 3,
  file_multitable_more: 188 / 3,
  file_multitable_less: 188 / 3,
  file_header_only: 3,
  file_one_data_row: 4,
  file_record_delimiter_0xD: 7,
  file_record_delimiter_0xA: 1_691,
  file_field_delimiter_0x9: 4,
  file_field_delimiter_0x3B: 834,
  file_field_delimiter_0x20: 4,
  file_field_delimiter_0x2C_0x20: 101,
  file_quotation_char_0x27: 11,
  file_escape_char_0x5C: 1,
  file_escape_char_0x00: 7,
};
const rowWeights: readonly (readonly [kind: RegExp, weight: number])[] = [
  [/^row_(?:less|more)_sep_/, 0.36775106082036774],
  [/^row_field_delimiter_/, 1 / 7],
  [/^row_extra_quote/, 1 / 108],
];

/**
 * Prints how tables of polluted files agree with their clean form, beside DuckDB's reader, as
 * Vitagliano et al. define it (Pollock, PVLDB 16, 2023; `pollock/metrics.py`). `folder` holds `csv`
 * and `clean`.
 */
export async function measurePollock(tables: Tables, folder: string): Promise<void> {
  const filenames = (await readdir(join(folder, 'csv')))
    .filter((name) => name.endsWith('.csv'))
    .sort();
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const ours: Reader = async (path, filename) => {
    const bytes = await readFile(path);
    const { tables: built } = await tables.buildTables({ tenantId: 'pollock', filename, bytes });
    const read = await Promise.all(built.map((table) => readTable(tables, table)));
    const [first] = read;
    return first ? { head: first.head, records: read.flatMap(({ records }) => records) } : null;
  };
  const duckdb: Reader = async (path) => {
    try {
      const result = await connection.runAndReadAll(
        'select * from read_csv($path, all_varchar = true)',
        { path },
      );
      const records = result
        .getRows()
        .map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
      return { head: result.columnNames(), records };
    } catch {
      // It refuses files whose notation it does not find, which counts as no success.
      return null;
    }
  };
  console.log(
    `\n| ${filenames.length} files of Pollock, by value | this product | DuckDB's reader |\n|---|---|---|`,
  );
  const measured: Measures[][] = [];
  for (const reader of [ours, duckdb]) measured.push(await measureFiles(reader, folder, filenames));
  const row = (what: string, of: (measures: readonly Measures[]) => number) =>
    console.log(`| ${what} | ${measured.map((one) => of(one).toFixed(3)).join(' | ')} |`);
  for (const name of measureNames) row(name, (all) => weigh(all, filenames, name, () => 1));
  row('simple sum, of 10', (all) => sumOf((name) => weigh(all, filenames, name, () => 1)));
  row('weighted sum, of 10', (all) => sumOf((name) => weigh(all, filenames, name, weightOf)));
  connection.closeSync();
  instance.closeSync();
}

const sumOf = (of: (name: (typeof measureNames)[number]) => number) =>
  measureNames.reduce((sum, name) => sum + of(name), 0);

function weightOf(filename: string): number {
  const kind = filename.replace(/\.csv$/, '');
  return fileWeights[kind] ?? rowWeights.find(([form]) => form.test(kind))?.[1] ?? 0;
}

function weigh(
  all: readonly Measures[],
  filenames: readonly string[],
  name: (typeof measureNames)[number],
  weight: (filename: string) => number,
): number {
  const weights = filenames.map(weight);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  return all.reduce((sum, measures, at) => sum + measures[name] * (weights[at] ?? 0), 0) / whole;
}

async function measureFiles(
  reader: Reader,
  folder: string,
  filenames: readonly string[],
): Promise<Measures[]> {
  const measured: Measures[] = [];
  for (const filename of filenames) {
    const loaded = await reader(join(folder, 'csv', filename), filename);
    const [head = [], ...records] = readClean(
      await readFile(join(folder, 'clean', filename), 'utf8'),
    );
    measured.push(compare({ head, records }, loaded));
  }
  return measured;
}

/** Reads a clean file: commas, all fields in quotes, CR LF. */
function readClean(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    if (end === '' && quoted === undefined && plain === '' && records.at(-1)?.length === 0) break;
    records.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') records.push([]);
  }
  return records.filter((fields) => fields.length > 0);
}

function compare(clean: Loaded, loaded: Loaded | null): Measures {
  const none = Object.fromEntries(measureNames.map((name) => [name, 0])) as Measures;
  if (loaded === null) return none;
  const joinedOf = ({ records }: Loaded) =>
    records.map((cells) => cells.map((cell) => normalize(cell) || 'null').join(''));
  const cellsOf = ({ records }: Loaded) => records.flat().map(normalize);
  return {
    ...none,
    success: 1,
    ...rate('header', clean.head.map(normalize), loaded.head.map(normalize)),
    ...rate('record', joinedOf(clean), joinedOf(loaded)),
    ...rate('cell', cellsOf(clean), cellsOf(loaded)),
  };
}

/**
 * Compares two bags. The authors divide by the source for the precision and by what was loaded for
 * the recall.
 */
function rate(
  part: (typeof parts)[number],
  source: readonly string[],
  loaded: readonly string[],
): Partial<Measures> {
  const of = (precision: number, recall: number, f1: number) => ({
    [`${part} precision`]: precision,
    [`${part} recall`]: recall,
    [`${part} f1`]: f1,
  });
  if (source.length === 0) return of(1, 1, 1);
  const left = new Map<string, number>();
  for (const one of source) left.set(one, (left.get(one) ?? 0) + 1);
  let common = 0;
  for (const one of loaded) {
    const count = left.get(one) ?? 0;
    if (count > 0) common += 1;
    left.set(one, count - 1);
  }
  if (common === 0) return of(0, 0, 0);
  const [precision, recall] = [common / source.length, common / loaded.length];
  return of(precision, recall, (2 * precision * recall) / (precision + recall));
}

/**
 * Writes a value in one form, as the authors do: numbers, prices and days by value, texts without
 * case.
 */
function normalize(text: string): string {
  const { iso, dayFirst } = readDateCell(text);
  const days = iso ?? dayFirst;
  if (days !== undefined) return `day ${days}`;
  const number = readNumberCell(text);
  if (number?.byPoint) return `${number.unit ?? ''}${Number(number.byPoint)}`;
  return text.trim().toLowerCase();
}

/** Reads the cells of a table, numbers with the unit of their column. */
async function readTable(
  tables: Tables,
  { name, sha256, parquet, columns }: BuiltTable,
): Promise<Loaded> {
  const { rows } = await tables.runQuery({
    tenantId: 'pollock',
    tables: [{ name, sha256, load: async () => parquet }],
    sql: `select * from "${name}"`,
  });
  const unitOf = (at: number) => (columns[at]?.type === 'number' ? (columns[at]?.unit ?? '') : '');
  return {
    head: columns.map((column) => column.name),
    records: rows.map((row) =>
      row.map((cell, at) => (cell === null ? '' : `${unitOf(at)}${cell}`)),
    ),
  };
}
