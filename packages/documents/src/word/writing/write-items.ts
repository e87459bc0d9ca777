import { findNumberColumns } from '@ecp/markdown/merge-sections';
import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  ExternalHyperlink,
  type FileChild,
  FootnoteReferenceRun,
  HeadingLevel,
  InternalHyperlink,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { chartKey } from '../../markdown/build-document.ts';
import { rightToLeftLanguage } from '../../markdown/build-inlines.ts';
import { fitColumns, measureColumn } from '../../markdown/build-table.ts';
import type { BrandColors } from '../../typesetting/brand-colors.ts';
import type { BaseDocument } from '../markdown.ts';
import {
  type ColumnAlignment,
  characterStyles,
  fixedPrefix,
  inlinesOf,
  type PlacedKind,
  placeOfNote,
  styleId,
  styleName,
  tidyInlines,
  titleLevel,
  type WordInline,
  type WordItem,
  type WordPlace,
  type WordText,
  wordsOf,
} from '../word-item.ts';
import type { WordChart, WordComment } from '../word-report.ts';
import { hex, type WordPictures } from './word-styles.ts';

/** The context for writing the items of a document. */
export interface ItemContext extends InlineContext {
  colors: BrandColors;
  charts: ReadonlyMap<string, WordChart>;
  /** Numbered lists of the file, which the numbering defines. */
  lists: Map<string, { series: string; level: number; start: number }>;
  /** Names of the styles that the file uses, beyond those that every file has. */
  styles: Set<string>;
  /** Separates the lists of several documents. */
  prefix: string;
  /** Tells whether a note is a footnote of the file. */
  isPlaced(label: string): boolean;
  /** Levels by which headings are lower than in the document alone. */
  lowered: number;
  /** Texts that are no content, for the digest that tells whether somebody changed them. */
  fixed: string[];
}

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** Writes a document's items, with its comments at their passages. */
export function writeItems(
  base: BaseDocument,
  comments: readonly WordComment[],
  context: ItemContext,
): FileChild[] {
  const lines = base.items.flatMap(({ item }) => linesOf(item));
  const anchors = anchorComments(lines, comments);
  const children: FileChild[] = [];
  let line = 0;
  for (const [at, { item, origin }] of base.items.entries()) {
    const first = line;
    line += linesOf(item).length;
    const anchorsOf = (offset: number) => anchors.get(first + offset) ?? [];
    if (item.t === 'picture') children.push(...writeChart(item.name, origin.chart ?? '', context));
    else if (item.t === 'table') {
      const gap = new Paragraph({ style: 'TableGap' });
      children.push(writeTable(item, context.colors, context, anchorsOf), gap);
    } else if (item.t === 'text' && base.items[at + 1]?.item.t === 'table' && isTakeaway(item.c))
      children.push(writeText('Text', item, anchorsOf(0), context, true));
    else children.push(writeItem(item, anchorsOf(0), context));
  }
  return children;
}

/**
 * Tells whether a paragraph is all in bold, as the takeaway above a table is; it stays on the
 * table's page.
 */
const isTakeaway = (inlines: readonly WordInline[]): boolean =>
  inlines.some(({ t }) => t === 'text') &&
  inlines.every((one) => one.t === 'note' || (one.t === 'text' && one.bold === true));

function linesOf(item: WordItem): string[] {
  if (item.t === 'code') return [item.v];
  return inlinesOf(item).map((inlines) => wordsOf(tidyInlines(inlines)));
}

type PlainItem = Exclude<WordItem, { t: 'table' } | { t: 'picture' }>;

function writeItem(
  item: PlainItem,
  anchors: readonly CommentAnchor[],
  context: ItemContext,
): Paragraph {
  switch (item.t) {
    case 'heading':
      return writeHeading(item, anchors, context);
    case 'text':
      return writeText('Text', item, anchors, context);
    case 'entry':
      return writeEntry(item, anchors, context);
    case 'code':
      return new Paragraph({
        style: styleFor('Code', item, context),
        children: writeCode(item.v, anchors, context),
      });
    case 'rule':
      return new Paragraph({ style: styleFor('Rule', item, context) });
  }
}

function styleFor(kind: PlacedKind, place: WordPlace, { styles }: ItemContext): string {
  const name = styleName(kind, place);
  styles.add(name);
  return styleId(name);
}

function writeHeading(
  item: Extract<WordItem, { t: 'heading' }>,
  anchors: readonly CommentAnchor[],
  context: ItemContext,
): Paragraph {
  const { lowered } = context;
  const children = writeInlines(item.c, anchors, context);
  if (item.level === titleLevel && lowered === 0) {
    return new Paragraph({ heading: HeadingLevel.TITLE, children, ...direction(item) });
  }
  const level = headings[Math.min(Math.max(item.level, 1) + lowered, headings.length) - 1];
  return new Paragraph({ ...(level && { heading: level }), children, ...direction(item) });
}

