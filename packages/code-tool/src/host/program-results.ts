import {
  type FactValue,
  factLengths,
  type ProgramCell,
  type ProgramFact,
  type ProgramTable,
  tableRows,
} from '../program-types.ts';

type FactFields = Omit<ProgramFact, 'id'>;

/** The functions by which a program adds results and reads the facts. */
interface ProgramResults {
  /** Adds a table, in place of an earlier one of that name. Throws TypeError with a sentence. */
  table(name: unknown, rows: unknown): void;
  facts: Readonly<{
    get(id: string): FactFields | undefined;
    has(id: string): boolean;
    ids(): string[];
    /** Sets a fact. Throws TypeError with a sentence. */
    set(id: unknown, fields: unknown): void;
  }>;
  collect(): { tables: ProgramTable[]; facts: ProgramFact[] };
}

/** Returns the number of a decimal, or undefined for another value. */
type ReadDecimal = (value: unknown) => number | undefined;

/** Creates empty results over the facts of other entries. */
export function createResults(
  earlier: Iterable<[string, FactFields]>,
  readDecimal: ReadDecimal,
): ProgramResults {
  const readable = new Map(earlier);
  const tables = new Map<string, ProgramTable>();
  const facts = new Map<string, ProgramFact>();
  return {
    table(name, rows) {
      const title = requireText(name, 'The name of a table', 100);
      tables.set(title, readTable(title, rows, readDecimal));
    },
    facts: Object.freeze({
      get(id: string) {
        const fields = readable.get(id);
        return fields && { ...fields };
      },
      has: (id: string) => readable.has(id),
      ids: () => [...readable.keys()],
      set(id: unknown, fields: unknown) {
        const fact = readFact(id, fields);
        const { id: name, ...rest } = fact;
        facts.set(name, fact);
        readable.set(name, rest);
      },
    }),
    collect: () => ({ tables: [...tables.values()], facts: [...facts.values()] }),
  };
}

const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function readFact(id: unknown, fields: unknown): ProgramFact {
  if (typeof id !== 'string' || id.length > factLengths.id || !kebabCase.test(id))
    throw new TypeError(
      `The id of a fact is kebab-case, such as margin-2019, and not ${show(id)}.`,
    );
  if (typeof fields !== 'object' || fields === null)
    throw new TypeError(`The fact ${id} needs label, value, unit and period.`);
  const { label, value, unit, period } = fields as Record<string, unknown>;
  return {
    id,
    label: requireText(label, `The label of the fact ${id}`, factLengths.label),
    value: readValue(id, value),
    unit: readNote(unit, `The unit of the fact ${id}`, factLengths.unit),
    period: readNote(period, `The period of the fact ${id}`, factLengths.period),
  };
}

function readValue(id: string, value: unknown): FactValue {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string')
    return requireText(value, `The value of the fact ${id}`, factLengths.value);
  throw new TypeError(
    `The value of the fact ${id} is a finite number, a text or a boolean, and not ${show(value)}.`,
  );
}

function readNote(value: unknown, subject: string, length: number): string | null {
  if (value === undefined || value === null || value === '') return null;
  return requireText(value, subject, length);
}

function requireText(value: unknown, subject: string, length: number): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > length)
    throw new TypeError(
      `${subject} is a text of 1 to ${length} characters, and not ${show(value)}.`,
    );
  return value.toWellFormed();
}

/** Names a value in a sentence, without asking an object for its words. */
function show(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value);
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Reads a list of objects, or a table of arquero. Columns stand in the order of appearance. */
function readTable(name: string, content: unknown, readDecimal: ReadDecimal): ProgramTable {
  const rows = listRows(name, content);
  const columns = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
  const names = [...columns];
  const cellsOf = (row: Record<string, unknown>) =>
    names.map((column) => readCell(row[column], name, column, readDecimal));
  const cells = rows.slice(0, tableRows).map(cellsOf);
  return {
    name,
    columns: names.map((column) => column.toWellFormed()),
    rows: cells,
    totalRows: rows.length,
  };
}

function listRows(name: string, content: unknown): Record<string, unknown>[] {
  const isTable =
    typeof content === 'object' &&
    content !== null &&
    typeof (content as { objects?: unknown }).objects === 'function';
  const rows = isTable ? (content as { objects(): unknown }).objects() : content;
  if (!Array.isArray(rows) || !rows.every(isRow))
    throw new TypeError(`The table ${name} needs a list of objects, one for each row.`);
  return rows;
}

const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

function readCell(
  value: unknown,
  table: string,
  column: string,
  readDecimal: ReadDecimal,
): ProgramCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : writeDate(value);
  const number = readDecimal(value);
  if (number !== undefined) return Number.isFinite(number) ? number : null;
  throw new TypeError(
    `The column ${column} of the table ${table} has ${show(value)} where a value belongs.`,
  );
}

/** Writes a day without its time, if it has none. */
const writeDate = (date: Date): string => date.toISOString().replace('T00:00:00.000Z', '');
