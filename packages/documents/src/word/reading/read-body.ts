import { tidyInlines, wordsOf } from '../model/tidy-inlines.ts';
import type { ColumnAlignment, WordInline, WordItem } from '../model/word-item.ts';
import { classifyParagraph, type ParagraphKind } from './classify-paragraph.ts';
import type { CommentFollower } from './follow-comments.ts';
import type { ListDefinitions, ListNumber } from './list-numbers.ts';
import { firstChoice, type InlineReading, readInlines } from './read-inlines.ts';
import { settlePositions } from './settle-positions.ts';
import { WordRefusal } from './word-refusal.ts';
import { childOf, descendantsOf, elementsOf, readValue, wordsIn, type XmlElement } from './xml-tree.ts';

/** State of reading the paragraphs and tables of one part. */
export interface BodyReading extends InlineReading {
  items: WordItem[];
  /** Texts that are no content of the markdown. */
  fixed: string[];
  /** Content of paragraphs whose end was deleted: it belongs to the next one. */
  carried: WordInline[];
  /** Counts the lists. */
  numbers: ReturnType<ListDefinitions['open']>;
}

const transparent = new Set(['w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo']);

/** Reads paragraphs and tables as items, in their order (WRD-4). */
export function readBody(element: XmlElement, reading: BodyReading): void {
  for (const child of elementsOf(element)) {
    if (child.name === 'w:p') readParagraph(child, reading);
    else if (child.name === 'w:tbl') {
      reading.items.push(readTable(child, reading));
      readBoxes(reading);
    } else if (child.name === 'w:sdt') readControl(child, reading);
    else if (transparent.has(child.name)) readBody(child, reading);
    else if (child.name === 'mc:AlternateContent') readBody(firstChoice(child), reading);
    else if (child.name === 'w:commentRangeStart') reading.comments.start(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:commentRangeEnd') reading.comments.end(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:altChunk') reading.warnings.add('object_left_out', '');
  }
}

function readControl(element: XmlElement, reading: BodyReading): void {
  const [gallery] = descendantsOf(childOf(element, 'w:sdtPr') ?? element, 'w:docPartGallery');
  const isContents = gallery && readValue(gallery) === 'Table of Contents' && reading.use === 'document';
  if (isContents) reading.warnings.add('contents_left_out', '');
  else for (const content of elementsOf(element)) if (content.name === 'w:sdtContent') readBody(content, reading);
}

function readParagraph(element: XmlElement, reading: BodyReading): void {
  const properties = childOf(element, 'w:pPr');
  const mark = childOf(properties, 'w:rPr');
  const inlines = [...reading.carried.splice(0)];
  const paragraph = classifyParagraph(properties, reading.parts);
  const comments = isShown(paragraph, reading) ? reading.comments : silence(reading.comments);
  const { waiting } = reading;
  const inner = { ...reading, comments, waiting };
  readInlines(element, {}, inner, inlines);
  reading.waiting = inner.waiting;
  if (childOf(mark, 'w:del') || childOf(mark, 'w:moveFrom')) {
    reading.carried.push(...inlines);
    return;
  }
  if (isShown(paragraph, reading)) reading.comments.read('\n');
  addParagraph(paragraph, settlePositions(inlines, reading), reading);
  readBoxes(reading);
}

function readBoxes(reading: BodyReading): void {
  for (const box of reading.boxes.splice(0)) readBody(box, reading);
}

/** No comment stands on a passage that is no content of the markdown. */
function isShown(paragraph: ParagraphKind, { use }: BodyReading): boolean {
  return use === 'source' || (paragraph.kind !== 'contents' && (paragraph.kind !== 'fixed' || paragraph.isGap));
}

function silence(comments: CommentFollower): CommentFollower {
  return { ...comments, read: () => undefined };
}

