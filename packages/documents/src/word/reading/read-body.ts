import { tidyInlines, wordsOf } from '../model/tidy-inlines.ts';
import type { ColumnAlignment, WordInline, WordItem } from '../model/word-item.ts';
import { classifyParagraph, type ParagraphKind } from './classify-paragraph.ts';
import type { CommentFollower } from './follow-comments.ts';
import { firstChoice, type InlineReading, readInlines } from './read-inlines.ts';
import { readValue } from './read-parts.ts';
import { childOf, descendantsOf, elementsOf, wordsIn, type XmlElement } from './xml-tree.ts';

/** State of reading the paragraphs and tables of one part. */
export interface BodyReading extends InlineReading {
  items: WordItem[];
  /** Texts that are no content of the markdown. */
  fixed: string[];
  /** Content of paragraphs whose end was deleted: it belongs to the next one. */
  carried: WordInline[];
}

const transparent = new Set(['w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo']);

/** Reads paragraphs and tables as items, in their order (WRD-4). */
export function readBody(element: XmlElement, reading: BodyReading): void {
  for (const child of elementsOf(element)) {
    if (child.name === 'w:p') readParagraph(child, reading);
    else if (child.name === 'w:tbl') reading.items.push(readTable(child, reading));
    else if (child.name === 'w:sdt') readControl(child, reading);
    else if (transparent.has(child.name)) readBody(child, reading);
    else if (child.name === 'mc:AlternateContent') readBody(firstChoice(child), reading);
    else if (child.name === 'w:commentRangeStart') reading.comments.start(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:commentRangeEnd') reading.comments.end(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:altChunk') reading.warnings.add('object_left_out', '');
  }
}

function readControl(element: XmlElement, reading: BodyReading): void {
  const [gallery] = descendantsOf(childOf(element, 'w:sdtPr') ?? element, 'w:docPartGallery');
  if (gallery && readValue(gallery) === 'Table of Contents') reading.warnings.add('contents_left_out', '');
  else for (const content of elementsOf(element)) if (content.name === 'w:sdtContent') readBody(content, reading);
}

function readParagraph(element: XmlElement, reading: BodyReading): void {
  const properties = childOf(element, 'w:pPr');
  const mark = childOf(properties, 'w:rPr');
  const inlines = [...reading.carried.splice(0)];
  const paragraph = classifyParagraph(properties, reading.parts);
  readInlines(element, {}, isShown(paragraph) ? reading : { ...reading, comments: silence(reading.comments) }, inlines);
  if (childOf(mark, 'w:del') || childOf(mark, 'w:moveFrom')) {
    reading.carried.push(...inlines);
    return;
  }
  if (isShown(paragraph)) reading.comments.read('\n');
  addParagraph(paragraph, inlines, reading);
  for (const box of reading.boxes.splice(0)) readBody(box, reading);
}

/** No comment stands on a passage that is no content of the markdown. */
function isShown(paragraph: ParagraphKind): boolean {
  return paragraph.kind !== 'contents' && (paragraph.kind !== 'fixed' || paragraph.isGap);
}

function silence(comments: CommentFollower): CommentFollower {
  return { ...comments, read: () => undefined };
}

function addParagraph(paragraph: ParagraphKind, inlines: WordInline[], reading: BodyReading): void {
  const { items, fixed, warnings } = reading;
  const c = tidyInlines(inlines);
  const words = wordsOf(c);
  if (paragraph.kind === 'contents') {
    if (words !== '') warnings.add('contents_left_out', '');
    return;
  }
  if (paragraph.kind === 'fixed' && !paragraph.isGap) {
    if (words !== '') fixed.push(words);
    return;
  }
  if (paragraph.kind === 'heading') {
    if (c.length === 0) return;
    warnings.enter(words);
    items.push({ t: 'heading', quote: 0, list: 0, level: paragraph.level, c });
    return;
  }
  if (paragraph.kind === 'fixed') {
    if (c.length > 0) items.push({ t: 'text', quote: 0, list: 0, c });
    return;
  }
  const { quote, list, ordered, series } = paragraph;
  if (paragraph.kind === 'entry') items.push({ t: 'entry', quote, list, ordered, series, start: 1, c: plainBox(c) });
  else if (paragraph.kind === 'code' && inlines.length > 0) items.push({ t: 'code', quote, list, v: codeOf(inlines) });
  else if (c.length > 0) items.push(...readText(c, { quote, list }));
  else if (paragraph.kind === 'rule') items.push({ t: 'rule', quote, list });
}

