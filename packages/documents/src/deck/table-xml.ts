import { breakLines, measureText, shorten } from '@ecp/language/text-lines';
import { type ThemeColor, writeColor, writeHairline } from './colors.ts';
import type { SlideTable } from './deck-types.ts';
import { lineHeight, substituteWidth } from './fit-text.ts';
import { type Box, emuPerPoint, points } from './geometry.ts';
import type { DeckLanguage } from './script-fonts.ts';
import type { DesignColors } from './template/read-design.ts';
import { writeParagraph } from './text-xml.ts';

/** A part of a table that one slide shows. */
interface TablePage {
  columns: SlideTable['columns'];
  rows: string[][];
  /** Size of its text in points. */
  size: number;
  /** Widths of the columns and heights of the rows in EMU, the head first. */
  widths: number[];
  heights: number[];
}

interface TablePages {
  pages: TablePage[];
  /** The full texts of cells that no slide can hold. */
  cut: string[];
}

interface TableFrame {
  box: Box;
  fontWidth: number;
  /** Sizes to try in points, the largest first. */
  sizes: readonly number[];
}

/** The most columns that can be read. Others go on a further slide, with the first column again. */
const maxColumns = 9;
/** Size of a table that goes on on further slides, in points. */
const continuedSize = 12;
const padding = { across: 6, down: 4 };

/** Lays a table of lines of text out on as many slides as it needs. */
export function layOutTable(table: SlideTable, frame: TableFrame): TablePages {
  const { columns, rows } = table;
  const cut: string[] = [];
  const pages = groupColumns(columns.length).flatMap((group) => {
    const pick = <Item>(items: readonly Item[]) =>
      group.map((at) => items[at]).filter((item) => item !== undefined);
    return layOutRows(pick(columns), rows.map(pick), frame, cut);
  });
  return { pages, cut };
}

function groupColumns(count: number): number[][] {
  const all = Array.from({ length: count }, (_, at) => at);
  if (count <= maxColumns) return [all];
  const [first = 0, ...others] = all;
  const groups: number[][] = [];
  for (let from = 0; from < others.length; from += maxColumns - 1)
    groups.push([first, ...others.slice(from, from + maxColumns - 1)]);
  return groups;
}

function layOutRows(
  columns: SlideTable['columns'],
  rows: string[][],
  { box, fontWidth, sizes }: TableFrame,
  cut: string[],
): TablePage[] {
  const available = box.height / emuPerPoint;
  const head = columns.map(({ name }) => name);
  const layOut = (size: number) => {
    const widths = chooseWidths(columns, rows, {
      size,
      fontWidth,
      widthPt: box.width / emuPerPoint,
    });
    const heightOf = (cells: readonly string[], isBold: boolean) => {
      const lines = cells.map(
        (text, at) =>
          breakLines(
            text,
            { size, fontWidth: fontWidth * substituteWidth, isBold: isBold || at === 0 },
            (widths[at] ?? 0) - acrossOf(columns, at),
          ).length,
      );
      return Math.max(1, ...lines) * size * lineHeight + 2 * downOf(size);
    };
    const headHeight = heightOf(head, true);
    return { size, widths, headHeight, heights: rows.map((row) => heightOf(row, false)) };
  };
  // A table of very many rows is not measured at each size.
  const isLong = rows.length * (2 * padding.down + 12) > available * 2;
  const fitting = isLong
    ? undefined
    : sizes.map(layOut).find(({ headHeight, heights }) => headHeight + sum(heights) <= available);
  const chosen = fitting ?? layOut(continuedSize);
  const { size, widths, headHeight, heights } = chosen;
  const room = Math.max(available - Math.min(headHeight, available * 0.4), 4 * size);
  const pages: TablePage[] = [];
  // The last of several slides has about as many rows as the others.
  const bounded = heights.map((height) => Math.min(height, room));
  const share = sum(bounded) / countPages(bounded, room) + 1;
  let [page, used]: [number[], number] = [[], 0];
  const end = () => {
    pages.push({
      columns,
      size,
      rows: page.map((at) => rows[at] ?? []),
      widths: widths.map(points),
      heights: [headHeight, ...page.map((at) => heights[at] ?? 0)].map(points),
    });
    [page, used] = [[], 0];
  };
  for (const [at, row] of rows.entries()) {
    let height = heights[at] ?? 0;
    if (height > room) {
      rows[at] = row.map((text, column) =>
        cutCell(
          text,
          { size, fontWidth },
          (widths[column] ?? 0) - acrossOf(columns, column),
          room,
          cut,
        ),
      );
      height = room;
      heights[at] = height;
    }
    if ((used + height > room || used >= share) && page.length > 0) end();
    page.push(at);
    used += height;
  }
  if (page.length > 0 || pages.length === 0) end();
  return pages.length === 1 ? pages.map((only) => stretchRows(only, available)) : pages;
}

