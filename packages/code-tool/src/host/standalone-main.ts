import type { StandaloneInputs } from '../program-types.ts';
import { exit, readTextFileSync, writeValue } from './deno.ts';
import { executeProgram } from './execute-program.ts';
import { toObject } from './query-row.ts';

/**
 * Repeats a program in the folder in which a person starts it, and writes what it printed, its
 * tables and its facts. Queries are answered from files, by their statement.
 */

/** A file of rows: cells in the order of the columns. */
interface QueryFile {
  columns: string[];
  rows: unknown[][];
}

const readJson = (path: string): unknown => JSON.parse(readTextFileSync(path));

const inputs = readJson('inputs.json') as StandaloneInputs;
const queryFiles = new Map(
  inputs.queries.map(({ sql, file }) => [sql, readJson(file) as QueryFile] as const),
);
const texts = inputs.texts.map(({ filename, file }) => [filename, readTextFileSync(file)] as const);
const { log, error: complain } = console;
const { stringify } = JSON;

const end = await executeProgram(
  {
    code: readTextFileSync('program.ts'),
    facts: inputs.facts,
    runDate: inputs.runDate,
    seed: inputs.seed,
    outputBytes: Number.MAX_SAFE_INTEGER,
  },
  Object.fromEntries(texts),
  {
    query: async (text) => {
      const result = queryFiles.get(text);
      if (result === undefined) throw new Error('The folder has no result of this statement.');
      return result.rows.map((cells) => toObject(result.columns, cells));
    },
    write: (text) => log(text.replace(/\n$/, '')),
    inspect: writeValue,
  },
);
if (end.reason !== undefined) complain(end.reason);
log(stringify({ tables: end.tables, facts: end.facts }, null, 2));
exit(end.outcome === 'done' ? 0 : 1);
