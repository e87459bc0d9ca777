import { writeLowered, writeRaised } from '@ecp/language/raised-text';
import { getDocumentProxy } from 'unpdf';
import {
  type ExtractedSection,
  encryptedFailure,
  type FormatReading,
  type SourceFile,
} from '../extraction.ts';
import { type PageFacts, pageLimits, readDay, tidy } from '../text/page-facts.ts';
import { partBoxes } from './pdf-boxes.ts';
import {
  joinSpacedLetters,
  type PdfItem,
  type Place,
  placeOf,
  removeReprints,
} from './pdf-items.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Reads .pdf, a section for each page: by tags with headings, lists and tables, else by lines.
 * Values of fields stand in place, superscripts join no number, and the note tells of scans.
 */
export async function readPdf(file: SourceFile): Promise<FormatReading> {
  const pdf = await getDocumentProxy(new Uint8Array(file.bytes), { verbosity: 0 }).catch(
    (error: unknown) => {
      throw error instanceof Error && error.name === 'PasswordException'
        ? encryptedFailure()
        : error;
    },
  );
  const pages = pdf.numPages === 1 ? '1 page' : `${pdf.numPages} pages`;
  const remarks: string[] = [];
  return { sections: readPages(pdf, remarks), note: `PDF document, ${pages}.`, remarks };
}

/** Reads page by page, and adds what the pages do not say to the remarks. */
async function* readPages(pdf: Pdf, remarks: string[]): AsyncGenerator<ExtractedSection> {
  let hasFields = false;
  let hasComments = false;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const said = readAnnotations(await page.getAnnotations().catch(() => []));
    hasFields ||= said.hasFields;
    hasComments ||= said.hasComments;
    const items = placeTexts(closeGaps(spellRaisedItems(tidyItems(content.items))), said.texts);
    const tagged = readTaggedText(await readTree(page), items);
    const text =
      tagged ??
      partBoxes(items)
        .map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : ''))
        .join('');
    page.cleanup();
    yield { location: `page ${number}`, text };
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const isXfa = 'IsXFAPresent' in info && info.IsXFAPresent === true;
  if (isXfa && !hasFields)
    remarks.push('It holds a form of the kind XFA, whose fields cannot be read.');
  if (hasComments) remarks.push('Its comments were left out.');
}

const tidyItems = (items: readonly PdfItem[]) => joinSpacedLetters(removeReprints(items));

/** Reads the page's tags; returns null when they cannot be read. */
async function readTree(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<unknown> {
  return page.getStructTree().catch(() => null);
}

/**
 * A node of a tagged page's structure: with a role, or a leaf that names a stretch of the page's
 * content.
 */
interface StructureNode {
  role?: string;
  children?: unknown[];
}

/** The least part of the page's text that its tree must cover to be used. */
const leastCovered = 0.9;
const maxDepth = 60;
const maxHeadingLevel = 6;

/**
 * Returns a page's text as markdown by its tags, without running heads; null without tags that
 * cover the text.
 */
export function readTaggedText(tree: unknown, items: readonly PdfItem[]): string | null {
  if (!isNode(tree)) return null;
  const { texts, length } = readContents(items);
  const blocks: string[] = [];
  const used = new Set<string>();
  const textOf = (node: StructureNode) => readNode(node, texts, used, 0);
  writeBlocks(tree, blocks, textOf, 0);
  const covered = [...used].reduce((sum, id) => sum + lengthOf(texts.get(id) ?? ''), 0);
  return length > 0 && covered >= length * leastCovered ? blocks.join('\n\n') : null;
}

function isNode(value: unknown): value is StructureNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'children' in value &&
    Array.isArray(value.children)
  );
}

/**
 * Returns the texts by the ids that the tree names, and the length of all text without running
 * heads and feet.
 */
