import { type FileChild, HeadingLevel, Paragraph, type ParagraphChild, Tab, TextRun } from 'docx';
import { chartKey } from '../../markdown/build-chart.ts';
import { rightToLeftLanguage } from '../../markdown/clean-text.ts';
import type { BrandColors } from '../../typesetting/brand-colors.ts';
import type { BaseDocument } from '../markdown/base-document.ts';
import { inlinesOf } from '../model/sign-item.ts';
import { fixedPrefix, type PlacedKind, styleId, styleName } from '../model/style-names.ts';
import { tidyInlines, wordsOf } from '../model/tidy-inlines.ts';
import { titleLevel, type WordItem, type WordPlace } from '../model/word-item.ts';
import type { WordChart, WordComment } from '../word-report.ts';
import { anchorComments, type CommentAnchor } from './comment-anchors.ts';
import { type InlineContext, writeAnchor, writeInlines } from './write-inlines.ts';
import { writeTable } from './write-table.ts';

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
export function writeItems(base: BaseDocument, comments: readonly WordComment[], context: ItemContext): FileChild[] {
  const lines = base.items.flatMap(({ item }) => linesOf(item));
  const anchors = anchorComments(lines, comments);
  const children: FileChild[] = [];
  let line = 0;
  for (const { item, origin } of base.items) {
    const first = line;
    line += linesOf(item).length;
    const anchorsOf = (offset: number) => anchors.get(first + offset) ?? [];
    if (item.t === 'picture') children.push(...writeChart(item.name, origin.chart ?? '', context));
    else if (item.t === 'table') {
      const gap = new Paragraph({ style: 'TableGap' });
      children.push(writeTable(item, context.colors, context, anchorsOf), gap);
    } else children.push(writeItem(item, anchorsOf(0), context));
  }
  return children;
}

function linesOf(item: WordItem): string[] {
  if (item.t === 'code') return [item.v];
  return inlinesOf(item).map((inlines) => wordsOf(tidyInlines(inlines)));
}

type PlainItem = Exclude<WordItem, { t: 'table' } | { t: 'picture' }>;

function writeItem(item: PlainItem, anchors: readonly CommentAnchor[], context: ItemContext): Paragraph {
  switch (item.t) {
    case 'heading':
      return writeHeading(item, anchors, context);
    case 'text':
      return writeText('Text', item, anchors, context);
    case 'entry':
      return writeEntry(item, anchors, context);
    case 'code':
      return new Paragraph({ style: styleFor('Code', item, context), children: writeCode(item.v, anchors, context) });
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
): Paragraph {
  const style = styleFor(kind, item, context);
  return new Paragraph({
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

function direction(item: WordItem & WordPlace & { c: Parameters<typeof wordsOf>[0] }): { bidirectional?: true } {
  return rightToLeftLanguage(wordsOf(item.c)) === undefined ? {} : { bidirectional: true };
}

/** Writes code as one paragraph, so that its lines stay together when it is changed. */
function writeCode(code: string, anchors: readonly CommentAnchor[], context: ItemContext): ParagraphChild[] {
  const starts = anchors.filter(({ edge }) => edge === 'start').flatMap((anchor) => writeAnchor(anchor, context));
  const ends = anchors.filter(({ edge }) => edge === 'end').flatMap((anchor) => writeAnchor(anchor, context));
  const runs = code.split('\n').map((line, index) => {
    const parts = line.split('\t').flatMap((part, column) => (column === 0 ? [part] : [new Tab(), part]));
    return new TextRun({ ...(index > 0 && { break: 1 }), children: parts });
  });
  return [...starts, ...runs, ...ends];
}

/** Writes the picture of a chart between its title and its source, which are not content of the markdown. */
function writeChart(name: string, source: string, context: ItemContext): FileChild[] {
  const chart = context.charts.get(chartKey(source));
  const title = chart?.title ?? '';
  const caption = chart?.picture?.caption ?? 'This chart could not be drawn.';
  const picture = new Paragraph({ style: 'Chart', children: [context.pictures.chart(name, chart)] });
  return [
    ...(title === '' ? [] : [writeFixed('Chart Title', title, context)]),
    picture,
    writeFixed('Chart Source', caption, context),
  ];
}

/** Writes a line that is no content of the markdown. */
export function writeFixed(style: string, text: string, context: Pick<ItemContext, 'fixed'>): Paragraph {
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