function writeText(
  kind: PlacedKind,
  item: Extract<WordItem, { t: 'text' }>,
  anchors: readonly CommentAnchor[],
  context: ItemContext,
  keepNext = false,
): Paragraph {
  const style = styleFor(kind, item, context);
  return new Paragraph({
    ...(keepNext && { keepNext }),
    ...(style !== 'Normal' && { style }),
    children: writeInlines(item.c, anchors, context),
    ...direction(item),
  });
}

function writeEntry(
  item: Extract<WordItem, { t: 'entry' }>,
  anchors: readonly CommentAnchor[],
  context: ItemContext,
): Paragraph {
  const level = item.list - 1;
  const series = `${context.prefix}${item.series}`;
  if (item.ordered) context.lists.set(series, { series, level, start: item.start });
  return new Paragraph({
    style: styleFor('Entry', item, context),
    numbering: { reference: item.ordered ? `list-${series}` : 'bullets', level },
    children: writeInlines(item.c, anchors, context),
    ...direction(item),
  });
}

function direction(item: WordItem & WordPlace & { c: Parameters<typeof wordsOf>[0] }): {
  bidirectional?: true;
} {
  return rightToLeftLanguage(wordsOf(item.c)) === undefined ? {} : { bidirectional: true };
}

/** Writes code as one paragraph, so that its lines stay together when it is changed. */
function writeCode(
  code: string,
  anchors: readonly CommentAnchor[],
  context: ItemContext,
): ParagraphChild[] {
  const starts = anchors
    .filter(({ edge }) => edge === 'start')
    .flatMap((anchor) => writeAnchor(anchor, context));
  const ends = anchors
    .filter(({ edge }) => edge === 'end')
    .flatMap((anchor) => writeAnchor(anchor, context));
  const runs = code.split('\n').map((line, index) => {
    const parts = line
      .split('\t')
      .flatMap((part, column) => (column === 0 ? [part] : [new Tab(), part]));
    return new TextRun({ ...(index > 0 && { break: 1 }), children: parts });
  });
  return [...starts, ...runs, ...ends];
}

/**
 * Writes the picture of a chart between its title and its source, which are not content of the
 * markdown.
 */
function writeChart(name: string, source: string, context: ItemContext): FileChild[] {
  const chart = context.charts.get(chartKey(source));
  const title = chart?.title ?? '';
  const caption = chart?.picture?.caption ?? 'This chart could not be drawn.';
  const picture = new Paragraph({
    style: 'Chart',
    children: [context.pictures.chart(name, chart)],
  });
  return [
    ...(title === '' ? [] : [writeFixed('Chart Title', title, context)]),
    picture,
    writeFixed('Chart Source', caption, context),
  ];
}

/** Writes a line that is no content of the markdown. */
export function writeFixed(
  style: string,
  text: string,
  context: Pick<ItemContext, 'fixed'>,
): Paragraph {
  context.fixed.push(text);
  return new Paragraph({ style: styleId(`${fixedPrefix}${style}`), children: [new TextRun(text)] });
}

/** Writes the text of a footnote. A space stands between its number and its words. */
export function writeNote(items: readonly WordItem[], context: ItemContext): Paragraph[] {
  const space = new TextRun(' ');
  const paragraphs = items.flatMap((item, index) => {
    if (item.t === 'table' || item.t === 'picture') return [];
    const isPlain = item.t === 'text' && item.list + item.quote === 0;
    if (!isPlain) return [writeItem(item, [], context)];
    const children = writeInlines(item.c, [], context);
    return [
      new Paragraph({
        style: 'FootnoteText',
        children: index === 0 ? [space, ...children] : children,
        ...direction(item),
      }),
    ];
  });
  return paragraphs.length > 0 ? paragraphs : [new Paragraph({ style: 'FootnoteText' })];
}

interface InlineContext {
  /**
   * Adds the text of a footnote at its first call and returns its id in the file; null for every
   * other call.
   */
  addNote(label: string): number | null;
  /** The numbers of the notes that readers see, by their labels. */
  noteNumbers: ReadonlyMap<string, number>;
  /** Numbers of the comments in the file by their place in the list, with their replies. */
  commentIds(comment: number): number[];
  pictures: WordPictures;
  imageUrl(name: string): string | undefined;
}

const widestInLinePx = 560;

