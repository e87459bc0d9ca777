import type { Nodes, Root } from 'mdast';
import { readTree } from './syntax/read-tree.ts';

/**
 * Limits the containers (quotes, lists, footnotes) that one line begins or continues. Marks of
 * further ones are text.
 */
const maxDepth = 24;
/** Characters after which a text is cut at the next new block. */
const usualPartLength = 4_000;

/** A part of a document as a tree. A node's offset in the document is its own plus `base`. */
interface ParsedPart {
  root: Root;
  base: number;
}

interface ParseOptions {
  hasUndefinedFootnotes?: boolean;
  partLength?: number;
  /** Parts without a match are not parsed: each comes as one paragraph. The default parses all. */
  partPattern?: RegExp;
}

/**
 * Parses GitHub markdown in parts and linear time, because the parser is quadratic for long lists,
 * nesting, underlined headings and many marks. Links and footnotes use the definitions of all
 * parts.
 */
export function* parseMarkdown(
  markdown: string,
  { hasUndefinedFootnotes = false, partLength = usualPartLength, partPattern }: ParseOptions = {},
): Generator<ParsedPart> {
  const cuts = [...findCuts(markdown, partLength)];
  const shallow = flatten(markdown);
  const defined = cuts.length > 1 ? readDefined(markdown) : new Set<string>();
  if (hasUndefinedFootnotes)
    for (const [, label = ''] of markdown.matchAll(footnote)) defined.add(fold(label));
  for (const [index, start] of cuts.entries()) {
    const text = shallow.slice(start, cuts[index + 1] ?? markdown.length);
    if (partPattern !== undefined && !partPattern.test(text)) {
      yield { root: unparsedPart(text), base: start };
      continue;
    }
    const given = promise(text, defined);
    const root = readTree(given + text);
    root.children = root.children.filter(
      ({ position }) => (position?.start.offset ?? 0) >= given.length,
    );
    if (shallow !== markdown) restore(root);
    yield { root, base: start - given.length };
  }
}

/**
 * Returns the tree of a part that is not parsed: one paragraph without content, or nothing for
 * blanks alone.
 */
function unparsedPart(text: string): Root {
  if (text.trim() === '') return { type: 'root', children: [] };
  const position = {
    start: { line: 1, column: 1, offset: 0 },
    end: { line: 1, column: 1, offset: text.length },
  };
  return { type: 'root', children: [{ type: 'paragraph', children: [], position }] };
}

/** A piece of a document with definitions before it, which promise what other pieces define. */
interface HeadedPiece {
  text: string;
  given: string;
}

/**
 * A fence that may stand inside an entry of a list, so that its end depends on what precedes it.
 */
