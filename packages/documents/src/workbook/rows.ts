import { setImmediate } from 'node:timers/promises';
import type { BookDocument, EngagementBook, RowsPart } from './engagement/engagement-book.ts';
import type { EngagementRows } from './engagement/write-engagement.ts';
import type { BookEntry } from './workbook-types.ts';

/** Characters that are encoded before others get a turn; it takes some milliseconds. */
const sliceLength = 128 * 1024;

/**
 * Encodes rows as a line of JSON each, slice by slice. A number that JSON cannot hold becomes a
 * text.
 */
export async function encodeRows(rows: Iterable<readonly BookEntry[]>): Promise<Uint8Array[]> {
  const slices: Uint8Array[] = [];
  let lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = JSON.stringify(row.map(encodable));
    lines.push(line);
    length += line.length + 1;
    if (length < sliceLength) continue;
    slices.push(Buffer.from(`${lines.join('\n')}\n`));
    [lines, length] = [[], 0];
    await setImmediate();
  }
  if (lines.length > 0) slices.push(Buffer.from(`${lines.join('\n')}\n`));
  return slices;
}

const lists = ['figures', 'footnotes', 'statements', 'tables'] as const;
/** Entries of a document that are encoded in one turn. */
const entriesOfTurn = 200;

/**
 * A line of an encoded engagement: a document without its lists, or the next entries of a list of
 * the document before.
 */
type BookLine =
  | { document: Pick<BookDocument, 'title' | 'isConclusion'> }
  | Partial<Pick<BookDocument, (typeof lists)[number]>>;

/** Encodes an engagement as lines of JSON, some entries in a turn. */
export async function encodeBook({ documents, ...book }: EngagementBook): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = [];
  const add = async (line: BookLine | typeof book) => {
    lines.push(Buffer.from(`${JSON.stringify(line)}\n`));
    await setImmediate();
  };
  await add(book);
  for (const { title, isConclusion = false, ...document } of documents) {
    await add({ document: { title, isConclusion } });
    for (const list of lists) {
      const entries = document[list] ?? [];
      for (let at = 0; at < entries.length; at += entriesOfTurn)
        await add({ [list]: entries.slice(at, at + entriesOfTurn) });
    }
  }
  return lines;
}

const encodable = (entry: BookEntry): BookEntry => {
  if (typeof entry === 'number') return Number.isFinite(entry) ? entry : String(entry);
  if (typeof entry === 'bigint') return String(entry);
  if (entry === null || typeof entry !== 'object') return entry;
  return { ...entry, value: encodable(entry.value) as BookEntry & string };
};

/** Reads the rows that encodeRows has encoded. */
export function readLines<Line = BookEntry[]>(bytes: Buffer): Line[] {
  const rows: Line[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    rows.push(JSON.parse(bytes.toString('utf8', at, end)) as Line);
    at = end + 1;
  }
  return rows;
}

/** Reads the engagement that encodeBook has encoded. */
export function readBook(bytes: Buffer): EngagementBook {
  const [book, ...lines] = readLines<unknown>(bytes) as [EngagementBook, ...BookLine[]];
  const documents: Required<BookDocument>[] = [];
  for (const line of lines) {
    if ('document' in line) {
      const { title, isConclusion = false } = line.document;
      documents.push({
        title,
        isConclusion,
        figures: [],
        footnotes: [],
        statements: [],
        tables: [],
      });
      continue;
    }
    const last = documents.at(-1);
    last?.figures.push(...(line.figures ?? []));
    last?.footnotes.push(...(line.footnotes ?? []));
    last?.statements.push(...(line.statements ?? []));
    last?.tables.push(...(line.tables ?? []));
  }
  return { ...book, documents };
}

/** Reads the rows of tables, queries and grids, which lie one after the other. */
export function readParts(bytes: Buffer, parts: readonly RowsPart[]): EngagementRows {
  const rows = { table: new Map(), query: new Map(), grid: new Map() };
  let at = 0;
  for (const { kind, index, sizeBytes, form } of parts) {
    const own = bytes.subarray(at, at + sizeBytes);
    at += sizeBytes;
    const read = form === 'array' ? JSON.parse(own.toString()) : readLines(own);
    rows[kind].set(index, read);
  }
  return { tables: rows.table, queries: rows.query, grids: rows.grid };
}
