import { standaloneProgram } from '@ecp/code-tool/standalone-program';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { EntryTable, NotebookEntry, Reproduction } from '@ecp/contract/work/notebook';
import type { Cell } from '@ecp/contract/work/tables';
import { findQuotedParts } from '@ecp/evidence/whole-texts';
import { makeSlug } from '@ecp/language/slug';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { nameColumns, quoteName, quoteText } from '@ecp/tables/sql-names';
import type { RequestContext } from '../../kernel/context.ts';
import { writeCsv } from '../../kernel/csv.ts';
import { serviceBusy, toRefusal } from '../../kernel/limits/refusals.ts';
import { writeZip, type ZipEntry } from '../../kernel/zip.ts';
import { listEntries, readEntry, readInputs } from '../../material/notebook/notebook.ts';
import { readStoredProgram, repeatProgram } from '../../material/programs/programs.ts';
import { repeatQuery } from '../../material/tables/queries.ts';
import { type ReadableTable, selectTablesNamed } from '../../material/tables/table-rows.ts';

interface EntryPath {
  engagementId: string;
  entryId: string;
}

/**
 * Makes an entry again and compares the results: a query runs on the tables that it read, a program
 * on its stored inputs, and a passage is looked up in what was stored of its source. Errors: `not_found`, `query_failed`,
 * `service_unavailable`.
 */
export async function reproduceEntry(
  context: RequestContext,
  { engagementId, entryId }: EntryPath,
): Promise<Reproduction> {
  const { services, tenantId } = context;
  const entry = await readEntry(services.database, { tenantId, engagementId }, entryId);
  const differences = await compareEntry(context, engagementId, entry);
  return { identical: differences.length === 0, differences };
}

/** Returns what differs, each as a sentence. */
function compareEntry(
  context: RequestContext,
  engagementId: string,
  entry: NotebookEntry,
): Promise<string[]> {
  switch (entry.kind) {
    case 'query':
      return compareQuery(context, { engagementId, entryId: entry.id });
    case 'passage':
      return comparePassage(context, engagementId, entry);
    default:
      return compareProgram(context, engagementId, entry);
  }
}

/** Runs a program again and compares its tables, its facts and what it prints. */
async function compareProgram(
  { services, tenantId }: RequestContext,
  engagementId: string,
  entry: NotebookEntry,
): Promise<string[]> {
  const repeated = await repeatProgram(services, { tenantId, engagementId }, entry).catch(
    (error: unknown) => {
      throw toRefusal(error, (cause) => serviceBusy({ cause }));
    },
  );
  if ('failure' in repeated) return [repeated.failure];
  const differences: string[] = [];
  for (const table of entry.tables) {
    const present = repeated.tables.find(({ name }) => name === table.name);
    if (JSON.stringify(table) !== JSON.stringify(present))
      differences.push(`The table ${table.name} comes out differently.`);
  }
  // A fact of a cell of its tables is compared with the table.
  const ownFacts = entry.facts.filter(({ path }) => path?.startsWith('facts/'));
  for (const { id, value } of ownFacts) {
    const present = repeated.facts.find((fact) => fact.id === id);
    if (present?.value !== value)
      differences.push(`The fact ${id} is ${value}, and ${present?.value ?? 'nothing'} comes out.`);
  }
  if (repeated.output !== entry.output) differences.push('The program prints something else.');
  return differences.slice(0, maxDifferences);
}

async function compareQuery(
  { services, tenantId }: RequestContext,
  { engagementId, entryId }: EntryPath,
): Promise<string[]> {
  const { recorded, present } = await repeatQuery(services, tenantId, {
    engagementId,
    queryId: entryId,
    isAwaited: true,
    isReproduced: true,
  });
  if (present === null) return ['A table that the query read is gone or has other columns.'];
  if (present.resultHash === recorded.result_hash) return [];
  const recordedRows = JSON.parse(recorded.rows) as Cell[][];
  const presentRows = JSON.parse(present.rows) as Cell[][];
  if (recordedRows.length !== presentRows.length)
    return [`The query gives ${presentRows.length} rows; ${recordedRows.length} are recorded.`];
  return describeRows(recordedRows, presentRows);
}

/** Limits the rows that are named as different. */
const maxDifferences = 20;

function describeRows(recorded: readonly Cell[][], present: readonly Cell[][]): string[] {
  const changed = recorded.flatMap((row, index) =>
    JSON.stringify(row) === JSON.stringify(present[index]) ? [] : [index],
  );
  const described = changed.slice(0, maxDifferences).map((index) => {
    const cells = (row: readonly Cell[] | undefined) => (row ?? []).map(String).join(' | ');
    return `Row ${index}: ${cells(recorded[index])} is recorded, and ${cells(present[index])} comes out.`;
  });
  const more = changed.length - described.length;
  if (changed.length === 0) return ['The columns of the result have changed.'];
  return more > 0 ? [...described, `${more} more rows differ.`] : described;
}

/** Time slice of a search, in milliseconds: other requests proceed between two slices. */
const sliceMs = 4;

/**
 * Looks up a passage in the page of its source that is stored with it. Its entry has its words as
 * source, and its place as output.
 */