function addParagraph(paragraph: ParagraphKind, inlines: WordInline[], reading: BodyReading): void {
  const { items, fixed, warnings, use, numbers } = reading;
  const c = tidyInlines(inlines);
  const words = wordsOf(c);
  if (use === 'source' && (paragraph.kind === 'contents' || paragraph.kind === 'fixed')) {
    if (c.length > 0) items.push({ t: 'text', quote: 0, list: 0, c });
    return;
  }
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
    const number = paragraph.place ? numbers.next(paragraph.place.list, paragraph.place.level) : null;
    const label: WordInline[] = use === 'source' && number?.label ? [{ t: 'text', v: `${number.label} ` }] : [];
    items.push({ t: 'heading', quote: 0, list: 0, level: paragraph.level, c: [...label, ...c] });
    return;
  }
  if (paragraph.kind === 'fixed') {
    if (c.length > 0) items.push({ t: 'text', quote: 0, list: 0, c });
    return;
  }
  const { quote, list, ordered, series, place } = paragraph;
  if (paragraph.kind === 'entry') {
    const number = place ? numbers.next(place.list, place.level) : null;
    if (number && use === 'document' && changesLabel(number))
      warnings.add('numbers_changed', `${number.label} ${words}`);
    const start = ordered ? Math.min(Math.max(number?.number ?? 1, 0), 30_000) : 1;
    const label = ordered && number ? { label: number.label } : {};
    items.push({ t: 'entry', quote, list, ordered, series, start, ...label, c: plainBox(c) });
  } else if (paragraph.kind === 'code' && inlines.length > 0)
    items.push({ t: 'code', quote, list, v: codeOf(inlines) });
  else if (c.length > 0) items.push(...readText(c, { quote, list }));
  else if (paragraph.kind === 'rule') items.push({ t: 'rule', quote, list });
}

/** Tells whether a label is more than a number, which is all that markdown has. */
const changesLabel = ({ ordered, number, label }: ListNumber) =>
  ordered && label.replace(/^\(|[.):\s]+$/g, '') !== String(number);

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

/** The limit of rows times columns of a table. */
const maxCells = 300_000;

function readTable(element: XmlElement, reading: BodyReading): WordItem {
  const rows: (WordInline[] | null)[][] = [];
  let count = 1;
  for (const row of rowsOf(element)) {
    if (childOf(childOf(row, 'w:trPr'), 'w:del')) continue;
    const cells = readRow(row, reading);
    count = Math.max(count, cells.length);
    rows.push(cells);
    if (rows.length * count > maxCells) throw new WordRefusal('too_large', 'A table has too many cells');
  }
  // A column in which no cell begins is one of Word's grid alone.
  const begins = Array.from({ length: count }, () => false);
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell !== null) begins[column] = true;
  const columns = [...begins.keys()].filter((column) => begins[column]);
  const kept = columns.length > 0 ? columns : [0];
  const filled = rows.map((row) => kept.map((column) => row[column] ?? []));
  const align = alignOf(element, count);
  return { t: 'table', quote: 0, list: 0, align: kept.map((column) => align[column] ?? null), rows: filled };
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

/** Reads the cells of a row; null for a column over which a merged cell, or nothing, stands. */
function readRow(row: XmlElement, reading: BodyReading): (WordInline[] | null)[] {
  const skipped = Math.min(Number(readValue(childOf(childOf(row, 'w:trPr'), 'w:gridBefore')) ?? 0) || 0, maxSpan);
  const before = Array.from({ length: skipped }, () => null);
  const cells = cellsOf(row).flatMap((cell) => {
    const properties = childOf(cell, 'w:tcPr');
    const span = Math.min(Number(readValue(childOf(properties, 'w:gridSpan')) ?? 1) || 1, maxSpan);
    const merge = childOf(properties, 'w:vMerge');
    if (span > 1 || (merge && readValue(merge) === 'restart')) reading.warnings.add('cells_separated', wordsIn(cell));
    return [readCell(cell, reading), ...Array.from({ length: Math.max(0, span - 1) }, () => null)];
  });
  return [...before, ...cells];
}

/** Paragraphs of a cell are lines of it. */
function readCell(cell: XmlElement, reading: BodyReading): WordInline[] {
  const inlines: WordInline[] = [];
  const add = (content: WordInline[]) => {
    if (inlines.length > 0 && content.length > 0) inlines.push({ t: 'break' });
    for (const inline of content) inlines.push(inline);
  };
  const read = (element: XmlElement) => {
    for (const child of elementsOf(element)) {
      if (child.name === 'w:p') {
        const content = [...reading.carried.splice(0)];
        readInlines(child, {}, reading, content);
        const mark = childOf(childOf(child, 'w:pPr'), 'w:rPr');
        if (childOf(mark, 'w:del')) reading.carried.push(...content);
        else add(tidyInlines(settlePositions(content, reading)));
        reading.comments.read('\n');
      } else if (child.name === 'w:tbl') {
        reading.warnings.add('nested_table_as_text', wordsIn(child));
        for (const row of rowsOf(child)) for (const nested of cellsOf(row)) read(nested);
      } else if (child.name === 'w:sdt' || transparent.has(child.name)) read(child);
    }
  };
  read(cell);
  add(settlePositions(reading.carried.splice(0), reading));
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