/** Counts the slides that rows of these heights need. */
function countPages(heights: readonly number[], room: number): number {
  let [count, used] = [1, 0];
  for (const height of heights) {
    if (used + height > room) {
      count += 1;
      used = 0;
    }
    used += height;
  }
  return count;
}

/** Makes the rows of a short table higher, so that it fills most of its slide. */
function stretchRows(page: TablePage, available: number): TablePage {
  const used = sum(page.heights);
  const factor = Math.min(1.75, (points(available) * 0.85) / used);
  return factor <= 1
    ? page
    : { ...page, heights: page.heights.map((height) => Math.round(height * factor)) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

function cutCell(
  text: string,
  style: { size: number; fontWidth: number },
  widthPt: number,
  heightPt: number,
  cut: string[],
): string {
  const lines = breakLines(text, style, widthPt);
  const count = Math.max(
    1,
    Math.floor((heightPt - 2 * downOf(style.size)) / (style.size * lineHeight)),
  );
  if (lines.length <= count) return text;
  cut.push(text);
  return shorten(lines, count);
}

/**
 * Space before a text. The first column stands under the title; a text beside numbers keeps apart
 * from them.
 */
const beforeOf = (columns: SlideTable['columns'], at: number) =>
  at === 0
    ? 0
    : columns[at - 1]?.numeric && !columns[at]?.numeric
      ? 4 * padding.across
      : padding.across;

const acrossOf = (columns: SlideTable['columns'], at: number) =>
  beforeOf(columns, at) + padding.across;

/** Space above and below a text. */
const downOf = (size: number) => (size < 12 ? 2.5 : padding.down);

/**
 * Gives each column what its texts need, and shares what is left over or missing among those with
 * long texts.
 */
function chooseWidths(
  columns: SlideTable['columns'],
  rows: readonly string[][],
  { size, fontWidth, widthPt }: { size: number; fontWidth: number; widthPt: number },
): number[] {
  const scale = (size * fontWidth * substituteWidth * 1.06) / 1_000;
  const sample = rows.length > 400 ? rows.slice(0, 400) : rows;
  const own = columns.map(({ name, numeric }, at) => {
    const texts = [name, ...sample.map((row) => row[at] ?? '')].map((text) => text.slice(0, 400));
    const longest = Math.max(...texts.map(measureText)) * scale;
    const word =
      Math.max(...texts.flatMap((text) => text.split(/[\s-]+/u).map(measureText))) * scale;
    const pad = acrossOf(columns, at) + 2;
    // A name of a column of numbers may break, its numbers never.
    const numbers = numeric ? Math.max(0, ...texts.slice(1).map(measureText)) * scale : 0;
    const natural = numeric ? Math.max(numbers, word, (measureText(name) * scale) / 2) : longest;
    return {
      natural: natural + pad,
      least: Math.min(Math.max(word, numbers) + pad, widthPt * 0.4),
    };
  });
  // Columns of numbers are equally wide, because a row is compared across.
  const ofNumbers = own.filter((_, at) => columns[at]?.numeric);
  const even = {
    natural: Math.max(0, ...ofNumbers.map(({ natural }) => natural)),
    least: Math.max(0, ...ofNumbers.map(({ least }) => least)),
  };
  const needs = own.map((need, at) => (columns[at]?.numeric ? even : need));
  const natural = sum(needs.map((need) => need.natural));
  if (natural <= widthPt) {
    const rest = widthPt - natural;
    // Columns of text grow more than those of numbers, whose heads stay near their numbers.
    const weights = columns.map(
      ({ numeric }, at) => (needs[at]?.natural ?? 0) * (numeric ? 0.6 : 1),
    );
    const all = sum(weights) || 1;
    return needs.map((need, at) => need.natural + (rest * (weights[at] ?? 0)) / all);
  }
  const least = sum(needs.map((need) => need.least));
  if (least >= widthPt) return needs.map((need) => (need.least / least) * widthPt);
  const wishes = needs.map((need) => Math.sqrt(Math.max(0, need.natural - need.least)));
  const all = sum(wishes) || 1;
  return needs.map((need, at) => need.least + ((widthPt - least) * (wishes[at] ?? 0)) / all);
}

/** How a cell differs from others. */
export interface CellLook {
  isBold?: boolean;
  color?: ThemeColor;
  /** The colour behind the text. */
  fill?: ThemeColor;
  /** True for a shade that keeps apart from one beside it. */
  isApart?: boolean;
}

/** Chooses the look of a cell from its place in its row, the name of its column and its row. */
export type LookOfCell = (at: number, column: string, row: readonly string[]) => CellLook;

/** Writes a table as the content of a frame. */
export function writeTable(
  { columns, rows, size, widths, heights }: TablePage,
  {
    language,
    colors,
    lookOf,
  }: { language: DeckLanguage; colors: DesignColors; lookOf: LookOfCell },
): string {
  const hairline = writeHairline(colors, 'table');
  // Not every program knows the direction of a table, so that columns from right to left are
  // written in reverse.
  const inOrder = <Item>(items: readonly Item[]) => (language.isRtl ? items.toReversed() : items);
  const grid = inOrder(widths).map((width) => `<a:gridCol w="${width}"/>`);
  const writeRow = (cells: readonly string[], at: number) => {
    const isHead = at === 0;
    const written = columns.map(({ name, numeric }, column) => {
      const text = cells[column] ?? '';
      const {
        fill,
        isApart = false,
        ...run
      }: CellLook = isHead ? { isBold: true } : lookOf(column, name, cells);
      const align = numeric ? 'end' : 'start';
      const paragraph = writeParagraph(
        text,
        { size, color: 'tx1', hasThemeFont: true, ...run, align },
        language,
      );
      return writeCell(paragraph, {
        isHead,
        before: beforeOf(columns, column),
        isRtl: language.isRtl,
        size,
        fill,
        isApart,
        hairline,
      });
    });
    return `<a:tr h="${heights[at] ?? 0}">${inOrder(written).join('')}</a:tr>`;
  };
  return `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"><a:tableStyleId>{2D5ABB26-0587-4C30-8999-92F81FD0307C}</a:tableStyleId></a:tblPr><a:tblGrid>${grid.join('')}</a:tblGrid>${[columns.map(({ name }) => name), ...rows].map(writeRow).join('')}</a:tbl></a:graphicData>`;
}

interface CellFrame {
  isHead: boolean;
  before: number;
  isRtl: boolean;
  size: number;
  fill: ThemeColor | undefined;
  isApart: boolean;
  hairline: string;
}

function writeCell(
  paragraph: string,
  { isHead, before, isRtl, size, fill, isApart, hairline }: CellFrame,
): string {
  const none = (tag: string) => `<a:${tag} w="0"><a:noFill/></a:${tag}>`;
  const line = isHead
    ? `<a:lnB w="19050"><a:solidFill>${writeColor('accent1')}</a:solidFill></a:lnB>`
    : `<a:lnB w="6350"><a:solidFill>${hairline}</a:solidFill></a:lnB>`;
  const [left, right] = isRtl ? [padding.across, before] : [before, padding.across];
  const margins = `marL="${points(left)}" marR="${points(right)}" marT="${points(downOf(size))}" marB="${points(downOf(size))}"`;
  const side = isApart
    ? (tag: string) =>
        `<a:${tag} w="25400"><a:solidFill>${writeColor('bg1')}</a:solidFill></a:${tag}>`
    : none;
  const behind =
    fill === undefined ? '<a:noFill/>' : `<a:solidFill>${writeColor(fill)}</a:solidFill>`;
  return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph}</a:txBody><a:tcPr ${margins} anchor="${isHead ? 'b' : 'ctr'}">${side('lnL')}${side('lnR')}${none('lnT')}${line}${behind}</a:tcPr></a:tc>`;
}
