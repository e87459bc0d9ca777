import { readRaised, writeLowered } from '@ecp/language/raised-text';
import {
  type ColumnAlignment,
  deepest,
  fixedPrefix,
  type PlacedKind,
  readStyleName,
  sameMarks,
  tidyInlines,
  titleLevel,
  type WordInline,
  type WordItem,
  type WordPlace,
  type WordText,
  wordsOf,
} from '../word-item.ts';
import {
  type CommentFollower,
  firstChoice,
  type InlineReading,
  readInlines,
  type Warnings,
} from './read-inlines.ts';
import type {
  ListDefinitions,
  ListNumber,
  TextPosition,
  WordParts,
  WordStyle,
} from './read-parts.ts';
import {
  childOf,
  descendantsOf,
  elementsOf,
  readValue,
  WordRefusal,
  wordsIn,
  type XmlElement,
} from './xml-tree.ts';

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

/** Reads paragraphs and tables as items, in their order. */
export function readBody(element: XmlElement, reading: BodyReading): void {
  for (const child of elementsOf(element)) {
    if (child.name === 'w:p') readParagraph(child, reading);
    else if (child.name === 'w:tbl') {
      reading.items.push(readTable(child, reading));
      readBoxes(reading);
    } else if (child.name === 'w:sdt') readControl(child, reading);
    else if (transparent.has(child.name)) readBody(child, reading);
    else if (child.name === 'mc:AlternateContent') readBody(firstChoice(child), reading);
    else if (child.name === 'w:commentRangeStart')
      reading.comments.start(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:commentRangeEnd')
      reading.comments.end(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:altChunk') reading.warnings.add('object_left_out', '');
  }
}

function readControl(element: XmlElement, reading: BodyReading): void {
  const [gallery] = descendantsOf(childOf(element, 'w:sdtPr') ?? element, 'w:docPartGallery');
  const isContents =
    gallery && readValue(gallery) === 'Table of Contents' && reading.use === 'document';
  if (isContents) reading.warnings.add('contents_left_out', '');
  else
    for (const content of elementsOf(element))
      if (content.name === 'w:sdtContent') readBody(content, reading);
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
  return (
    use === 'source' ||
    (paragraph.kind !== 'contents' && (paragraph.kind !== 'fixed' || paragraph.isGap))
  );
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
    const number = paragraph.place
      ? numbers.next(paragraph.place.list, paragraph.place.level)
      : null;
    const label: WordInline[] =
      use === 'source' && number?.label ? [{ t: 'text', v: `${number.label} ` }] : [];
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
  return inlines
    .map((inline) => (inline.t === 'text' ? inline.v : inline.t === 'break' ? '\n' : ''))
    .join('');
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
    if (rows.length * count > maxCells)
      throw new WordRefusal('too_large', 'A table has too many cells');
  }
  // A column in which no cell begins is one of Word's grid alone.
  const begins = Array.from({ length: count }, () => false);
  for (const row of rows)
    for (const [column, cell] of row.entries()) if (cell !== null) begins[column] = true;
  const columns = [...begins.keys()].filter((column) => begins[column]);
  const kept = columns.length > 0 ? columns : [0];
  const filled = rows.map((row) => kept.map((column) => row[column] ?? []));
  const align = alignOf(element, count);
  return {
    t: 'table',
    quote: 0,
    list: 0,
    align: kept.map((column) => align[column] ?? null),
    rows: filled,
  };
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

/** Limits the columns that a merged cell may have: a file can ask for two thousand million. */
const maxSpan = 64;

/** Reads the cells of a row; null for a column over which a merged cell, or nothing, stands. */
function readRow(row: XmlElement, reading: BodyReading): (WordInline[] | null)[] {
  const skipped = Math.min(
    Number(readValue(childOf(childOf(row, 'w:trPr'), 'w:gridBefore')) ?? 0) || 0,
    maxSpan,
  );
  const before = Array.from({ length: skipped }, () => null);
  const cells = cellsOf(row).flatMap((cell) => {
    const properties = childOf(cell, 'w:tcPr');
    const span = Math.min(Number(readValue(childOf(properties, 'w:gridSpan')) ?? 1) || 1, maxSpan);
    const merge = childOf(properties, 'w:vMerge');
    if (span > 1 || (merge && readValue(merge) === 'restart'))
      reading.warnings.add('cells_separated', wordsIn(cell));
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

/** The kind of a paragraph, by its style, its numbering and its outline level. */
type ParagraphKind =
  | { kind: 'heading'; level: number; place: ListPlace | null }
  | { kind: 'fixed'; isGap: boolean }
  | { kind: 'contents' }
  | ({ kind: Lowercase<PlacedKind> } & WordPlace & {
        series: string;
        ordered: boolean;
        place: ListPlace | null;
      });

/** The list that numbers a paragraph, and the level, from 0. */
interface ListPlace {
  list: string;
  level: number;
}

const codeNames = new Set(['html preformatted', 'preformatted text', 'source code', 'plain text']);
const contentsName =
  /^(?:toc (?:\d|heading)|contents(?: heading| \d)?|table of (?:figures|contents))$/;
/** Styles are based on others at most this often. */
const longestChain = 12;

function classifyParagraph(properties: XmlElement | undefined, parts: WordParts): ParagraphKind {
  const styleId = readValue(childOf(properties, 'w:pStyle'));
  const chain = chainOf(styleId, parts);
  const place = findList(properties, chain, parts);
  // A file without definitions of its styles still names them: "Heading2".
  const names =
    chain.length > 0
      ? chain.map(({ name }) => name)
      : [(styleId ?? '').replace(/(?<=[a-z])(?=\d$)/i, ' ')];
  for (const name of names) {
    const kind = kindOfName(name.toLowerCase());
    if (kind) return kind.kind === 'heading' ? { ...kind, place } : kind;
  }
  const ownOutline = readValue(childOf(properties, 'w:outlineLvl'));
  const outline =
    ownOutline === null
      ? chain.find((style) => style.outline !== null)?.outline
      : Number(ownOutline);
  if (typeof outline === 'number' && outline < 9)
    return { kind: 'heading', level: Math.min(outline + 1, 6), place };
  const named = chain.flatMap(({ name }) => placedKindOf(name) ?? []);
  const { kind, list, quote } = named[0] ?? { kind: 'Text', list: 0, quote: 0 };
  if (place === null || kind === 'Code' || kind === 'Rule') {
    const isLoneEntry = kind === 'Entry';
    const plain = isLoneEntry ? ('text' as const) : (kind.toLowerCase() as Lowercase<PlacedKind>);
    return {
      kind: plain,
      list: isLoneEntry ? 0 : list,
      quote,
      series: '',
      ordered: false,
      place: null,
    };
  }
  const { list: series, level } = place;
  const depth = Math.min(Math.max(level, 0) + 1, deepest.list);
  return {
    kind: 'entry',
    list: depth,
    quote,
    series,
    ordered: parts.lists.isOrdered(series, level),
    place,
  };
}

/** Finds the list of a paragraph, by its own numbering or by that of its style. List 0 is none. */
function findList(
  properties: XmlElement | undefined,
  chain: readonly (WordStyle & { id: string })[],
  { lists }: WordParts,
): ListPlace | null {
  const own = childOf(properties, 'w:numPr');
  const inherited = chain.find((style) => style.numbering !== null);
  const list = readValue(childOf(own, 'w:numId')) ?? inherited?.numbering ?? '0';
  if (list === '0') return null;
  const level = readValue(childOf(own, 'w:ilvl'));
  if (level !== null) return { list, level: Number(level) || 0 };
  const known = chain.find((style) => style.level !== null)?.level;
  return { list, level: known ?? (inherited ? lists.levelOfStyle(list, inherited.id) : 0) };
}

function chainOf(id: string | null, { styles }: WordParts) {
  const chain = [];
  for (let next = id; next !== null && chain.length < longestChain; ) {
    const style = styles.get(next);
    if (!style) break;
    chain.push({ ...style, id: next });
    next = style.basedOn;
  }
  return chain;
}

function kindOfName(name: string): ParagraphKind | null {
  if (name === 'title') return { kind: 'heading', level: titleLevel, place: null };
  const level = /^heading (\d)$/.exec(name)?.[1];
  if (level !== undefined)
    return { kind: 'heading', level: Math.min(Math.max(Number(level), 1), 6), place: null };
  if (contentsName.test(name)) return { kind: 'contents' };
  const fixed = fixedPrefix.toLowerCase();
  return name.startsWith(fixed) ? { kind: 'fixed', isGap: name === `${fixed}table gap` } : null;
}

/**
 * Other styles than ours tell nothing; their bases may. Normal, on which all are based, comes last
 * in a chain.
 */
function placedKindOf(name: string): ({ kind: PlacedKind } & WordPlace) | null {
  if (codeNames.has(name.toLowerCase())) return { kind: 'Code', list: 0, quote: 0 };
  return readStyleName(name);
}

/** How much of a line tells what a raised text is. */
const lineEnd = 24;

/**
 * Writes raised and lowered texts as signs that join no number (readRaised), with a warning for
 * other signs.
 */
export function settlePositions(
  inlines: readonly WordInline[],
  { positions, warnings }: { positions: WeakMap<WordText, TextPosition>; warnings: Warnings },
): WordInline[] {
  const settled: WordInline[] = [];
  let line = '';
  for (let at = 0; at < inlines.length; ) {
    const inline = inlines[at] as WordInline;
    const position = inline.t === 'text' ? positions.get(inline) : undefined;
    at += 1;
    if (inline.t !== 'text' || position === undefined) {
      line = inline.t === 'text' ? (line + inline.v).slice(-lineEnd) : '';
      settled.push(inline);
      continue;
    }
    let text = inline.v;
    for (
      let next = inlines[at];
      next?.t === 'text' && positions.get(next) === position;
      next = inlines[at]
    ) {
      if (!sameMarks(inline, next)) break;
      text += next.v;
      at += 1;
    }
    const after = inlines[at];
    const [written, isSpelled] = settle(position, {
      line,
      text,
      after: after?.t === 'text' ? after.v : '',
    });
    if (!isSpelled && text.trim() !== '') warnings.add('formatting_left_out', text);
    settled.push({ ...inline, v: written });
    line = (line + written).slice(-lineEnd);
  }
  return settled;
}

/** Writes a text of a position, and tells whether its position still shows, by Unicode's signs. */
function settle(
  position: TextPosition,
  { line, text, after }: { line: string; text: string; after: string },
): [written: string, isSpelled: boolean] {
  if (position === 'lowered') {
    const written = writeLowered(line, text);
    return [written, written !== text];
  }
  const { kind, written } = readRaised(line, text, after);
  return [written, kind === 'signs'];
}