/** Writes the content of a paragraph, with the edges of comments in it. */
function writeInlines(
  inlines: readonly WordInline[],
  anchors: readonly CommentAnchor[],
  context: InlineContext,
): ParagraphChild[] {
  const pending = [...anchors];
  const children: ParagraphChild[] = [];
  let at = 0;
  const flush = (reached: number) => {
    while (pending[0] !== undefined && pending[0].at <= reached) {
      const anchor = pending.shift();
      if (anchor) children.push(...writeAnchor(anchor, context));
    }
  };
  let last: WordInline['t'] | null = null;
  for (const inline of tidyInlines(inlines)) {
    flush(at);
    if (inline.t === 'text') {
      const cuts = pending
        .map((anchor) => anchor.at - at)
        .filter((cut) => cut > 0 && cut < inline.v.length);
      for (const part of cutText(inline.v, cuts)) {
        flush(at);
        children.push(writeRunText({ ...inline, v: part }));
        at += part.length;
      }
    } else if (inline.t === 'break') {
      children.push(new TextRun({ break: 1 }));
      at += 1;
    } else if (inline.t === 'note') {
      if (last === 'note')
        children.push(new TextRun({ text: ', ', style: styleId(characterStyles.noteGap) }));
      children.push(writeCall(inline.label, context));
    } else
      children.push(context.pictures.image(inline, context.imageUrl(inline.name), widestInLinePx));
    last = inline.t;
  }
  flush(Number.POSITIVE_INFINITY);
  return children;
}

/**
 * Writes the call of a note: a footnote where it is called first, else a link to it with the same
 * number.
 */
function writeCall(label: string, { addNote, noteNumbers }: InlineContext): ParagraphChild {
  const id = addNote(label);
  const place = placeOfNote(label);
  if (id !== null) return new Bookmark({ id: place, children: [new FootnoteReferenceRun(id)] });
  const number = String(noteNumbers.get(label) ?? label);
  const style = styleId(characterStyles.noteCall);
  return new InternalHyperlink({ anchor: place, children: [new TextRun({ text: number, style })] });
}

/** Writes the notes that only other notes call, which are no footnotes of a page. */
export function writeFurtherNotes({ notes }: BaseDocument, context: ItemContext): Paragraph[] {
  const further = [...context.noteNumbers].filter(
    ([label]) => notes.has(label) && !context.isPlaced(label),
  );
  return further.map(([label, number]) => {
    const inlines = (notes.get(label)?.items ?? []).flatMap((item) => inlinesOf(item)).flat();
    const words = inlines.map((inline) =>
      inline.t === 'note'
        ? raise(context.noteNumbers.get(inline.label))
        : inline.t === 'text'
          ? inline.v
          : ' ',
    );
    const text = `${number}  ${words.join('').replaceAll(/\s+/g, ' ').trim()}`;
    context.fixed.push(text);
    return new Paragraph({
      style: styleId(`${fixedPrefix}Further Note`),
      children: [new Bookmark({ id: placeOfNote(label), children: [new TextRun(text)] })],
    });
  });
}

const raise = (number: number | undefined) =>
  number === undefined
    ? ''
    : [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');

function cutText(text: string, cuts: number[]): string[] {
  const edges = [0, ...new Set(cuts), text.length];
  return edges.slice(1).map((end, index) => text.slice(edges[index], end));
}

/** Writes the edge of a comment. Its replies have the same passage, as Word wants it. */
function writeAnchor(
  { edge, comment }: CommentAnchor,
  { commentIds }: InlineContext,
): ParagraphChild[] {
  return commentIds(comment).flatMap((id): ParagraphChild[] =>
    edge === 'start'
      ? [new CommentRangeStart(id)]
      : [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })],
  );
}

function writeRunText({
  v: text,
  bold,
  italic,
  strike,
  code,
  html,
  url,
}: WordText): ParagraphChild {
  const style = html
    ? styleId(characterStyles.html)
    : code
      ? styleId(characterStyles.code)
      : url && 'Hyperlink';
  const run = new TextRun({
    text,
    ...(bold && { bold }),
    ...(italic && { italics: true }),
    ...(strike && { strike }),
    ...(style && { style }),
  });
  return url === undefined ? run : new ExternalHyperlink({ link: url, children: [run] });
}

type WordTable = Extract<WordItem, { t: 'table' }>;

/** Width of the text of a page, in twentieths of a point. */
const textWidthTwips = 9_120;
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const thin = { style: BorderStyle.SINGLE, size: 4, color: 'D5D8DC' } as const;
const borders = {
  top: none,
  left: none,
  right: none,
  insideVertical: none,
  insideHorizontal: thin,
  bottom: thin,
};
const sides = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
} as const;

/**
 * Writes an editable table with a repeated head and whole rows. `anchorsOf` has a cell's comments
 * by number.
 */