function readContents(items: readonly PdfItem[]): { texts: Map<string, string>; length: number } {
  const texts = new Map<string, string>();
  const open: { id: string | null; isArtifact: boolean }[] = [];
  let length = 0;
  for (const { str, hasEOL, type, id, tag } of items) {
    const inner = open.at(-1);
    if (type === 'endMarkedContent') open.pop();
    else if (type !== undefined)
      open.push({
        id: id ?? inner?.id ?? null,
        isArtifact: tag === 'Artifact' || (inner?.isArtifact ?? false),
      });
    else if (str !== undefined && !inner?.isArtifact) {
      length += lengthOf(str);
      if (inner?.id) texts.set(inner.id, `${texts.get(inner.id) ?? ''}${str}${hasEOL ? '\n' : ''}`);
    }
  }
  return { texts, length };
}

const lengthOf = (text: string) => text.replace(/\s/g, '').length;

function readNode(
  node: StructureNode,
  texts: Map<string, string>,
  used: Set<string>,
  depth: number,
): string {
  if (depth > maxDepth) return '';
  const parts = (node.children ?? []).map((child) => {
    if (isNode(child)) return readNode(child, texts, used, depth + 1);
    const id = typeof child === 'object' && child !== null && 'id' in child ? String(child.id) : '';
    used.add(id);
    return texts.get(id) ?? '';
  });
  return joinLines(parts);
}

/**
 * Joins the lines of parts: with a space, continued words and scripts that set none between words
 * without one.
 */
function joinLines(parts: string[]): string {
  let text = '';
  let end = '';
  const lines = parts.flatMap((part) =>
    part.includes('\n') ? part.split('\n').map((line) => line.trim()) : [part],
  );
  for (const part of lines.filter((line) => line !== '')) {
    const start = part.charAt(0);
    const follows =
      end === '' || /\s/.test(end) || /[\s.,;:!?)\]”’]/.test(start) || unspaced.test(end + start);
    const added = follows ? part : ` ${part}`;
    text += added;
    // Reading the end of the whole text would copy the text for each part.
    end = added.at(-1) ?? end;
  }
  return text.trim();
}

function writeBlocks(
  node: StructureNode,
  blocks: string[],
  textOf: (node: StructureNode) => string,
  depth: number,
): void {
  const role = node.role ?? '';
  const heading = /^(?:H([1-6])?|Title)$/.exec(role);
  const children = (node.children ?? []).filter(isNode);
  const isLeaf = children.every((child) =>
    /^(?:Span|Link|Em|Strong|Code|Quote|Lbl|Reference|Note)$/.test(child.role ?? ''),
  );
  if (heading)
    push(
      blocks,
      `${'#'.repeat(Math.min(Number(heading[1] ?? 1) + 1, maxHeadingLevel))} ${textOf(node)}`,
    );
  else if (role === 'Table')
    push(
      blocks,
      findAll(node, /^TR$/, depth)
        .map((row) => writeRow(row, textOf, depth))
        .join('\n'),
    );
  else if (role === 'LI')
    push(blocks, `- ${textOf({ children: findAll(node, /^LBody$/, depth) }) || textOf(node)}`);
  else if (isLeaf || depth > maxDepth) push(blocks, textOf(node));
  else for (const child of children) writeBlocks(child, blocks, textOf, depth + 1);
}

function push(blocks: string[], text: string): void {
  if (/[\p{L}\p{N}]/u.test(text)) blocks.push(text);
}

function writeRow(
  row: StructureNode,
  textOf: (node: StructureNode) => string,
  depth: number,
): string {
  const cells = findAll(row, /^T[HD]$/, depth).map((cell) => textOf(cell).replaceAll('|', '/'));
  return `| ${cells.join(' | ')} |`;
}

/** Finds the nodes of a role below a node, in order, without those inside a found node. */
function findAll(node: StructureNode, role: RegExp, depth: number): StructureNode[] {
  if (depth > maxDepth) return [];
  return (node.children ?? [])
    .filter(isNode)
    .flatMap((child) => (role.test(child.role ?? '') ? [child] : findAll(child, role, depth + 1)));
}

/** An annotation of a page as pdf.js gives it, as far as it is read. */
interface Annotation {
  subtype?: string;
  /** Bits of ISO 32000-1, table 165. */
  annotationFlags?: number;
  rect?: number[];
  fieldType?: string;
  fieldValue?: string | string[] | null;
  /** The lines that the annotation shows. */
  textContent?: string[];
  contentsObj?: { str?: string };
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: { exportValue?: string; displayValue?: string }[];
}

