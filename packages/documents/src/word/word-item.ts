import { hash } from 'node:crypto';
import type { WordOrigin } from './word-report.ts';

/** Marks of a text. `html` is a tag of the markdown that Word shows as its source. */
export interface WordMarks {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
  html?: true;
  url?: string;
}

export interface WordText extends WordMarks {
  t: 'text';
  v: string;
}

/**
 * A note is known by its label in a document of ours. In a Word file a first call is known by its
 * number until its label is found, and a further call by the place that it leads to.
 */
interface WordNote {
  t: 'note';
  label: string;
}

/**
 * A picture is known by its name: `chart-2` and `image-1` are the second chart and the first image
 * of a document.
 */
export interface WordPicture {
  t: 'picture';
  name: string;
  alt: string;
}

/** The content of a line of a paragraph. */
export type WordInline = WordText | { t: 'break' } | WordNote | WordPicture;

/** The number of quotes and lists around an item. */
export interface WordPlace {
  quote: number;
  list: number;
}

/** Alignment of a column; null if the markdown does not say. */
export type ColumnAlignment = 'left' | 'center' | 'right' | null;

/**
 * A Word paragraph or table, and what becomes one. Lists and quotes are flat: items know their
 * depth. `entry` is the first paragraph of an entry; entries of a list share `series`.
 */
export type WordItem = WordPlace &
  (
    | { t: 'heading'; level: number; c: WordInline[] }
    | { t: 'text'; c: WordInline[] }
    | {
        t: 'entry';
        ordered: boolean;
        series: string;
        /** The first number of a list of ours; in a Word file the number of this entry. */
        start: number;
        /** The label that a Word file shows before the entry of a numbered list: `3.`, `c)`. */
        label?: string;
        c: WordInline[];
      }
    | { t: 'code'; v: string }
    | { t: 'rule' }
    | { t: 'table'; align: ColumnAlignment[]; rows: WordInline[][][] }
    | { t: 'picture'; name: string; alt: string }
  );

/** Deepest quotes and lists that styles of a Word file tell apart. */
export const deepest = { quote: 3, list: 6 } as const;

/** Level of the title, above those of headings (1 to 6). */
export const titleLevel = 0;

/**
 * Makes an item's signature: of words, marks, notes by label, and place; not of list numbers, nor a
 * table's place, which Word lacks.
 */
export function signItem(item: WordItem): string {
  const place = `${item.quote}.${item.list}`;
  switch (item.t) {
    case 'heading':
      return JSON.stringify(['heading', item.level, place, signInlines(item.c)]);
    case 'entry':
      return JSON.stringify(['entry', item.ordered, place, signInlines(item.c)]);
    case 'text':
      return JSON.stringify(['text', place, signInlines(item.c)]);
    case 'code':
      return JSON.stringify(['code', place, item.v.trimEnd()]);
    case 'table':
      return JSON.stringify(['table', item.rows.map(signRow)]);
    case 'picture':
      return JSON.stringify(['picture', item.name]);
    case 'rule':
      return JSON.stringify(['rule', place]);
  }
}

/** Makes the signature of a table's row. */
export function signRow(row: readonly WordInline[][]): string {
  return JSON.stringify(row.map(signInlines));
}

function signInlines(inlines: readonly WordInline[]): unknown[] {
  return tidyInlines(inlines).map((inline) => {
    if (inline.t === 'text') return [inline.v, marksOf(inline)];
    if (inline.t === 'note') return { note: inline.label };
    return inline.t === 'break' ? '\n' : { picture: inline.name };
  });
}

/** Returns the lists of inlines that an item has, a table's cells one by one. */
export function inlinesOf(item: WordItem): WordInline[][] {
  if (item.t === 'table') return item.rows.flat();
  return 'c' in item ? [item.c] : [];
}

export function mapInlines(
  item: WordItem,
  change: (inlines: WordInline[]) => WordInline[],
): WordItem {
  if (item.t === 'table') return { ...item, rows: item.rows.map((row) => row.map(change)) };
  return 'c' in item ? { ...item, c: change(item.c) } : item;
}

const marks = ['bold', 'italic', 'strike', 'code', 'html', 'url'] as const;

/**
 * Normalises inlines: white space is single spaces, none of them at ends, beside breaks or at inner
 * edges of marks; neighbours with the same marks are one text.
 */
export function tidyInlines(inlines: readonly WordInline[]): WordInline[] {
  const tidy: WordInline[] = [];
  let pending = false;
  for (const inline of inlines) {
    if (inline.t !== 'text') {
      if (pending && inline.t !== 'break' && tidy.length > 0) addText(tidy, { t: 'text', v: ' ' });
      pending = false;
      if (inline.t === 'break' && (tidy.length === 0 || tidy.at(-1)?.t === 'break')) continue;
      tidy.push(inline);
      continue;
    }
    const words = inline.v.replaceAll(/[ \t\r\n]+/g, ' ');
    const inner = trimSpaces(words);
    const opens: boolean = pending || words.startsWith(' ');
    if (inner === '') {
      pending = opens;
      continue;
    }
    const last = tidy.at(-1);
    if (opens && last !== undefined && last.t !== 'break') addSpace(tidy, inline);
    addText(tidy, { ...inline, v: inner });
    pending = words.endsWith(' ');
  }
  while (tidy.at(-1)?.t === 'break') tidy.pop();
  return tidy;
}

