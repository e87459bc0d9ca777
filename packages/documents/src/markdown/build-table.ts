import { findNumberColumns } from '@ecp/markdown/number-columns';
import type { Table, TableRow } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { type BreakRule, buildInlines, headBreaks, narrowBreaks } from './build-inlines.ts';
import { cleanLine } from './clean-text.ts';
import type { DocumentContext } from './document-context.ts';
import type { Block, Inline, TableBlock } from './document-tree.ts';
import { fitColumns, measureColumn, measureRow } from './fit-columns.ts';

/** A table of at most this height, about half a page, stays on one page. A higher row than this may break. */
const wholePt = 340;

/**
 * Makes a table fit the page: by smaller type, then a landscape page, then several tables that repeat the first column.
 * Columns of figures are right-aligned unless the author sets an alignment. Footnotes called in the head, which is
 * repeated on every page, are printed below the table.
 */
export function buildTable(node: Table, context: DocumentContext): Block[] {
  const [headRow, ...body] = node.children;
  if (headRow === undefined) return [];
  const count = headRow.children.length;
  const texts = node.children.map((row) => row.children.map((cell) => plainText(cell).trim()));
  const needs = Array.from({ length: count }, (_, column) => measureColumn(texts.map((row) => row[column] ?? '')));
  const numeric = findNumberColumns(texts.slice(1), count);
  const head = buildRow(headRow, count, { ...context, withoutFootnotes: true }, headBreaks);
  const rows = body.map((row) => buildRow(row, count, context, narrowBreaks));
  const parts = fitColumns(needs).map((fitted, part, all): TableBlock => {
    const { columns, shares, sizePt, landscape } = fitted;
    const heights = texts.map((row) =>
      measureRow(
        columns.map((column) => row[column] ?? ''),
        fitted,
      ),
    );
    const pick = (row: Inline[][]) =>
      columns.map((column) => (part === 0 ? row[column] : again(row[column], column)) ?? []);
    return {
      t: 'table',
      columns: columns.map((column, at) => ({ share: shares[at] ?? 1, align: alignOf(node, column, numeric) })),
      sizePt,
      landscape,
      whole: heights.reduce((sum, height) => sum + height, 0) <= wholePt,
      tallRows: heights.slice(1).flatMap((height, row) => (height > wholePt ? [row] : [])),
      head: pick(head),
      rows: rows.map(pick),
      note: part === all.length - 1 ? null : `The columns continue in the next table (${part + 1} of ${all.length}).`,
    };
  });
  return [...parts, ...headNotes(headRow, context)];
}

function buildRow(row: TableRow, count: number, context: DocumentContext, breaks: BreakRule): Inline[][] {
  return Array.from({ length: count }, (_, column) =>
    buildInlines(row.children[column]?.children ?? [], context, breaks),
  );
}

/** Repeats the first column in a further part of a split table, without its footnotes, which are in the first part. */
function again(cell: Inline[] | undefined, column: number): Inline[] | undefined {
  return column > 0 ? cell : cell?.map((inline) => (inline.t === 'fn' ? { t: 'fn', key: inline.key } : inline));
}

function headNotes(row: TableRow, { footnotes, marks }: DocumentContext): Block[] {
  const called = row.children.flatMap(({ children }) => children.filter((child) => child.type === 'footnoteReference'));
  return called.flatMap(({ identifier }) => {
    const definition = footnotes.get(identifier);
    if (definition === undefined) return [];
    const mark = marks.get(identifier);
    return [{ t: 'note', v: `[${identifier}] ${cleanLine(plainText(definition))}`, ...(mark && { mark }) }];
  });
}

function alignOf(node: Table, column: number, numeric: boolean[]): 'left' | 'center' | 'right' {
  return node.align?.[column] ?? (numeric[column] ? 'right' : 'left');
}