interface PageAnnotations {
  /** Values of its fields, and texts that somebody wrote on it. */
  texts: PlacedText[];
  /** True if it has fields, filled or not. */
  hasFields: boolean;
  /** True if people commented on it. */
  hasComments: boolean;
}

const hiddenFlags = 2 | 32;

/**
 * Reads the values of the fields of a page as a reader sees them, with their places; passwords are
 * left out.
 */
function readAnnotations(annotations: readonly object[]): PageAnnotations {
  const seen = (annotations as Annotation[]).filter(
    ({ annotationFlags = 0 }) => (annotationFlags & hiddenFlags) === 0,
  );
  const texts = seen.flatMap((annotation): PlacedText[] => {
    const text = textOf(annotation).trim();
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect ?? [];
    if (text === '') return [];
    return [
      {
        text,
        left: Math.min(x1, x2),
        right: Math.max(x1, x2),
        bottom: Math.min(y1, y2),
        top: Math.max(y1, y2),
      },
    ];
  });
  return {
    texts,
    hasFields: seen.some(({ subtype }) => subtype === 'Widget'),
    hasComments: seen.some(
      ({ subtype = '', contentsObj }) => !written.has(subtype) && (contentsObj?.str ?? '') !== '',
    ),
  };
}

/** Kinds whose contents are no comments: their text is read, or describes them. */
const written = new Set(['Widget', 'FreeText', 'Link', 'Popup', 'Stamp']);

function textOf(annotation: Annotation): string {
  const shown = (annotation.textContent ?? []).join('\n').trim();
  if (annotation.subtype === 'FreeText') return shown || (annotation.contentsObj?.str ?? '');
  if (annotation.subtype !== 'Widget' || annotation.password) return '';
  const { fieldType, fieldValue } = annotation;
  if (fieldType === 'Btn') return stateOf(annotation);
  const values = [fieldValue ?? ''].flat().filter((value) => typeof value === 'string');
  if (fieldType === 'Ch') return values.map((value) => displayOf(annotation, value)).join(', ');
  if (fieldType !== 'Tx') return '';
  const value = values.join(', ').replace(/\r\n?/g, '\n');
  // A field shows its value as its format says, EUR 45,000 for 45000, or with gaps between the
  // cells of a comb.
  return shown === '' || squeeze(shown) === squeeze(value) ? value : shown;
}

const squeeze = (text: string) => text.replace(/\s+/g, '');

function stateOf({
  checkBox,
  radioButton,
  fieldValue,
  exportValue,
  buttonValue,
}: Annotation): string {
  if (!checkBox && !radioButton) return '';
  const own = radioButton ? buttonValue : exportValue;
  const isOn = typeof fieldValue === 'string' && fieldValue !== 'Off' && fieldValue === own;
  return isOn ? '☒ checked' : '☐ unchecked';
}

function displayOf({ options = [] }: Annotation, value: string): string {
  return options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
}

/**
 * A text beside the content of a page, such as the value of a field: where it stands, in points.
 */
