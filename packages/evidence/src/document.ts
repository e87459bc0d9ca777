import { parseMarkdown } from '@ecp/markdown/parse-markdown';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { FootnoteDefinition, Nodes, Table } from 'mdast';

/** `at` is its index in the block's text, `end` the index after it in the markdown. */
interface SourceReference {
  at: number;
  end: number;
}

/** The visible text of a paragraph, heading or table row, without footnote references. */
export interface DocumentBlock {
  kind: 'prose' | 'heading' | 'row';
  text: string;
  references: (SourceReference & { label: string })[];
  links: (SourceReference & { url: string; words: string })[];
  columns: string[] | null;
}

export interface Definition {
  label: string;
  text: string;
  urls: string[];
  references: string[];
}

export interface ParsedDocument {
  blocks: DocumentBlock[];
  /** Definitions by lower-case label. The first of several counts. */
  definitions: Map<string, Definition>;
  charts: string[];
}

/** Characters of markdown that are parsed at once, in a few milliseconds. */
const partLength = 1_500;

/**
 * Parses GitHub markdown without front matter, code and HTML. Finds references without a definition
 * too. Yields between pieces. Returns a parsed document as it is.
 */
export async function parseDocument(
  markdown: string | ParsedDocument,
  slice: TimeSlice,
): Promise<ParsedDocument> {
  if (typeof markdown !== 'string') return markdown;
  const document: ParsedDocument = { blocks: [], definitions: new Map(), charts: [] };
  const start = frontMatterOf(markdown).length;
  const parts = parseMarkdown(markdown.slice(start), { hasUndefinedFootnotes: true, partLength });
  for (const { root, base } of parts) {
    // Only a chart outside other blocks is drawn.
    for (const node of root.children)
      if (node.type === 'code' && node.lang === 'chart') document.charts.push(node.value);
    readBlocks(root, { document, base: start + base });
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  return document;
}

interface Place {
  document: ParsedDocument;
  base: number;
}

function readBlocks(node: Nodes, place: Place): void {
  switch (node.type) {
    case 'footnoteDefinition':
      readDefinition(node, place);
      return;
    case 'paragraph':
      place.document.blocks.push(readBlock([node], 'prose', place.base));
      return;
    case 'heading':
      place.document.blocks.push(readBlock([node], 'heading', place.base));
      return;
    case 'table':
      readTable(node, place);
      return;
    default:
      if ('children' in node) for (const child of node.children) readBlocks(child, place);
  }
}

/** Returns the blocks above the first heading that has text above it. */
export function openingOf(blocks: readonly DocumentBlock[]): readonly DocumentBlock[] {
  let hasText = false;
  for (const [index, { kind }] of blocks.entries()) {
    if (kind !== 'heading') hasText = true;
    else if (hasText) return blocks.slice(0, index);
  }
  return [];
}

function readTable({ children }: Table, { document, base }: Place): void {
  let columns: string[] | null = null;
  for (const row of children) {
    const block: DocumentBlock = { ...readBlock(row.children, 'row', base), columns };
    document.blocks.push(block);
    columns ??= block.text.split(' | ');
  }
}

function readDefinition(node: FootnoteDefinition, { document }: Place): void {
  const { text, links, references } = readBlock(node.children, 'prose', 0);
  const label = node.identifier.toLowerCase();
  if (document.definitions.has(label)) return;
  document.definitions.set(label, {
    label: node.label ?? label,
    text,
    urls: links.map(({ url }) => url),
    references: references.map((reference) => reference.label),
  });
}

function readBlock(nodes: Nodes[], kind: DocumentBlock['kind'], base: number): DocumentBlock {
  const block: DocumentBlock = { kind, text: '', references: [], links: [], columns: null };
  for (const [index, node] of nodes.entries()) {
    if (index > 0) block.text += kind === 'row' ? ' | ' : '\n';
    readInline(node, block, base);
  }
  return block;
}

function readInline(node: Nodes, block: DocumentBlock, base: number): void {
  const end = base + (node.position?.end.offset ?? 0);
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      // Quotation marks in code are not quotes.
      block.text += node.type === 'text' ? node.value : node.value.replace(/["“”„«»‘’]/g, ' ');
      return;
    case 'break':
      block.text += '\n';
      return;
    case 'footnoteReference':
      block.references.push({
        label: (node.label ?? node.identifier).toLowerCase(),
        at: block.text.length,
        end,
      });
      return;
    default: {
      const at = block.text.length;
      if ('children' in node) for (const child of node.children) readInline(child, block, base);
      if (node.type !== 'link') return;
      block.links.push({ url: node.url, words: block.text.slice(at), at: block.text.length, end });
    }
  }
}

/** Words between quotation marks. `start` and `end` include the marks, `words` does not. */
export interface QuotedSpan {
  start: number;
  end: number;
  words: string;
}

const closers: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '"': '"',
  '‘': '’',
  '‚': '‘’',
  '「': '」',
  '『': '』',
};
const maxLength = 3_000;
const letter = /[\p{L}\p{N}]/u;
/** Letters of scripts that set no space before a quotation. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Finds the outermost quoted spans in linear time, without inches, apostrophes and marks without a
 * partner.
 */
export function findQuotedSpans(text: string): QuotedSpan[] {
  const spans: QuotedSpan[] = [];
  const partners = new Map<string, Map<number, number>>();
  const partnerOf = (at: number, mark: string, closing: string) => {
    const known = partners.get(mark + closing) ?? pairMarks(text, mark, closing);
    partners.set(mark + closing, known);
    const end = known.get(at);
    return end !== undefined && end - at < maxLength ? end : null;
  };
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    const closing = closers[mark];
    if (closing === undefined || !opens(text, at, mark)) continue;
    // Some writers close a curly mark with a straight one. Inside a curly pair, a straight mark is
    // an inner quote.
    const end =
      partnerOf(at, mark, closing) ?? (/[“„]/.test(mark) ? partnerOf(at, mark, '"') : null);
    if (end === null) continue;
    spans.push({ start: at, end: end + 1, words: text.slice(at + 1, end).trim() });
    at = end;
  }
  return spans;
}

