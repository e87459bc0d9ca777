import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits, exceededLimit } from '@ecp/code-tool/program-types';
import type { ProgramRequest, ProgramResult } from '@ecp/code-tool/run-program';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { EntryTable, Fact, NotebookEntry } from '@ecp/contract/work/notebook';
import type { Cell, ColumnType } from '@ecp/contract/work/tables';
import type { Database } from '@ecp/database/database';
import { programResultLimits } from '@ecp/tables/table-types';
import type { Services } from '../../kernel/services.ts';
import {
  type EntryTarget,
  listFacts,
  type NewFact,
  type NewInput,
  readEntry,
  readInputs,
  readRunDate,
  recordEntry,
  refuseFact,
} from '../notebook/notebook.ts';
import { readTextsNamedIn } from '../sources/context-sources.ts';
import { readProgramRows } from '../tables/querying.ts';

type ProgramServices = Pick<Services, 'database' | 'tables' | 'storage' | 'programs'>;

/** A program of a model. */
export interface ProgramOrder {
  /** Chosen by the caller; an id that is recorded runs nothing and gives its entry again. */
  id: string;
  title: string;
  finding: string;
  /** TypeScript (`ProgramInputs` of the code tool). */
  code: string;
  /** The day at which its clock stands, YYYY-MM-DD. */
  runDate: string;
}

/** A program as it is recorded, or why it is not, as a sentence for the model. */
export type ProgramAnswer = { entry: NotebookEntry } | { refused: string };

/** Limits the characters of the texts of a program, and of its output that is kept. */
const maxTextLength = 5_000_000;
const maxOutputLength = 40_000;
/** Limits the characters of the output that a model gets with a failure. */
const maxFailureOutput = 2_000;

/**
 * Runs a program over the tables, texts and facts of an engagement, and records it as an entry with
 * its tables and facts. It gets the texts and the facts whose names stand in its code. What its
 * statements return is stored with it, so that it can run again. A program that fails leaves no
 * entry. Errors: `not_found`, `notebook_limit_reached`, and SandboxError while the process closes.
 */
export async function runProgram(
  services: ProgramServices,
  target: EntryTarget,
  { id, title, finding, code, runDate }: ProgramOrder,
  signal?: AbortSignal,
): Promise<ProgramAnswer> {
  const { database, programs } = services;
  const { tenantId, engagementId } = target;
  const recorded = await readEntry(database, target, id).catch(nullIfMissing);
  if (recorded !== null) return { entry: recorded };
  const texts = await database.withTenant(tenantId, (tx) =>
    readTextsNamedIn(tx, target, { words: code, maxLength: maxTextLength }),
  );
  if (texts === null)
    return {
      refused: `The texts that the program names have more than ${maxTextLength} characters.`,
    };
  const facts = (await listFacts(database, target)).filter((fact) => code.includes(fact.id));
  const answers = createStoredAnswers();
  const result = await programs.run({
    tenantId,
    code,
    texts,
    facts: factsById(facts),
    runDate,
    sql: (text) =>
      answers.answer(text, () => readProgramRows(services, tenantId, { engagementId, sql: text })),
    ...(signal && { signal }),
  });
  if (result.outcome === 'failed') return { refused: describeFailure(result) };
  const newFacts = result.facts.map((fact): NewFact => ({ ...fact, path: `facts/${fact.id}` }));
  const refusal = newFacts.map(refuseFact).find((reason) => reason !== null);
  if (refusal) return { refused: refusal };
  const entry = await recordEntry(database, target, {
    id,
    kind: 'code',
    title,
    finding,
    source: code,
    inputs: [...answers.inputs(), ...textInputs(texts), ...facts.map(factInput)],
    tables: result.tables.map(toEntryTable),
    output: result.output.slice(0, maxOutputLength).toWellFormed(),
    durationMs: result.durationMs,
    runDate,
    facts: newFacts,
  });
  return { entry };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null;
  throw error;
}

function describeFailure({ reason = 'The program failed.', output }: ProgramResult): string {
  const end = output.slice(-maxFailureOutput).toWellFormed();
  return end === '' ? reason : `${reason}\nIt had printed:\n${end}`;
}

const textInputs = (texts: Readonly<Record<string, string>>): NewInput[] =>
  Object.entries(texts).map(([name, content]) => ({ kind: 'text', name, content }));

const factInput = ({ id, label, value, unit, period }: Fact): NewInput => ({
  kind: 'fact',
  name: id,
  content: JSON.stringify({ label, value, unit, period }),
});

function factsById(facts: readonly Fact[]): ProgramRequest['facts'] {
  return Object.fromEntries(
    facts.map(({ id, label, value, unit, period }) => [id, { label, value, unit, period }]),
  );
}

/** The result of a statement as programs get it. */
interface StatementRows {
  columns: string[];
  rows: Cell[][];
}

/** The results of a program's statements, which are stored with its entry. */
interface StoredAnswers {
  /** Runs a statement once; the same text gives the same rows again. */
  answer(
    text: string,
    run: () => Promise<{
      columns: { name: string }[];
      rows: Cell[][];
      truncated: boolean;
      tables: string[];
    }>,
  ): Promise<StatementRows>;
  inputs(): NewInput[];
}