interface PlacedText {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/**
 * Raised and lowered text is smaller than this part of its line's, and shifted by at least these
 * parts of its size.
 */
const smaller = 0.87;
const leastRise = 0.12;
const leastFall = 0.04;
/** The rise of text of the same size. */
const leastOwnRise = 0.25;
/** Longer text is no mark and no exponent. */
const longest = 14;

/**
 * Writes raised and lowered items as signs (writeRaised), told by size and baseline beside a
 * neighbour of the line.
 */
function spellRaisedItems(items: readonly PdfItem[]): PdfItem[] {
  const spelled = items.map((item) => ({ ...item }));
  const texts = spelled.filter(({ str, type }) => str !== undefined && type === undefined);
  let line = '';
  let base: Place | null = null;
  for (let at = 0; at < texts.length; ) {
    const item = texts[at] as PdfItem;
    const place = placeOf(item);
    const beside = place && (base ?? (item.hasEOL ? null : nextPlace(texts, at)));
    const position = place && beside ? positionOf(item, place, beside) : null;
    let end = at + 1;
    if (place && beside && position !== null) {
      let right = place.right;
      for (; end < texts.length && !texts[end - 1]?.hasEOL; end += 1) {
        const next = texts[end] as PdfItem;
        const nextPlaceOfItem = placeOf(next);
        const follows = nextPlaceOfItem && nextPlaceOfItem.left - right < beside.size / 2;
        if (!follows || positionOf(next, nextPlaceOfItem, beside) !== position) break;
        right = nextPlaceOfItem.right;
      }
      const run = texts.slice(at, end);
      const text = run.map(({ str = '' }) => str).join('');
      const after = texts[end - 1]?.hasEOL ? '' : (texts[end]?.str ?? '');
      const isFraction = /^\s*[/⁄]/.test(after) || /[/⁄]\s*$/.test(line);
      const written =
        position === 'raised' ? writeRaised(line, text, after) : writeLowered(line, text);
      if (!isFraction)
        for (const [index, each] of run.entries()) each.str = index === 0 ? written : '';
    } else if (place) base = place;
    for (; at < end; at += 1) {
      const { str = '', hasEOL } = texts[at] as PdfItem;
      line = hasEOL ? '' : (line + str).slice(-24);
      if (hasEOL) base = null;
    }
  }
  return spelled;
}

/** Letters and signs of scripts that set no space between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const gapBesideNumber = new RegExp(
  `(?<=[\\d%]) (?=${unspaced.source})|(?<=${unspaced.source}) (?=\\d)`,
  'gu',
);
/** Programs set a number off from such a script by a part of its size below this one. */
const leastWordGap = 0.5;

/** Removes the gaps between numbers and scripts that set no space between words. */
function closeGaps(items: readonly PdfItem[]): PdfItem[] {
  const texts = items.filter(({ str = '', hasEOL }) => str !== '' || hasEOL);
  const gaps = new Set(
    texts.filter((item, at) => {
      const { str, transform, width = 0 } = item;
      const isNarrow = str === ' ' && width < (transform?.[3] ?? 0) * leastWordGap;
      const [before, after] = [texts[at - 1], texts[at + 1]];
      if (!isNarrow || item.hasEOL || before?.hasEOL) return false;
      return (
        `${before?.str?.at(-1) ?? ''} ${after?.str?.charAt(0) ?? ''}`.search(gapBesideNumber) !== -1
      );
    }),
  );
  return items.map((item) =>
    item.str === undefined
      ? item
      : { ...item, str: gaps.has(item) ? '' : item.str.replace(gapBesideNumber, '') },
  );
}

/** Returns the place of the next text of a line. */
function nextPlace(texts: readonly PdfItem[], from: number): Place | null {
  for (let at = from + 1; at < Math.min(texts.length, from + 4); at += 1) {
    const place = placeOf(texts[at] as PdfItem);
    if (place) return place;
    if (texts[at]?.hasEOL) return null;
  }
  return null;
}

function positionOf({ str = '' }: PdfItem, own: Place, base: Place): 'raised' | 'lowered' | null {
  if (str.trim().length > longest) return null;
  const rise = (own.baseline - base.baseline) / base.size;
  const gap = Math.max(own.left - base.right, base.left - own.right);
  if (Math.abs(rise) > 1 || gap > base.size * 2 || (own.left > base.left && gap > base.size))
    return null;
  if (own.size <= base.size * smaller)
    return rise >= leastRise ? 'raised' : rise <= -leastFall ? 'lowered' : null;
  const isLevel = own.size > base.size * 1.05;
  return !isLevel && rise >= leastOwnRise && /^\s*[\d,[\]()*†‡]+\s*$/.test(str) ? 'raised' : null;
}

/** This many texts are placed among the content of a page. Further texts stand at its end. */
const mostPlaced = 2_000;
/** Items of a line that are looked at for one text. */
const mostBeside = 400;

/**
 * Places texts in a page: behind what stands left on their line, else before what stands right,
 * else by line.
 */
function placeTexts(items: readonly PdfItem[], texts: readonly PlacedText[]): PdfItem[] {
  const placed = readPlaced(items);
  const inOrder = texts.toSorted(
    (one, other) => other.bottom - one.bottom || one.left - other.left,
  );
  const behind = new Map<number, string[]>();
  const before = new Map<number, string[]>();
  const put = (map: Map<number, string[]>, at: number, text: string) => {
    const own = map.get(at) ?? [];
    own.push(text);
    map.set(at, own);
  };
  for (const [index, { text, left, right, bottom, top }] of inOrder.entries()) {
    const line = index < mostPlaced ? itemsBeside(placed, bottom, top) : [];
    const label = line
      .filter((item) => item.right <= left + 4)
      .toSorted((a, b) => b.right - a.right)[0];
    const follower = line
      .filter((item) => item.left >= right - 4)
      .toSorted((a, b) => a.left - b.left)[0];
    const above = index < mostPlaced ? firstAbove(placed, top) : undefined;
    if (label) put(behind, label.at, ` ${text}`);
    else if (follower) put(before, follower.at, `${text} `);
    else if (above) put(behind, above.at, `\n${text}`);
    else put(behind, index < mostPlaced ? -1 : items.length - 1, `\n${text}\n`);
  }
  const start = (behind.get(-1) ?? []).map((str): PdfItem => ({ str }));
  return [
    ...start,
    ...items.flatMap((item, at): PdfItem[] => {
      const [ahead, after] = [before.get(at) ?? [], behind.get(at) ?? []];
      if (ahead.length + after.length === 0) return [item];
      const added = after.map((str): PdfItem => ({ str }));
      const last = added.at(-1);
      if (last && item.hasEOL) last.hasEOL = true;
      const own = last ? { ...item, hasEOL: false } : item;
      return [...ahead.map((str): PdfItem => ({ str })), own, ...added];
    }),
  ];
}

type PlacedItem = Place & { at: number };

/**
 * Lists the items that show text, with their index, from the bottom to the top; without running
 * heads and feet.
 */
function readPlaced(items: readonly PdfItem[]): PlacedItem[] {
  const placed: PlacedItem[] = [];
  const open: boolean[] = [];
  for (const [at, item] of items.entries()) {
    if (item.type === 'endMarkedContent') open.pop();
    else if (item.type !== undefined) open.push(item.tag === 'Artifact' || (open.at(-1) ?? false));
    const place = open.at(-1) ? null : placeOf(item);
    if (place) placed.push({ ...place, at });
  }
  return placed.sort((one, other) => one.baseline - other.baseline || one.at - other.at);
}

/** Letters reach this part of their size below the baseline, and above it. */
const [depth, height] = [0.2, 0.75];
/** The part of the size of a text that must overlap a field that stands on its line. */
const leastOverlap = 0.35;

function itemsBeside(placed: readonly PlacedItem[], bottom: number, top: number): PlacedItem[] {
  const from = lowerBound(placed, bottom - 12);
  return placed.slice(from, from + mostBeside).filter(({ baseline, size }) => {
    const overlap =
      Math.min(top, baseline + height * size) - Math.max(bottom, baseline - depth * size);
    return overlap >= leastOverlap * size;
  });
}

/** Returns the last item of the nearest line above a height. */
function firstAbove(placed: readonly PlacedItem[], top: number): PlacedItem | undefined {
  const from = lowerBound(placed, top);
  const line = placed[from];
  if (!line) return undefined;
  const beside = placed
    .slice(from, from + mostBeside)
    .filter(({ baseline }) => baseline < line.baseline + line.size / 2);
  return beside.toSorted((one, other) => other.at - one.at)[0];
}

/** Returns the index of the first item that is not below a height. */
function lowerBound(placed: readonly PlacedItem[], height: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.baseline ?? 0) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads what the information dictionary of a PDF says. Throws for a file that is no PDF. */
export async function readPdfFacts(bytes: Uint8Array): Promise<PageFacts> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const said = (name: string) => {
    const value = (info as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    title: tidy(said('Title'), pageLimits.title),
    author: tidy(said('Author'), pageLimits.author),
    publishedOn: readDay(said('CreationDate')),
  };
}
