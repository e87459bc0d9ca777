import type { EngineQuery, EngineTable } from '@ecp/contract/engine/query-access';
import type { Cell, WithoutTable } from '@ecp/contract/work/tables';
import type { DraftInput, SourceDocument } from '@ecp/model-calls/prompt-types';
import { fenceText, oneLine, truncationNotice } from '../fenced-text.ts';
import type { PromptContext } from '../prompt-definition.ts';
import { shareBytes } from '../share-bytes.ts';

/** Most UTF-8 bytes of the descriptions of all tables, and of the results of all queries in a prompt. */
const tablesBytes = 16_000;
const queriesBytes = 24_000;
/** The text of a smaller table is shown whole. */
const wholeTextBytes = 4_000;
const sampleRows = 5;
const maxColumns = 200;
const maxCellLength = 200;
const maxRemarks = 30;
const maxWithoutTable = 50;

/**
 * Returns the sources without those whose text is a big table: agents see its head and its first rows, and query the
 * rest. The text index keeps all of them.
 */
export function withoutTableTexts(sources: SourceDocument[], tables: readonly EngineTable[]): SourceDocument[] {
  const attachments = new Set(tables.map(({ attachmentId }) => attachmentId));
  // The parts of an attachment are sources with its id and a number.
  const isTable = ({ id }: SourceDocument) => attachments.has(id.replace(/-\d+$/, ''));
  return sources.filter((source) => !isTable(source) || Buffer.byteLength(source.text) <= wholeTextBytes);
}

/**
 * Renders the tables (names, columns with types and units, numbers of rows, first rows) and names the sheets and files
 * that give none. Null without any of them.
 */
export function tablesSection(
  tables: readonly EngineTable[],
  withoutTable: readonly WithoutTable[],
  context: PromptContext,
): string | null {
  return [listTables(tables, context), listWithoutTable(withoutTable, context)].filter(Boolean).join('\n\n') || null;
}

function listTables(tables: readonly EngineTable[], { fence, room }: PromptContext): string | null {
  if (tables.length === 0) return null;
  const shares = shareBytes(tables.map(describeTable), Math.min(tablesBytes, room.document / 2));
  const blocks = shares.map((share, at) =>
    fenceText(fence, `table ${at + 1}`, `${share.text}${truncationNotice(share)}`),
  );
  return `Tables (${tables.length}), each with all of its rows in the database; only the first ones are shown:\n${blocks.join('\n')}`;
}

/** Why a sheet or file gives no table, for a model. */
const reasons: Record<WithoutTable['reason'], string> = {
  empty: 'is empty',
  no_table: 'has nothing that is a table',
  too_large: 'is too large, in whole or in part',
  encrypted: 'is encrypted',
  damaged: 'is damaged',
  timeout: 'took too long to read',
  memory: 'took too much memory to read',
  unsupported: 'is neither a workbook nor a delimited file',
  unknown_encoding: 'has an unknown encoding',
};

function listWithoutTable(withoutTable: readonly WithoutTable[], { fence }: PromptContext): string | null {
  if (withoutTable.length === 0) return null;
  const shown = withoutTable.slice(0, maxWithoutTable).map(({ filename, sheet, reason }) => {
    const place = `${oneLine(filename)}${sheet === null ? '' : `, sheet ${oneLine(sheet)}`}`;
    return `- ${place}: ${reasons[reason]}`;
  });
  const more = withoutTable.length - shown.length;
  const lines = more > 0 ? [...shown, `- and ${more} more`] : shown;
  return `Without a table, so that no query holds what is in them:\n${fenceText(fence, 'without table', lines.join('\n'))}`;
}

/** Renders results of queries, which the document may cite. Null without any. */
export function queriesSection(
  { queries = [] }: Pick<DraftInput, 'queries'>,
  { fence, room }: PromptContext,
): string | null {
  if (queries.length === 0) return null;
  const shares = shareBytes(queries.map(describeResult), Math.min(queriesBytes, room.document / 2));
  const blocks = shares.map((share, at) =>
    fenceText(fence, `query ${at + 1}`, `${share.text}${truncationNotice(share)}`),
  );
  return `Results of queries over the tables, which are sources:\n${blocks.join('\n')}`;
}

/**
 * Describes a table for a model: names, file, columns with types and units, number of rows, the rows that are left out,
 * remarks, the first rows.
 */
export function describeTable(table: EngineTable): string {
  const { name, filename, sheet, hidden, columns, rowCount, leftOut, remarks, sample } = table;
  const place = `${oneLine(filename)}${sheet === null ? '' : `, sheet ${oneLine(sheet)}`}${hidden ? ' (hidden)' : ''}`;
  const shown = columns.slice(0, maxColumns);
  const more = columns.length > shown.length ? [`- and ${columns.length - shown.length} more columns`] : [];
  return [
    `Table: "${oneLine(name)}" (${place}), ${rowCount} rows`,
    'Columns:',
    ...shown.map((column) => `- "${oneLine(column.name)}" ${column.type}${unitOf(column)}`),
    ...more,
    ...describeLeftOut(leftOut),
    ...remarks
      .slice(0, maxRemarks)
      .map(({ column, text }) => `Remark${column === null ? '' : ` on "${oneLine(column)}"`}: ${oneLine(text, 400)}`),
    ...(sample.length > 0 ? ['First rows:', ...sample.slice(0, sampleRows).map(writeRow)] : []),
  ].join('\n');
}

/** Names the rows of the file that are in no table, so that nobody takes the table for all of it. */
function describeLeftOut({ count, rows }: EngineTable['leftOut']): string[] {
  if (count === 0) return [];
  const shown = rows.map(({ row, reason }) => `${row} (${reason})`).join(', ');
  return [
    `Rows of the file that are left out: ${shown}${count > rows.length ? `, and ${count - rows.length} more` : ''}`,
  ];
}

/** Writes the result of a query for a model, with the words by which a document cites it. */
export function describeResult({ id, title, sql, columns, rows, truncated }: EngineQuery): string {
  return [
    `Cite as: Query ${id}`,
    `Title: ${oneLine(title ?? '')}`,
    `SQL: ${oneLine(sql, 2_000)}`,
    `Columns: ${columns.map((column) => `${oneLine(column.name)}${unitOf(column)}`).join(' | ')}`,
    `Rows (${rows.length}${truncated ? ', the result has more' : ''}):`,
    ...rows.map(writeRow),
  ].join('\n');
}

const unitOf = ({ unit }: { unit: string | null }) => (unit === null ? '' : ` (${oneLine(unit)})`);
const writeRow = (row: readonly Cell[]) => row.slice(0, maxColumns).map(writeCell).join(' | ');
const writeCell = (cell: Cell) => (cell === null ? '–' : oneLine(String(cell), maxCellLength));