const innerFence = /^[ \t\d*+.)-]+(?:`{3}|~{3})/;

/**
 * Cuts a document before headings, so that the trees of the pieces together are the tree of the
 * whole. A document that defines links is one piece.
 */
export function* cutAtHeadings(markdown: string): Generator<HeadedPiece> {
  const defined = readDefined(markdown);
  const definesLinks = [...defined].some((label) => !label.startsWith('^'));
  const cuts = definesLinks ? [0] : [0, ...findHeadings(markdown)];
  for (const [index, cut] of cuts.entries()) {
    const text = markdown.slice(cut, cuts[index + 1] ?? markdown.length);
    yield { text, given: cuts.length > 1 ? promise(text, defined) : '' };
  }
}

/**
 * Finds the offsets of headings that begin a block whatever precedes them, and are not too close to
 * each other.
 */
function* findHeadings(markdown: string): Generator<number> {
  const lines = newLineState();
  let start = 0;
  for (const { at, next } of eachLine(markdown)) {
    const line = markdown.slice(at, next);
    if (lines.fence === null && innerFence.test(line)) return;
    const begins = readLine(line.slice(0, longestMark), line, lines);
    if (begins && at - start >= usualPartLength && /^#{1,6}[ \t]/.test(line)) {
      yield at;
      start = at;
    }
  }
}

/**
 * Drops the marks of quotes, lists and notes that lie too deep in others on one line. Printed as
 * text they would fill pages. With `keepsOffsets` there are blanks in their places.
 */
export function dropDeepMarks(
  markdown: string,
  { keepsOffsets }: { keepsOffsets: boolean },
): string {
  return markdown.replace(crowded, (start) => {
    const kept = shallowStart.exec(start)?.[0] ?? '';
    return kept + (keepsOffsets ? ' '.repeat(start.length - kept.length) : '');
  });
}

/**
 * Marks of containers, and the first of their replacements in the same order (noncharacters of
 * Unicode).
 */
const marks = '>-*+.)[';
const firstStandIn = 0xfdd0;
const standIn = /[\ufdd0-\ufdd6]/g;
const container = String.raw`[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^[\]\s]{1,999}\]:)`;
const crowded = new RegExp(`^(?:${container}){${maxDepth + 1},}`, 'gm');
const shallowStart = new RegExp(`^(?:${container}){${maxDepth}}`);
const rule = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/;

/**
 * Replaces marks of too deep containers: the parser is quadratic in the depth, and a deep tree
 * overflows the stack.
 */
function flatten(markdown: string): string {
  return markdown.replace(crowded, (start, at: number) => {
    const end = markdown.indexOf('\n', at);
    if (rule.test(markdown.slice(at, end === -1 ? markdown.length : end).trimEnd())) return start;
    const kept = shallowStart.exec(start)?.[0] ?? '';
    const deep = start.slice(kept.length);
    return (
      kept +
      deep.replace(/[>*+.)[-]/g, (mark) => String.fromCharCode(firstStandIn + marks.indexOf(mark)))
    );
  });
}

function restore(node: Nodes): void {
  if ('value' in node) {
    node.value = node.value.replace(
      standIn,
      (sign) => marks[sign.charCodeAt(0) - firstStandIn] ?? sign,
    );
  }
  if ('children' in node) for (const child of node.children) restore(child);
}

/** What may define a link or a footnote, also inside containers. */
const definition = /^[ \t>*+\d.)-]{0,20}\[([^[\]\n]{1,200})\]:/gm;
const bracketed = /\[([^[\]\n]{1,200})\]/g;
const footnote = /\[(\^[^[\]\s]{1,200})\]/g;
const fold = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase();

function readDefined(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(definition)].map(([, label = '']) => fold(label)));
}

/** Writes definitions for a part's labels that another part may define. */
function promise(text: string, defined: ReadonlySet<string>): string {
  if (defined.size === 0) return '';
  const used = new Map([...text.matchAll(bracketed)].map(([, label = '']) => [fold(label), label]));
  const own = readDefined(text);
  const missing = [...used].filter(([name]) => defined.has(name) && !own.has(name));
  return missing.map(([, label]) => `[${label}]: -\n\n`).join('');
}

/** Finds the offsets of parts: lines that begin a block whatever precedes them. */
function* findCuts(markdown: string, partLength: number): Generator<number> {
  yield 0;
  const lines = newLineState();
  let start = 0;
  for (const { at, next } of eachLine(markdown)) {
    const begins = readLine(
      markdown.slice(at, Math.min(next, at + longestMark)),
      markdown.slice(at, next),
      lines,
    );
    if (begins && at - start >= partLength) {
      yield at;
      start = at;
    }
  }
}

function* eachLine(markdown: string): Generator<{ at: number; next: number }> {
  for (let at = 0; at < markdown.length; ) {
    const feed = markdown.indexOf('\n', at);
    const next = feed === -1 ? markdown.length : feed + 1;
    yield { at, next };
    at = next;
  }
}

interface LineState {
  /** The marks that opened a code block. */
  fence: string | null;
  /** What ends the open HTML; an empty text for a blank line. */
  html: RegExp | null;
  /** The mark of the list whose item began on the line before. */
  list: string | null;
  isAfterBlank: boolean;
  isQuote: boolean;
}

const newLineState = (): LineState => ({
  fence: null,
  html: null,
  list: null,
  isAfterBlank: true,
  isQuote: false,
});

/** Limits the characters of a line in which the marks of its block stand. */
const longestMark = 200;
/** Kinds of HTML that blank lines do not end, with their ends (CommonMark 4.6). */
const htmlKinds: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];
const blank = /^\s*$/;

/** Reads a line and returns true if a part may begin with it. */
function readLine(mark: string, line: string, state: LineState): boolean {
  const { isAfterBlank, list: listBefore, isQuote: wasQuote } = state;
  const isBlank = blank.test(mark) && line.trim() === '';
  state.isAfterBlank = isBlank;
  state.isQuote = mark.startsWith('>');
  if (state.fence !== null) {
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})[ \t\r\n]*$/.exec(mark) ?? [];
    if (marks.startsWith(state.fence)) {
      state.fence = null;
      state.isAfterBlank = true;
    }
    return false;
  }
  if (state.html !== null) {
    if (state.html === blank ? isBlank : state.html.test(line)) state.html = null;
    return false;
  }
  if (isBlank) return false;
  const isIndented = /^[ \t]/.test(mark);
  if (!isIndented) state.list = null;
  const [, fence] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(mark) ?? [];
  state.fence = fence ?? null;
  const kind = htmlKinds.find(([opens]) => opens.test(mark));
  if (kind) state.html = kind[1].test(line) ? null : kind[1];
  else if (/^ {0,3}</.test(mark)) state.html = blank;
  if (isIndented) return false;
  const [, bullet, number, sign] = /^(?:([-*+])|(\d{1,9})([.)]))[ \t]+\S/.exec(mark) ?? [];
  const item = bullet ?? sign ?? null;
  if (item !== null) {
    const goesOn = listBefore === item;
    if (goesOn || isAfterBlank || bullet !== undefined || number === '1') state.list = item;
    return goesOn || isAfterBlank;
  }
  // A line without its mark continues a quote's paragraph, and costs the parser the quote's whole
  // length.
  if (state.isQuote && !wasQuote) return true;
  return isAfterBlank || /^(?:#{1,6}[ \t]|\[\^[^[\]\s]+\]:)/.test(mark);
}

/** Returns labels that a document does not use: numbers above all used ones. */
interface FreeLabels {
  next(): string;
  /** Marks a label as used. */
  use(label: string): void;
}

export function freeLabels(used: Iterable<string>): FreeLabels {
  let highest = 0;
  const use = (label: string) => {
    const number = Number(label);
    if (Number.isSafeInteger(number) && number > highest) highest = number;
  };
  for (const label of used) use(label);
  return {
    use,
    next() {
      highest += 1;
      return String(highest);
    },
  };
}

/** Renames footnotes of a text in one pass. Labels are in lower case. */
export function relabel(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  return text.replace(/\[\^([^[\]\s]+)\]/g, (whole, label: string) => {
    const name = names.get(label.toLowerCase());
    return name === undefined ? whole : `[^${name}]`;
  });
}

export function relabelDefinition(definition: string, to: string): string {
  return definition.replace(/^(\s*)\[\^[^[\]\s]+\]:/, `$1[^${to}]:`);
}

/** Renames the footnotes to which a definition refers, but not itself. */
export function relabelBody(definition: string, names: ReadonlyMap<string, string>): string {
  const end = definition.indexOf(']:') + 2;
  return definition.slice(0, end) + relabel(definition.slice(end), names);
}

export interface MarkdownLine {
  raw: string;
  /** True inside fenced code, its fences included. */
  isCode: boolean;
  /** The level of the heading that begins here; 0 for any other line. */
  level: number;
  /** The words of that heading as written; empty for any other line. */
  title: string;
}

/** Reads markdown into lines in linear time, with fenced code and the headings outside it. */
export function readLines(markdown: string): MarkdownLine[] {
  const raws = markdown.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let fence: string | null = null;
  return raws.map((raw, index) => {
    const marks = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(raw.trimEnd())?.[1];
    const opened = fence;
    if (fence === null) fence = marks ?? null;
    else if (closes(fence, raw)) fence = null;
    if (opened !== null || fence !== null) return { raw, isCode: true, level: 0, title: '' };
    return { raw, isCode: false, ...readHeading(raw, raws[index + 1]) };
  });
}

/** Removes the number signs that close a heading: those at its end after a blank. */
export function withoutClosingSigns(words: string): string {
  let end = words.length;
  while (words.charAt(end - 1) === '#') end -= 1;
  return end < words.length && /\s/.test(words.charAt(end - 1))
    ? words.slice(0, end).trimEnd()
    : words;
}

function closes(fence: string, raw: string): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(raw.trimEnd())?.[1];
  return marks?.[0] === fence[0] && (marks?.length ?? 0) >= fence.length;
}

function readHeading(raw: string, next: string | undefined): { level: number; title: string } {
  const [, marks = '', words = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(raw.trimEnd()) ?? [];
  if (marks !== '') return { level: marks.length, title: withoutClosingSigns(words).trim() };
  const line = /^ {0,3}(=+|-+)[ \t]*$/.exec(next?.trimEnd() ?? '')?.[1];
  const isText = /^ {0,3}[^\s>|#-]/.test(raw);
  return line !== undefined && isText
    ? { level: line[0] === '=' ? 1 : 2, title: raw.trim() }
    : { level: 0, title: '' };
}