/**
 * Pairs the opening marks of a kind with their closing ones, inner pairs first. A straight mark
 * ends at the next.
 */
function pairMarks(text: string, mark: string, closing: string): Map<number, number> {
  const pairs = new Map<number, number>();
  let open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const isOpening = unit === mark && opens(text, at, mark);
    if (closing.includes(unit) && isClosing(text, at, unit)) {
      if (mark === '"') {
        for (const start of open) pairs.set(start, at);
        open = [];
      } else {
        const start = open.pop();
        if (start !== undefined) pairs.set(start, at);
      }
      if (mark === '"' && isOpening) open.push(at);
    } else if (isOpening) open.push(at);
  }
  return pairs;
}

function opens(text: string, at: number, mark: string): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (after === '' || (letter.test(before) && !unspaced.test(before))) return false;
  return mark === '«' || mark === '»' ? true : !/\s/.test(after);
}

/** False for an apostrophe inside a word and for a straight mark after a space. */
function isClosing(text: string, at: number, unit: string): boolean {
  const after = text.charAt(at + 1);
  const endsWord = !letter.test(after) || unspaced.test(after);
  if (unit === '’' || unit === '‘') return endsWord;
  return unit !== '"' || (!/\s/.test(text.charAt(at - 1)) && endsWord);
}

/** Counts the words of a quote. In scripts without spaces, two characters count as a word. */
export function countWords(words: string): number {
  const unspaced =
    words.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)
      ?.length ?? 0;
  const spaced = words.match(/[\p{L}\p{N}]+(?:[’'-]\p{L}+)*/gu)?.length ?? 0;
  return unspaced > 0 ? Math.max(spaced, Math.floor(unspaced / 2)) : spaced;
}

/** Characters that show how a document writes its numbers. */
const ownLength = 12_000;

/** Returns the beginning of the text without quotes, which are in the languages of the sources. */
export function readOwnWords({ blocks }: ParsedDocument): string {
  let words = '';
  for (const { text } of blocks) {
    if (words.length >= ownLength) break;
    let [from, own] = [0, ''];
    for (const { start, end } of findQuotedSpans(text)) {
      own += `${text.slice(from, start)} `;
      from = end;
    }
    words += `${own}${text.slice(from)}\n`;
  }
  return words;
}

export interface Footnote {
  head: string;
  /**
   * Ways to read the quoted words, most likely first. Each is a list of quotes that the source must
   * all contain.
   */
  readings: string[][];
  /** The text before each quote. */
  heads: string[];
}

const lastMark = /[”"“»«’‘」』][\s.)\]]*$/;

/**
 * Reads `<title>, <location>: “words”`. Without a colon, words in quotation marks are a quote
 * unless they name a source.
 * @param isTitle returns whether words name a source
 */
export function readFootnote({ text }: Definition, isTitle: (words: string) => boolean): Footnote {
  const flat = text.replace(/\s+/g, ' ').trim();
  const spans = findQuotedSpans(flat);
  const isNamed = (start: number) =>
    /(?:section|sheet|tab|chapter|abschnitt|blatt|kapitel|source|deliverable|quelle|chapitre|feuille|onglet|sección|capítulo|hoja|fuente|シート|節|章|出典)\s*$/i.test(
      flat.slice(Math.max(0, start - 24), start),
    );
  const afterColon = spans.findIndex((span) =>
    /[:：]\s*$/.test(flat.slice(Math.max(0, span.start - 4), span.start)),
  );
  const quotes =
    afterColon !== -1
      ? spans.slice(afterColon)
      : spans.filter(({ start, words }) => !isNamed(start) && !isTitle(words));
  const [first] = quotes;
  if (!first) return { head: withoutEnd(flat), readings: [], heads: [] };
  const each = quotes.map(({ words }) => words);
  const whole =
    lastMark.test(flat) && quotes.length > 1
      ? flat.slice(first.start + 1).replace(lastMark, '')
      : null;
  const readings = whole === null ? [each] : [each, [whole]];
  const heads = quotes.map(({ start }, index) =>
    flat.slice(index === 0 ? 0 : quotes[index - 1]?.end, start),
  );
  if (afterColon !== -1) return { head: withoutEnd(flat.slice(0, first.start)), readings, heads };
  return { head: withoutEnd(heads.join('') + flat.slice(quotes.at(-1)?.end)), readings, heads };
}

/** Removes the signs at the end of a head, and the word for a table before them. */
function withoutEnd(head: string): string {
  const trim = (text: string) => {
    let end = text.length;
    while (end > 0 && /[\s:：,;.–—-]/u.test(text.charAt(end - 1))) end -= 1;
    return text.slice(0, end);
  };
  const plain = trim(head);
  const word = /[:：]\s?(?:table|tabelle|tableau|tabla|表)$/iu.exec(plain.slice(-12));
  return (word ? trim(plain.slice(0, plain.length - word[0].length)) : plain).trim();
}
