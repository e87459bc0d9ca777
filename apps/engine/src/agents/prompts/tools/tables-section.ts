import type { EngineQuery, EngineTable } from '@ecp/contract/engine/query-access';
import type { Cell } from '@ecp/contract/work/tables';
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

/** Renders the tables: names, columns with types and units, numbers of rows, first rows. Null without any. */
export function tablesSection(tables: readonly EngineTable[], { fence, room }: PromptContext): string | null {
  if (tables.length === 0) return null;
  const shares = shareBytes(tables.map(describeTable), Math.min(tablesBytes, room.document / 2));
  const blocks = shares.map((share, at) =>
    fenceText(fence, `table ${at + 1}`, `${share.text}${truncationNotice(share)}`),
  );
  return `Tables (${tables.length}), each with all of its rows in the database; only the first ones are shown:\n${blocks.join('\n')}`;
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

/** Describes a table for a model: names, file, columns with types and units, number of rows, the first rows. */
export function describeTable({ name, filename, sheet, hidden, columns, rowCount, sample }: EngineTable): string {
  const place = `${oneLine(filename)}${sheet === null ? '' : `, sheet ${oneLine(sheet)}`}${hidden ? ' (hidden)' : ''}`;
  const shown = columns.slice(0, maxColumns);
  const more = columns.length > shown.length ? [`- and ${columns.length - shown.length} more columns`] : [];
  return [
    `Table: "${oneLine(name)}" (${place}), ${rowCount} rows`,
    'Columns:',
    ...shown.map((column) => `- "${oneLine(column.name)}" ${column.type}${unitOf(column)}`),
    ...more,
    ...(sample.length > 0 ? ['First rows:', ...sample.slice(0, sampleRows).map(writeRow)] : []),
  ].join('\n');
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
