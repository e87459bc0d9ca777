import { unwrapLines } from '@ecp/markdown/rendered-text';
import type { Image, ImageReference, Link, LinkReference, PhrasingContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import type { DocumentContext, Inline, TextRun } from './document-tree.ts';

/** The marks that apply to a text. */
type Marks = Omit<TextRun, 't' | 'v'>;

/**
 * The longest run without spaces before it gets places to break. It is shorter in the cells of a
 * table.
 */
export interface BreakRule {
  longest: number;
  every: number;
}

/** For text that has the whole width. */
const wideBreaks: BreakRule = { longest: 40, every: 24 };
/** For the cells of tables. */
export const narrowBreaks: BreakRule = { longest: 24, every: 16 };
/** For the heads of tables, whose words stay whole as far as a column can have their width. */
export const headBreaks: BreakRule = { longest: 28, every: 24 };

/** Turns the content of a paragraph into a flat list of runs. Nested marks are combined. */
export function buildInlines(
  nodes: PhrasingContent[],
  context: DocumentContext,
  breaks = wideBreaks,
): Inline[] {
  return nodes.flatMap((node) => buildInline(node, {}, context, breaks));
}

function buildInline(
  node: PhrasingContent,
  marks: Marks,
  context: DocumentContext,
  breaks: BreakRule,
): Inline[] {
  const inside = (children: PhrasingContent[], added: Marks) =>
    children.flatMap((child) => buildInline(child, { ...marks, ...added }, context, breaks));
  switch (node.type) {
    case 'text':
      return buildText(node.value, marks, breaks);
    case 'inlineCode':
      return [run(node.value, { ...marks, code: true }, breaks)];
    case 'html':
      return buildHtml(node.value, marks, breaks);
    case 'strong':
      return inside(node.children, { b: true });
    case 'emphasis':
      return inside(node.children, { i: true });
    case 'delete':
      return inside(node.children, { s: true });
    case 'break':
      return [{ t: 'br' }];
    case 'link':
    case 'linkReference':
      return buildLink(node, inside(node.children, {}), context);
    case 'image':
    case 'imageReference':
      return buildImage(node, marks, context, breaks);
    case 'footnoteReference':
      return buildFootnote(node.identifier, marks, context);
  }
  return [run(plainText(node), marks, breaks)];
}

function run(value: string, marks: Marks, { longest, every }: BreakRule): TextRun {
  const text = unwrapLines(value);
  // A line never begins with the sign that belongs to a number.
  const whole = marks.code ? text : text.replaceAll(/(?<=\d) (?=[%‰])/g, '\u00a0');
  return { t: 'run', v: breakLongRuns(whole, longest, every), ...marks };
}

/**
 * Gives a sign before U+FE0F (a heart, a warning sign, a key), which requests its coloured form,
 * its own run.
 */
function buildText(value: string, marks: Marks, breaks: BreakRule): TextRun[] {
  if (!value.includes('\ufe0f')) return [run(value, marks, breaks)];
  const parts = value.split(/((?<!\u200d)\p{Emoji}\ufe0f\u20e3?(?!\u200d))/u);
  return parts.flatMap((part, index) => {
    if (part === '') return [];
    return index % 2 === 1
      ? [{ ...run(part, marks, breaks), e: true }]
      : [run(part, marks, breaks)];
  });
}

/**
 * Prints HTML as text, except line breaks, which tables need, and comments, which are not meant for
 * readers.
 */
function buildHtml(html: string, marks: Marks, breaks: BreakRule): Inline[] {
  if (/^<br\s*\/?>$/i.test(html)) return [{ t: 'br' }];
  return html.startsWith('<!--') ? [] : [run(html, { ...marks, code: true }, breaks)];
}

function buildLink(
  node: Link | LinkReference,
  content: Inline[],
  context: DocumentContext,
): Inline[] {
  const target =
    node.type === 'link' ? node.url : (context.definitions.get(node.identifier)?.url ?? '');
  const runs = content.filter((inline) => inline.t === 'run');
  const url = safeUrl(target);
  if (url === null || runs.length !== content.length || runs.length === 0) return content;
  return [{ t: 'link', url, c: runs }];
}

/**
 * Longer addresses do not become links, because references could repeat an address of a megabyte
 * 100,000 times.
 */
const maxUrlLength = 8_000;

/**
 * Returns an address that is safe to follow from a PDF. Others (`javascript:`, a path on a server)
 * stay text.
 */
function safeUrl(target: string): string | null {
  const url = target.length > maxUrlLength ? null : URL.parse(target);
  return url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)
    ? url.href
    : null;
}