function createStoredAnswers(): StoredAnswers {
  const answers = new Map<string, Promise<StatementRows>>();
  const inputs: NewInput[] = [];
  let length = 0;
  return {
    answer(text, run) {
      const earlier = answers.get(text);
      if (earlier) return earlier;
      const running = run().then(async ({ columns: heads, rows, truncated, tables }) => {
        if (truncated) throw new RangeError(exceededLimit.rows(defaultLimits));
        const columns = heads.map(({ name }) => name);
        const name = tables.join(', ') || 'no table';
        const input = await encodeAnswer(name, text, { columns, rows });
        length += input.content.length;
        if (length > programResultLimits.resultBytes)
          throw new RangeError('The statements return more than 8 MB together. Aggregate in SQL.');
        inputs.push(input);
        return { columns, rows };
      });
      answers.set(text, running);
      return running;
    },
    inputs: () => inputs,
  };
}

/** Characters that are written or read in one turn of the event loop, about 2 ms of work. */
const sliceLength = 256 * 1_024;

/** The first line has the statement and its columns; each further line has a row. */
async function encodeAnswer(
  name: string,
  text: string,
  { columns, rows }: StatementRows,
): Promise<NewInput> {
  const hash = createHash('sha256');
  const parts: string[] = [];
  let lines = [JSON.stringify({ sql: text, columns })];
  let lineLength = 0;
  const flush = () => {
    const part = `${lines.join('\n')}\n`;
    hash.update(part);
    parts.push(part);
    lines = [];
    lineLength = 0;
  };
  for (const row of rows) {
    const line = JSON.stringify(row);
    lines.push(line);
    lineLength += line.length;
    if (lineLength <= sliceLength) continue;
    flush();
    await setImmediate();
  }
  flush();
  return { kind: 'table', name, content: parts.join(''), sha256: hash.digest('hex') };
}

/** A statement of a program with its stored result. */
export type StoredStatement = StatementRows & { sql: string };

async function decodeAnswer(content: string): Promise<StoredStatement> {
  const end = content.indexOf('\n');
  const head = JSON.parse(content.slice(0, end)) as { sql: string; columns: string[] };
  const rows: Cell[][] = [];
  let parsedLength = 0;
  let start = end + 1;
  for (let next = content.indexOf('\n', start); next >= 0; next = content.indexOf('\n', start)) {
    // The line is one that encodeAnswer wrote. An empty one ends an answer without rows.
    if (next > start) rows.push(JSON.parse(content.slice(start, next)) as Cell[]);
    parsedLength += next - start;
    start = next + 1;
    if (parsedLength > sliceLength) {
      parsedLength = 0;
      await setImmediate();
    }
  }
  return { ...head, rows };
}

/** Everything with which a recorded program runs again. */
export interface StoredProgram {
  code: string;
  runDate: string;
  texts: Record<string, string>;
  facts: ProgramRequest['facts'];
  tables: StoredStatement[];
}

/** Reads a program with the inputs that are stored with its entry. */
export async function readStoredProgram(
  database: Database,
  target: { tenantId: string; engagementId: string },
  { id, source, inputs, createdAt }: NotebookEntry,
): Promise<StoredProgram> {
  const { tenantId } = target;
  const hashes = inputs.map(({ sha256 }) => sha256);
  const contents = await readInputs(database, target, hashes);
  const runDate = await readRunDate(database, tenantId, id);
  const program: StoredProgram = {
    code: source,
    runDate: runDate ?? createdAt.slice(0, 10),
    texts: {},
    facts: {},
    tables: [],
  };
  const facts: Record<string, ProgramRequest['facts'][string]> = {};
  for (const { kind, name, sha256 } of inputs) {
    const content = contents.get(sha256) ?? '';
    if (kind === 'table') program.tables.push(await decodeAnswer(content));
    else if (kind === 'text') program.texts[name] = content;
    else facts[name] = JSON.parse(content) as ProgramRequest['facts'][string];
  }
  return { ...program, facts };
}

/** Runs a recorded program again on its stored inputs. Error: SandboxError while the process closes. */
export async function repeatProgram(
  { database, programs }: Pick<Services, 'database' | 'programs'>,
  target: { tenantId: string; engagementId: string },
  entry: NotebookEntry,
): Promise<{ tables: EntryTable[]; facts: NewFact[]; output: string } | { failure: string }> {
  const { tables, ...program } = await readStoredProgram(database, target, entry);
  const byStatement = new Map(tables.map((table) => [table.sql, table]));
  const result = await programs.run({
    ...program,
    tenantId: target.tenantId,
    sql: async (text) => {
      const stored = byStatement.get(text);
      if (!stored) throw new Error('This statement was not made when the program was recorded.');
      return stored;
    },
  });
  if (result.outcome === 'failed') return { failure: result.reason ?? 'The program failed.' };
  return {
    tables: result.tables.map(toEntryTable),
    facts: result.facts.map((fact) => ({ ...fact, path: `facts/${fact.id}` })),
    output: result.output.slice(0, maxOutputLength).toWellFormed(),
  };
}

function toEntryTable({
  name,
  columns,
  rows,
  totalRows,
}: ProgramResult['tables'][number]): EntryTable {
  return {
    name,
    columns: columns.map((column, index) => ({
      name: column,
      type: typeOfCells(rows.map((row) => row[index] ?? null)),
      unit: null,
    })),
    rows,
    totalRows,
  };
}

/** Returns the type that all cells of a column share, else text. */
function typeOfCells(cells: readonly Cell[]): ColumnType {
  const values = cells.filter((cell) => cell !== null);
  if (values.length === 0) return 'text';
  if (values.every((cell) => typeof cell === 'number')) return 'number';
  return values.every((cell) => typeof cell === 'boolean') ? 'boolean' : 'text';
}