function trimSpaces(text: string): string {
  return text.slice(
    text.startsWith(' ') ? 1 : 0,
    text.length > 1 && text.endsWith(' ') ? -1 : undefined,
  );
}

/** Puts a space between two texts under the marks that both have. */
function addSpace(tidy: WordInline[], next: WordText): void {
  const last = tidy.at(-1);
  const shared = last?.t === 'text' && sameMarks(last, next) ? marksOf(next) : {};
  addText(tidy, { t: 'text', v: ' ', ...shared });
}

function addText(tidy: WordInline[], text: WordText): void {
  const last = tidy.at(-1);
  if (last?.t === 'text' && sameMarks(last, text))
    tidy[tidy.length - 1] = { ...last, v: last.v + text.v };
  else tidy.push(text);
}

/** Tells whether two texts have the same marks. */
export function sameMarks(a: WordMarks, b: WordMarks): boolean {
  return marks.every((mark) => a[mark] === b[mark]);
}

/** Returns the marks of a text alone. */
function marksOf({ bold, italic, strike, code, html, url }: WordMarks): WordMarks {
  return {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(strike && { strike }),
    ...(code && { code }),
    ...(html && { html }),
    ...(url !== undefined && { url }),
  };
}

/** Returns the words of inlines as a reader sees them: notes and pictures have none. */
export function wordsOf(inlines: readonly WordInline[]): string {
  return inlines
    .map((inline) => (inline.t === 'text' ? inline.v : inline.t === 'break' ? '\n' : ''))
    .join('');
}

/** Kinds of paragraphs whose style tells how many lists and quotes are around them. */
export type PlacedKind = 'Text' | 'Entry' | 'Code' | 'Rule';

/** Names of styles for what is no content of the markdown: a cover, captions of charts. */
export const fixedPrefix = 'Fixed ';

export const characterStyles = {
  code: 'Code Text',
  html: 'Markup',
  noteGap: 'Fixed Note Gap',
  noteCall: 'Note Call',
} as const;

/**
 * A further call of a note is a link to the place of its first one, which has this name and its
 * label.
 */
const notePlace = 'note-';

/** Returns the name of the place of a note. */
export const placeOfNote = (label: string): string => `${notePlace}${label}`;

/**
 * Returns the label of the note that a link to a place calls again; null for another place, or the
 * number of a note.
 */
export const labelOfAgain = (key: string): string | null =>
  key.startsWith(notePlace) ? key.slice(notePlace.length) : null;

/** Returns the name of the style of a paragraph, such as `Code in List 2 in Quote 1`. */
export function styleName(kind: PlacedKind, { list, quote }: WordPlace): string {
  if (kind === 'Text' && list + quote === 0) return 'Normal';
  if (kind === 'Text' && list === 0 && quote === 1) return 'Quote';
  if (kind === 'Entry' && quote === 0) return 'List Paragraph';
  const inList = list === 0 || kind === 'Entry' ? '' : ` in List ${list}`;
  return `${kind}${inList}${quote === 0 ? '' : ` in Quote ${quote}`}`;
}

/** Returns the id of a style, which is its name without spaces, as Word and LibreOffice make it. */
export function styleId(name: string): string {
  return name.replaceAll(' ', '');
}

/** Reads the kind and place from a style's name, in any case; null for a name that is not ours. */
export function readStyleName(name: string): ({ kind: PlacedKind } & WordPlace) | null {
  const lower = name.toLowerCase();
  if (lower === 'normal') return { kind: 'Text', list: 0, quote: 0 };
  if (lower === 'quote' || lower === 'intense quote') return { kind: 'Text', list: 0, quote: 1 };
  if (lower === 'list paragraph') return { kind: 'Entry', list: 1, quote: 0 };
  const match = /^(text|entry|code|rule)(?: in list (\d))?(?: in quote (\d))?$/.exec(lower);
  const kind = kinds.find((known) => known.toLowerCase() === match?.[1]);
  if (!match || kind === undefined) return null;
  return {
    kind,
    list: Math.min(Number(match[2] ?? 0), deepest.list),
    quote: Math.min(Number(match[3] ?? 0), deepest.quote),
  };
}

const kinds: PlacedKind[] = ['Text', 'Entry', 'Code', 'Rule'];

/** Names of the properties by which a file tells from which version it comes. */
export const originProperties = {
  deliverableId: 'Document',
  footnotes: 'Footnotes',
  fixed: 'Captions',
} as const;

/** Makes the digest of the texts that are no content: cover, titles and sources of charts. */
export function digestFixed(texts: readonly string[]): string {
  const folded = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  return hash('sha256', JSON.stringify(folded), 'hex').slice(0, 32);
}

/** Reads the origin from a file's properties; null if they are not ours. */
export function readOrigin(properties: ReadonlyMap<string, string>): WordOrigin | null {
  const deliverableId = properties.get(originProperties.deliverableId);
  if (!deliverableId || !/^[\w-]{1,100}$/.test(deliverableId)) return null;
  const hasNoFootnotes = properties.get(originProperties.footnotes) === 'none';
  return { deliverableId, ...(hasNoFootnotes && { hasNoFootnotes }) };
}

/** Word keeps 31 bits of a comment's identity across changes: the beginning of our id. */
export function durableIdOf(id: string): string {
  const bits = Number.parseInt(id.replaceAll('-', '').slice(-8), 16) || 1;
  return (bits & 0x7fffffff || 1).toString(16).toUpperCase().padStart(8, '0');
}