async function comparePassage(
  { services, tenantId }: RequestContext,
  engagementId: string,
  { source, inputs, output }: NotebookEntry,
): Promise<string[]> {
  const [input] = inputs;
  if (!input) return ['The entry names no source.'];
  const target = { tenantId, engagementId };
  const contents = await readInputs(services.database, target, [input.sha256]);
  const text = contents.get(input.sha256);
  if (text === undefined) return [`What was read of ${input.name} is not stored.`];
  const location = output === '' ? null : output;
  const part = { title: input.name, location, text };
  const quote = { place: null, words: source };
  const passages = await findQuotedParts([part], [quote], createTimeSlice(undefined, sliceMs));
  return passages.length > 0 ? [] : [`The words do not stand in ${input.name}.`];
}

/**
 * Exports the notebook as a zip: each entry with its source and result, the tables that queries
 * read, and how to run it without the product. Error: `not_found`.
 */
export async function exportNotebook(
  context: RequestContext,
  engagementId: string,
): Promise<{ filename: string; content: AsyncGenerator<Uint8Array> }> {
  const { services, tenantId } = context;
  const items = await listEntries(services.database, { tenantId, engagementId });
  async function* files(): AsyncGenerator<ZipEntry> {
    yield textFile('README.md', readme);
    const tableNames = new Set<string>();
    for (const { id } of items) {
      const entry = await readEntry(services.database, { tenantId, engagementId }, id).catch(
        unlessGone,
      );
      if (entry === null) continue;
      // What a program read of tables is stored with it.
      if (entry.kind === 'query') for (const { name } of entry.inputs) tableNames.add(name);
      yield* entryFiles(entry);
      if (entry.kind === 'code') yield* programFiles(context, engagementId, entry);
    }
    yield* tableFiles(context, engagementId, [...tableNames]);
  }
  return { filename: 'notebook.zip', content: writeZip(files()) };
}

/** An entry that went while the notebook is exported is left out. */
function unlessGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null;
  throw error;
}

function* entryFiles(entry: NotebookEntry): Generator<ZipEntry> {
  const { number, title, kind, source, tables, ...facts } = entry;
  const folder = folderOf(entry);
  const { id, finding, inputs, output, durationMs, runId, taskId, createdAt } = facts;
  const head = { id, number, kind, title, finding, runId, taskId, createdAt, durationMs };
  const described = { ...head, inputs, facts: entry.facts, output };
  yield textFile(`${folder}/entry.json`, `${JSON.stringify(described, null, 2)}\n`);
  yield textFile(`${folder}/${sourceNames[kind]}`, `${source}\n`);
  for (const table of tables) yield tableResult(folder, table);
}

/** A folder in which the program runs without the product. */
async function* programFiles(
  { services, tenantId }: RequestContext,
  engagementId: string,
  entry: NotebookEntry,
): AsyncGenerator<ZipEntry> {
  const target = { tenantId, engagementId };
  const program = await readStoredProgram(services.database, target, entry);
  for (const { path, content } of await standaloneProgram(program))
    yield { path: `${folderOf(entry)}/run/${path}`, content: onePiece(content) };
}

const folderOf = ({ number, title, kind }: NotebookEntry): string =>
  `entries/${String(number).padStart(3, '0')}-${makeSlug(title, kind)}`;

const sourceNames: Record<NotebookEntry['kind'], string> = {
  query: 'query.sql',
  code: 'program.ts',
  model: 'program.ts',
  passage: 'passage.txt',
};

function tableResult(folder: string, { name, columns, rows }: EntryTable): ZipEntry {
  const content = writeCsv([columns.map((column) => column.name), ...rows]);
  return { path: `${folder}/${makeSlug(name, 'result')}.csv`, content: onePiece(content) };
}

/** The tables as Parquet, and the statement that names them and their columns as queries do. */
async function* tableFiles(
  { services, tenantId }: RequestContext,
  engagementId: string,
  names: string[],
): AsyncGenerator<ZipEntry> {
  if (names.length === 0) return;
  const [tables] = await services.database.batchTenant(tenantId, [
    selectTablesNamed(tenantId, engagementId, names),
  ]);
  yield textFile('tables.sql', tables.map(createView).join('\n'));
  for (const { name, storage_key: key } of tables)
    yield { path: `tables/${name}.parquet`, content: await services.storage.get(key) };
}

function createView({ name, columns }: ReadableTable): string {
  const heads = columns.map((column) => column.name);
  const renamed = nameColumns(heads).map(
    (column, index) => `${quoteName(heads[index] ?? column)} as ${quoteName(column)}`,
  );
  const file = quoteText(`tables/${name}.parquet`);
  return `create view ${quoteName(name)} as select ${renamed.join(', ')} from ${file};`;
}

const textFile = (path: string, content: string): ZipEntry => ({
  path,
  content: onePiece(content),
});

async function* onePiece<Piece extends Uint8Array | string>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

const readme = `# Notebook

Each folder of \`entries\` is one analysis: \`entry.json\` says what it shows and which facts it
gives, beside its source and its result as CSV.

- A query (\`query.sql\`) runs in DuckDB. In this folder: \`duckdb -init tables.sql -f entries/<entry>/query.sql\`.
  A query that was written with the heads of the file as names of its columns reads
  \`tables/<table>.parquet\` itself.
- A program (\`program.ts\`) runs in Deno with what it read: in the folder \`run\` of its entry,
  \`deno run --allow-read=. run.ts\`.
- A passage (\`passage.txt\`) has the words of a source. \`entry.json\` names the file and the place.
- A table whose file was deleted is not here. The result of its queries is.
`;
