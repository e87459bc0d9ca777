import { findNumberColumns } from '@ecp/markdown/number-columns';
import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx';
import { fitColumns, measureColumn } from '../../markdown/fit-columns.ts';
import type { BrandColors } from '../../typesetting/brand-colors.ts';
import { tidyInlines, wordsOf } from '../model/tidy-inlines.ts';
import type { ColumnAlignment, WordInline, WordItem } from '../model/word-item.ts';
import type { CommentAnchor } from './comment-anchors.ts';
import { hex } from './word-styles.ts';
import { type InlineContext, writeInlines } from './write-inlines.ts';

type WordTable = Extract<WordItem, { t: 'table' }>;

/** Width of the text of a page, in twentieths of a point. */
const textWidthTwips = 9_120;
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const thin = { style: BorderStyle.SINGLE, size: 4, color: 'D5D8DC' } as const;
const borders = { top: none, left: none, right: none, insideVertical: none, insideHorizontal: thin, bottom: thin };
const sides = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT } as const;

/**
 * Writes a table as one that can be edited: its head is repeated on every page, rows are not divided, columns are as
 * wide as their words need. `anchorsOf` has the comments of a cell by its number in the table.
 */
export function writeTable(
  { align, rows }: WordTable,
  colors: BrandColors,
  context: InlineContext,
  anchorsOf: (cell: number) => readonly CommentAnchor[],
): Table {
  const count = Math.max(1, align.length);
  const texts = rows.map((row) => row.map((cell) => wordsOf(tidyInlines(cell))));
  const needs = Array.from({ length: count }, (_, column) => measureColumn(texts.map((row) => row[column] ?? '')));
  const numeric = findNumberColumns(texts.slice(1), count);
  const [part] = fitColumns(needs);
  const fits = part !== undefined && part.columns.length === count;
  const shares = fits ? part.shares : needs.map(({ word }) => word);
  const sizePt = fits && !part.landscape ? part.sizePt : 7;
  const total = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => Math.floor((share / total) * textWidthTwips));
  const sideOf = (column: number): ColumnAlignment => align[column] ?? (numeric[column] ? 'right' : null);
  return new Table({
    width: { size: textWidthTwips, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders,
    rows: rows.map(
      (row, at) =>
        new TableRow({
          tableHeader: at === 0,
          cantSplit: true,
          children: widths.map((size, column) => {
            const cell = { inlines: row[column] ?? [], anchors: anchorsOf(at * count + column) };
            return writeCell(cell, { size, isHead: at === 0, side: sideOf(column), sizePt, colors }, context);
          }),
        }),
    ),
  });
}

interface CellLook {
  size: number;
  isHead: boolean;
  side: ColumnAlignment;
  sizePt: number;
  colors: BrandColors;
}

function writeCell(
  { inlines, anchors }: { inlines: WordInline[]; anchors: readonly CommentAnchor[] },
  { size, isHead, side, sizePt, colors }: CellLook,
  context: InlineContext,
): TableCell {
  const alignment = side === null ? {} : { alignment: sides[side] };
  const style = isHead ? 'TableHead' : tableTextStyle(sizePt);
  const paragraph = new Paragraph({ style, ...alignment, children: writeInlines(inlines, anchors, context) });
  const line = { style: BorderStyle.SINGLE, size: 8, color: hex(colors.text) };
  return new TableCell({
    width: { size, type: WidthType.DXA },
    margins: { left: 100, right: 100, top: 20, bottom: 20 },
    ...(isHead && {
      shading: { type: ShadingType.CLEAR, fill: hex(colors.tint), color: 'auto' },
      borders: { bottom: line },
    }),
    children: [paragraph],
  });
}

/** Returns the id of the style for the text of a table: smaller for wide tables. */
export function tableTextStyle(sizePt: number): string {
  return sizePt >= 9 ? 'TableText' : `TableText${sizePt}`;
}
