import { findNumberColumns } from '@ecp/markdown/merge-sections';
import type { Table, TableRow } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { fillWords } from '../reports/team-words.ts';
import { type BreakRule, buildInlines, headBreaks, narrowBreaks } from './build-inlines.ts';
import type { Block, DocumentContext, Inline, TableBlock } from './document-tree.ts';

/**
 * A table of at most this height, about half a page, stays on one page. A higher row than this may
 * break.
 */
const wholePt = 340;

/**
 * Fits a table to the page: smaller type, landscape, then parts that repeat the first column.
 * Figures align right unless the author says otherwise.
 */
export function buildTable(node: Table, context: DocumentContext): Block[] {
  const [headRow, ...body] = node.children;
  if (headRow === undefined) return [];
  const count = headRow.children.length;
  const texts = node.children.map((row) => row.children.map((cell) => plainText(cell).trim()));
  const needs = Array.from({ length: count }, (_, column) =>
    measureColumn(texts.map((row) => row[column] ?? '')),
  );
  const numeric = findNumberColumns(texts.slice(1), count);
  const head = buildRow(headRow, count, context, headBreaks);
  const rows = body.map((row) => buildRow(row, count, context, narrowBreaks));
  const parts = fitColumns(needs).map((fitted, part, all): TableBlock => {
    const { columns, shares, sizePt, landscape } = fitted;
    const heights = texts.map((row) =>
      measureRow(
        columns.map((column) => row[column] ?? ''),
        fitted,
      ),
    );
    const pick = (row: Inline[][]) => columns.map((column) => row[column] ?? []);
    return {
      t: 'table',
      columns: columns.map((column, at) => ({
        share: shares[at] ?? 1,
        align: alignOf(node, column, numeric),
      })),
      sizePt,
      landscape,
      whole: heights.reduce((sum, height) => sum + height, 0) <= wholePt,
      tallRows: heights.slice(1).flatMap((height, row) => (height > wholePt ? [row] : [])),
      head: pick(head),
      rows: rows.map(pick),
      note:
        part === all.length - 1
          ? null
          : fillWords(context.words.columnsContinue, { part: part + 1, all: all.length }),
    };
  });
  return parts;
}

function buildRow(
  row: TableRow,
  count: number,
  context: DocumentContext,
  breaks: BreakRule,
): Inline[][] {
  return Array.from({ length: count }, (_, column) =>
    buildInlines(row.children[column]?.children ?? [], context, breaks),
  );
}

function alignOf(node: Table, column: number, numeric: boolean[]): 'left' | 'center' | 'right' {
  return node.align?.[column] ?? (numeric[column] ? 'right' : 'left');
}

/** Needs of a column: its longest word and longest cell in characters. */
interface ColumnNeed {
  word: number;
  cell: number;
}

/** One part of a split wide table: its columns, their shares of the width, and the type size. */
export interface FittedPart {
  columns: number[];
  shares: number[];
  sizePt: number;
  landscape: boolean;
}

/** Text widths of the templates in points: A4 without margins, portrait and landscape. */
const uprightPt = 456;
const sidewaysPt = 700;
const cellPaddingPt = 13;
/**
 * Padding above and below a cell in points, and the distance of two lines as a share of the type
 * size.
 */
const rowPaddingPt = 10;
const lineShare = 1.2;
/** Average width of a character as a share of the type size. */
const characterShare = 0.52;
/** The factor by which the semi-bold letters of a head are wider, capitals included. */
const headShare = 1.12;
/** Longer texts are counted by their characters. */
const mostMeasured = 400;
/**
 * Limits the words that a column is made wide enough for, in characters. Longer ones have places to
 * break.
 */
const longestWord = { head: 28, body: 24 };

/**
 * Measures the cells of one column, head first. Wide letters (Chinese, Japanese, Korean, emoji)
 * count twice.
 */
export function measureColumn(cells: string[]): ColumnNeed {
  let word = 1;
  let cell = 1;
  for (const [row, text] of cells.entries()) {
    const share = row === 0 ? headShare : 1;
    const most = row === 0 ? longestWord.head : longestWord.body;
    cell = Math.max(cell, Math.min(widthOf(text) * share, 90));
    for (const part of text.split(/[ \n\u200b/-]+/))
      word = Math.max(word, Math.min(widthOf(part), most) * share);
  }
  return { word, cell };
}

/**
 * Estimates the height of a row in points: that of its highest cell. The columns have these widths
 * in points.
 */
function measureRow(
  cells: string[],
  { shares, sizePt }: Pick<FittedPart, 'shares' | 'sizePt'>,
): number {
  const lines = cells.map((text, column) => {
    const room = Math.max(1, ((shares[column] ?? 0) - cellPaddingPt) / (sizePt * characterShare));
    // Lines are not filled to their ends.
    return Math.ceil((widthOf(text) * 1.1) / room);
  });
  return rowPaddingPt + Math.max(1, ...lines) * sizePt * lineShare;
}

function widthOf(text: string): number {
  if (text.length > mostMeasured) return text.length;
  let width = 0;
  for (const character of text)
    width +=
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(
        character,
      )
        ? 2
        : 1;
  return width;
}

/**
 * Chooses type size, orientation and shares so that no word is cut. Splits a table that is still
 * too wide.
 */
export function fitColumns(needs: ColumnNeed[]): FittedPart[] {
  const columns = needs.map((_, index) => index);
  for (const [sizePt, widthPt] of [
    [9, uprightPt],
    [8, uprightPt],
    [7, uprightPt],
    [8, sidewaysPt],
    [7, sidewaysPt],
  ] as const) {
    if (leastWidth(needs, sizePt) <= widthPt) {
      return [
        {
          columns,
          shares: shareOut(needs, sizePt, widthPt),
          sizePt,
          landscape: widthPt === sidewaysPt,
        },
      ];
    }
  }
  return splitColumns(needs).map((part) => {
    const partNeeds = part.flatMap((column) => needs[column] ?? []);
    return {
      columns: part,
      shares: shareOut(partNeeds, 7, sidewaysPt),
      sizePt: 7,
      landscape: true,
    };
  });
}

function splitColumns(needs: ColumnNeed[]): number[][] {
  const widths = needs.map((need) => leastWidth([need], 7));
  const parts: number[][] = [];
  let part: number[] = [0];
  let used = widths[0] ?? 0;
  for (const [column, width] of widths.entries()) {
    if (column === 0) continue;
    if (used + width > sidewaysPt && part.length > 1) {
      parts.push(part);
      part = [0];
      used = widths[0] ?? 0;
    }
    part.push(column);
    used += width;
  }
  return [...parts, part];
}

function leastWidth(needs: ColumnNeed[], sizePt: number): number {
  return needs.reduce((sum, { word }) => sum + word * sizePt * characterShare + cellPaddingPt, 0);
}

/**
 * Gives every column the width of its longest word, and divides the rest by the further needs of
 * longest cells.
 */
function shareOut(needs: ColumnNeed[], sizePt: number, widthPt: number): number[] {
  const characterPt = sizePt * characterShare;
  const least = needs.map(({ word }) => word * characterPt + cellPaddingPt);
  const spare = Math.max(0, widthPt - least.reduce((sum, width) => sum + width, 0));
  const wishes = needs.map(({ word, cell }) => Math.max(cell - word, 1));
  const wished = wishes.reduce((sum, wish) => sum + wish, 0);
  return least.map((width, column) => Math.round(width + (spare * (wishes[column] ?? 0)) / wished));
}