/** The box of a task has no marks, whatever marks its words have. */
function plainBox(c: WordInline[]): WordInline[] {
  const [first, ...rest] = c;
  if (first?.t !== 'text' || !/^[☐☑☒]/.test(first.v)) return c;
  const words = { ...first, v: first.v.slice(1).trimStart() };
  return tidyInlines([{ t: 'text', v: `${first.v.charAt(0)} ` }, words, ...rest]);
}

/** A paragraph that has only the picture of a chart is the chart. */
function readText(c: WordInline[], place: { quote: number; list: number }): WordItem[] {
  const charts = c.filter((inline) => inline.t === 'picture' && inline.name.startsWith('chart-'));
  const rest = tidyInlines(c.filter((inline) => !charts.includes(inline)));
  const pictures = charts.flatMap((chart): WordItem[] =>
    chart.t === 'picture' ? [{ t: 'picture', ...place, name: chart.name, alt: chart.alt }] : [],
  );
  return rest.length > 0 ? [{ t: 'text', ...place, c: rest }, ...pictures] : pictures;
}

function codeOf(inlines: WordInline[]): string {
  return inlines.map((inline) => (inline.t === 'text' ? inline.v : inline.t === 'break' ? '\n' : '')).join('');
}

function readTable(element: XmlElement, reading: BodyReading): WordItem {
  const rows = rowsOf(element).flatMap((row) => {
    const properties = childOf(row, 'w:trPr');
    return childOf(properties, 'w:del') ? [] : [readRow(row, reading)];
  });
  const count = Math.max(1, ...rows.map((row) => row.length));
  const filled = rows.map((row) => [...row, ...Array.from({ length: count - row.length }, () => [])]);
  return { t: 'table', quote: 0, list: 0, align: alignOf(element, count), rows: filled };
}

function rowsOf(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'w:tr') return [child];
    return transparent.has(child.name) || child.name === 'w:sdt' ? rowsOf(child) : [];
  });
}

function cellsOf(row: XmlElement): XmlElement[] {
  return elementsOf(row).flatMap((child) => {
    if (child.name === 'w:tc') return [child];
    return transparent.has(child.name) || child.name === 'w:sdt' ? cellsOf(child) : [];
  });
}

/** Most columns that a merged cell may have: a file can ask for two thousand million. */
const maxSpan = 64;

function readRow(row: XmlElement, reading: BodyReading): WordInline[][] {
  return cellsOf(row).flatMap((cell) => {
    const properties = childOf(cell, 'w:tcPr');
    const span = Math.min(Number(readValue(childOf(properties, 'w:gridSpan')) ?? 1) || 1, maxSpan);
    const merge = childOf(properties, 'w:vMerge');
    if (span > 1 || (merge && readValue(merge) === 'restart')) reading.warnings.add('cells_separated', wordsIn(cell));
    return [readCell(cell, reading), ...Array.from({ length: Math.max(0, span - 1) }, () => [])];
  });
}

/** Paragraphs of a cell are lines of it. */
function readCell(cell: XmlElement, reading: BodyReading): WordInline[] {
  const inlines: WordInline[] = [];
  const add = (content: WordInline[]) => {
    if (inlines.length > 0 && content.length > 0) inlines.push({ t: 'break' });
    inlines.push(...content);
  };
  const read = (element: XmlElement) => {
    for (const child of elementsOf(element)) {
      if (child.name === 'w:p') {
        const content = [...reading.carried.splice(0)];
        readInlines(child, {}, reading, content);
        const mark = childOf(childOf(child, 'w:pPr'), 'w:rPr');
        if (childOf(mark, 'w:del')) reading.carried.push(...content);
        else add(tidyInlines(content));
        reading.comments.read('\n');
      } else if (child.name === 'w:tbl') {
        reading.warnings.add('nested_table_as_text', wordsIn(child));
        for (const row of rowsOf(child)) for (const nested of cellsOf(row)) read(nested);
      } else if (child.name === 'w:sdt' || transparent.has(child.name)) read(child);
    }
  };
  read(cell);
  add(reading.carried.splice(0));
  return tidyInlines(inlines);
}

function alignOf(table: XmlElement, count: number): ColumnAlignment[] {
  const [, row] = rowsOf(table);
  const cells = row ? cellsOf(row) : [];
  return Array.from({ length: count }, (_, column) => {
    const cell = cells[column];
    const paragraph = cell && childOf(cell, 'w:p');
    const side = readValue(childOf(childOf(paragraph, 'w:pPr'), 'w:jc'));
    if (side === 'center') return 'center';
    return side === 'right' || side === 'end' ? 'right' : null;
  });
}