function writeTable(
  { align, rows }: WordTable,
  colors: BrandColors,
  context: InlineContext,
  anchorsOf: (cell: number) => readonly CommentAnchor[],
): Table {
  const count = Math.max(1, align.length);
  const texts = rows.map((row) => row.map((cell) => wordsOf(tidyInlines(cell))));
  const needs = Array.from({ length: count }, (_, column) =>
    measureColumn(texts.map((row) => row[column] ?? '')),
  );
  const numeric = findNumberColumns(texts.slice(1), count);
  const [part] = fitColumns(needs);
  const fits = part !== undefined && part.columns.length === count;
  const shares = fits ? part.shares : needs.map(({ word }) => word);
  const sizePt = fits && !part.landscape ? part.sizePt : 7;
  const total = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => Math.floor((share / total) * textWidthTwips));
  const sideOf = (column: number): ColumnAlignment =>
    align[column] ?? (numeric[column] ? 'right' : null);
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
            return writeCell(
              cell,
              { size, isHead: at === 0, side: sideOf(column), sizePt, colors },
              context,
            );
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
  const paragraph = new Paragraph({
    style,
    ...alignment,
    children: writeInlines(inlines, anchors, context),
  });
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
function tableTextStyle(sizePt: number): string {
  return sizePt >= 9 ? 'TableText' : `TableText${sizePt}`;
}

/** The place in a line where a comment begins or ends, counted in characters. */
interface CommentAnchor {
  at: number;
  edge: 'start' | 'end';
  /** Number of the comment in the list of comments. */
  comment: number;
}

/** The passage that a comment quotes, with the words around it. */
type Passage = Pick<WordComment, 'quote' | 'prefix' | 'suffix'>;

/**
 * Places comments at quoted passages by line, told apart by words around them; one without a place
 * at the first.
 */
function anchorComments(
  lines: readonly string[],
  comments: readonly Passage[],
): Map<number, CommentAnchor[]> {
  const { words, places } = foldLines(lines);
  const anchors = new Map<number, CommentAnchor[]>();
  const put = (line: number, anchor: CommentAnchor) =>
    anchors.set(line, [...(anchors.get(line) ?? []), anchor]);
  for (const [comment, passage] of comments.entries()) {
    const quote = fold(passage.quote ?? '').trim();
    const at = quote === '' ? null : findPassage(words, quote, passage);
    const start = at === null ? undefined : places[at];
    const end = at === null ? undefined : places[at + quote.length - 1];
    if (start === undefined || end === undefined) {
      put(0, { at: 0, edge: 'start', comment });
      put(0, { at: 0, edge: 'end', comment });
    } else {
      put(start.line, { at: start.at, edge: 'start', comment });
      put(end.line, { at: end.at + 1, edge: 'end', comment });
    }
  }
  for (const list of anchors.values()) list.sort((a, b) => a.at - b.at);
  return anchors;
}

/** Joins lines by spaces, and tells for each character of the text where it stands. */
function foldLines(lines: readonly string[]): {
  words: string;
  places: { line: number; at: number }[];
} {
  const places: { line: number; at: number }[] = [];
  const parts: string[] = [];
  for (const [line, text] of lines.entries()) {
    let last = ' ';
    for (let at = 0; at < text.length; at += 1) {
      const character = /\s/.test(text.charAt(at)) ? ' ' : text.charAt(at);
      if (character === ' ' && last === ' ') continue;
      last = character;
      parts.push(character);
      places.push({ line, at });
    }
    if (last === ' ') continue;
    parts.push(' ');
    places.push({ line, at: text.length });
  }
  return { words: parts.join(''), places };
}

/** Limits the places with the same words that are compared. */
const maxPlaces = 1_000;

function findPassage(words: string, quote: string, { prefix, suffix }: Passage): number | null {
  const [before, after] = [fold(prefix), fold(suffix)];
  let best: { at: number; score: number } | null = null;
  let at = words.indexOf(quote);
  for (let seen = 0; at >= 0 && seen < maxPlaces; seen += 1) {
    const score = sharedEnd(words, at, before) + sharedStart(words, at + quote.length, after);
    if (best === null || score > best.score) best = { at, score };
    at = words.indexOf(quote, at + 1);
  }
  return best?.at ?? null;
}

function sharedEnd(words: string, end: number, before: string): number {
  let length = 0;
  while (
    length < before.length &&
    words.at(end - 1 - length) === before.at(-1 - length) &&
    length < end
  )
    length += 1;
  return length;
}

function sharedStart(words: string, start: number, after: string): number {
  let length = 0;
  while (length < after.length && words[start + length] === after[length]) length += 1;
  return length;
}

const fold = (text: string) => text.replaceAll(/\s+/g, ' ');