/**
 * Prints only images that the document contains. Fetches nothing: others become a link with their
 * text.
 */
function buildImage(
  node: Image | ImageReference,
  marks: Marks,
  context: DocumentContext,
  breaks: BreakRule,
): Inline[] {
  const url =
    node.type === 'image' ? node.url : (context.definitions.get(node.identifier)?.url ?? '');
  const alt = node.alt?.trim() || 'Image';
  const isEmbedded = url.startsWith('data:');
  const stored = isEmbedded ? context.images.add(url) : null;
  if (stored !== null) return [{ t: 'img', path: stored.path, widthPt: stored.widthPt, alt }];
  const text = run(`[Image: ${alt}]`, { ...marks, i: true }, breaks);
  const link = isEmbedded ? null : safeUrl(url);
  return link === null ? [text] : [{ t: 'link', url: link, c: [text] }];
}

/** Returns the call of a note, which gets the next number at its first call. */
function buildFootnote(identifier: string, marks: Marks, context: DocumentContext): Inline[] {
  if (!context.footnotes.has(identifier)) return [{ t: 'run', v: `[${identifier}]`, ...marks }];
  const n = context.footnoteNumbers.get(identifier) ?? context.footnoteNumbers.size + 1;
  context.footnoteNumbers.set(identifier, n);
  if (context.withoutFootnotes) return [];
  return [{ t: 'fn', key: footnoteKey(identifier, context), n }];
}

/** Returns the key of a note, which tells it from those of other documents. */
export const footnoteKey = (
  identifier: string,
  { prefix }: Pick<DocumentContext, 'prefix'>,
): string => `${prefix}-${identifier}`;

/** U+200B: a place without width where a line may break. */
const breakPlace = '\u200b';

/**
 * Makes a string printable: what cannot be shown becomes U+FFFD or goes, also characters that
 * reverse text.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/[\p{Co}\p{Noncharacter_Code_Point}]/gu, '\ufffd')
    .normalize('NFC');
}

/** Does the same and puts the text on one line, for titles, names and other single values. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

/** Makes a title of a file's name: `price-plan.md` becomes `Price plan`. */
export function titleOfFile(filename: string): string {
  const words = cleanLine(filename.replace(/\.md$/i, '').replaceAll(/[-_]+/g, ' '));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Scripts in which a line may break between any two letters. */
const breaksAnywhere =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Emoji_Presentation}]/u;

/**
 * Adds breaks in runs of over `longest` characters: after separators, else every `every`
 * characters.
 */
export function breakLongRuns(text: string, longest: number, every: number): string {
  if (text.length <= longest) return text;
  return text.replaceAll(/\S+/gu, (run) => {
    if (run.length <= longest || breaksAnywhere.test(run)) return run;
    const parts = run.match(/[^/?&=_.,;:@#-]+[/?&=_.,;:@#-]*|[/?&=_.,;:@#-]+/gu) ?? [run];
    return parts
      .map((part) => breakEvery(part, every))
      .join(/^https?:\/\//i.test(run) ? '' : breakPlace);
  });
}

function breakEvery(part: string, every: number): string {
  const characters = [...part];
  if (characters.length <= every) return part;
  const chunks: string[] = [];
  for (let start = 0; start < characters.length; start += every) {
    chunks.push(characters.slice(start, start + every).join(''));
  }
  return chunks.join(breakPlace);
}

/** Returns the language of right-to-left text by its first letter, undefined for all other text. */
export function rightToLeftLanguage(text: string): 'ar' | 'he' | undefined {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  if (/\p{Script=Hebrew}/u.test(first)) return 'he';
  return /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(first) ? 'ar' : undefined;
}

/** Guesses the language of a text by the script of most of its letters; `en` for Latin. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, 20_000);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const scripts: [string, number][] = [
    ['ja', kana > letters / 20 ? kana + count(/\p{Script=Han}/gu) : 0],
    ['zh', count(/\p{Script=Han}/gu)],
    ['ko', count(/\p{Script=Hangul}/gu)],
    ['ar', count(/\p{Script=Arabic}/gu)],
    ['he', count(/\p{Script=Hebrew}/gu)],
    ['th', count(/\p{Script=Thai}/gu)],
    ['hi', count(/\p{Script=Devanagari}/gu)],
    ['ru', count(/\p{Script=Cyrillic}/gu)],
    ['el', count(/\p{Script=Greek}/gu)],
  ];
  const best = scripts.reduce((most, next) => (next[1] > most[1] ? next : most));
  return best[1] > letters * 0.4 ? best[0] : 'en';
}
