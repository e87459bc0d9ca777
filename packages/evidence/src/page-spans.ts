/** Lines at the edge of a page that may be its head or its foot, and the characters of each. */
const edge = { lines: 4, length: 160 };
/** Lines of notes that may stand below the text of a page. */
const mostNoteLines = 12;

/** A part of a document with its place, such as "page 3"; null for a whole text. */
interface PlacedText {
  location: string | null;
  text: string;
}

/**
 * The heads and feet of a document's pages, by what their lines have in common: words, with any
 * number.
 */
export type PageEdges = ReadonlyMap<string, number>;

/** Counts the pages at whose edge a line stands, whatever its numbers. */
export function countPageEdges(texts: readonly string[]): PageEdges {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const top = readEdge(text, 'top');
    const bottom = readEdge(text, 'bottom');
    for (const line of new Set([...top, ...bottom].map(({ words }) => foldEdge(words))))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

const foldEdge = (line: string): string =>
  line.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim().toLowerCase();

interface Line {
  start: number;
  end: number;
  words: string;
}

/** Reads the first or last lines of a page, from its edge inwards, blank ones left out. */
function readEdge(text: string, side: 'top' | 'bottom'): Line[] {
  const lines: Line[] = [];
  const isTop = side === 'top';
  for (
    let at = isTop ? 0 : text.length;
    lines.length < edge.lines && (isTop ? at < text.length : at > 0);
  ) {
    const newline = isTop ? text.indexOf('\n', at) : text.lastIndexOf('\n', at - 1);
    const [start, end] = isTop ? [at, newline === -1 ? text.length : newline] : [newline + 1, at];
    const words = end - start > edge.length ? null : text.slice(start, end).trim();
    if (words === null) break;
    if (words !== '') lines.push({ start, end, words });
    at = isTop ? end + 1 : start - 1;
  }
  return lines;
}

/**
 * A line that is nothing but the number of a page: "3", "- 3 -", "Page 3 of 12", "Seite 3", "3 /
 * 12".
 */
const pageNumber =
  /^[-–—|\s]*(?:(?:page|p\.|seite|s\.|página|pág\.|ページ)\s*)?\d{1,4}(?:\s*(?:of|von|sur|de|\/|\|)\s*\d{1,4})?(?:\s*(?:ページ|頁))?[-–—|\s]*$/iu;

/**
 * True for the head or foot of a page: its number, a line that other pages have too, or one that
 * ends in its number.
 */
function isEdge(words: string, number: number | null, edges: PageEdges): boolean {
  if (pageNumber.test(words) || (edges.get(foldEdge(words)) ?? 0) > 1) return true;
  if (number === null || /[.!?;:,]$/u.test(words)) return false;
  return new RegExp(`(?:^${number}\\s*[|·•–—-]|(?:[|·•–—-]|\\s{2,})\\s*${number}$)`, 'u').test(
    words,
  );
}

/** Returns the text of a page between its head and its foot. */
function readBody({ text, location }: PlacedText, edges: PageEdges): string {
  const number = readPlace(location)?.number ?? null;
  let [start, end] = [0, text.length];
  for (const line of readEdge(text, 'top')) {
    if (!isEdge(line.words, number, edges)) break;
    start = line.end;
  }
  for (const line of readEdge(text, 'bottom')) {
    if (!isEdge(line.words, number, edges) || line.start < start) break;
    end = line.start;
  }
  return text.slice(start, end).trim();
}

const noteLine = /^\s*(?:\[?\d{1,3}[.)\]]?\s{1,4}\p{L}|[*†‡⁰¹²³⁴-⁹※]+\s*\p{L}|注\s?\d)/u;

/**
 * Cuts the notes below the text of a page, where the sentence above them goes on. Null for a page
 * without them.
 */
function cutNotes(body: string): string | null {
  const lines = body.split('\n');
  for (let at = Math.max(1, lines.length - mostNoteLines); at < lines.length; at += 1) {
    if (!noteLine.test(lines[at] ?? '')) continue;
    const above = lines.slice(0, at).join('\n').trimEnd();
    return endsSentence(above) ? null : above;
  }
  return null;
}

const endsSentence = (text: string): boolean => /[.!?:。！？：]["”“»’)\]」』]*$/u.test(text);

/** The kind and number of a place that names one page or slide. Null for any other. */
function readPlace(location: string | null): { word: string; number: number } | null {
  const found = /^(page|slide) (\d{1,5})$/.exec(location ?? '');
  return found?.[1] === undefined ? null : { word: found[1], number: Number(found[2]) };
}

/**
 * True if one part of a document follows the other: page 3 follows page 2. Other parts follow in
 * their order.
 */
export function follows(one: string | null, other: string | null): boolean {
  const [first, second] = [readPlace(one), readPlace(other)];
  if (first === null || second === null) return first === second && one !== null && other !== null;
  return first.word === second.word && second.number === first.number + 1;
}

/** Names the place of words that run over several parts: "pages 1-2". */
export function nameSpan(first: string | null, last: string | null): string {
  const [from, to] = [readPlace(first), readPlace(last)];
  if (from && to) return `${from.word}s ${from.number}-${to.number}`;
  return `${first ?? ''} to ${last ?? ''}`;
}

/** The end of a part with the beginning of the next one, which stands at `joint`. */
interface JoinedText {
  text: string;
  joint: number;
}

/**
 * Pages are one text. Slides, sheets and sections are only where a sentence goes on in the next
 * one.
 */
function goesOn(before: string, after: string, location: string | null): boolean {
  if (before === '' || after === '') return false;
  if (readPlace(location)?.word === 'page') return true;
  return !endsSentence(before) && /^[\p{Ll}\p{Lo}\d]/u.test(after);
}

/** Joins two texts with a space, or the halves of a hyphenated word without one. */
function joinBodies(before: string, after: string): JoinedText {
  const isHyphenated = /\p{L}[-‐\u00ad]$/u.test(before) && /^\p{Ll}/u.test(after);
  const start = isHyphenated ? before.replace(/[-‐\u00ad]$/u, '') : `${before} `;
  return { text: start + after, joint: start.length };
}

/**
 * Joins the end of a part with the beginning of the next ones, without heads, feet and numbers of
 * pages, and once more without the notes below the text.
 * @param parts parts that follow each other
 * @param reach characters that are read at each end
 * @returns the joined texts; none where nothing goes on
 */
export function joinPages(
  parts: readonly PlacedText[],
  edges: PageEdges,
  reach: number,
): JoinedText[] {
  const bodies = parts.map((part) => readBody(part, edges));
  const [first = '', ...others] = bodies;
  const after = others.reduce(
    (text, body) => (text === '' ? body : joinBodies(text, body).text),
    '',
  );
  const starts = [first, cutNotes(first)].flatMap((text) => text ?? []);
  return starts.flatMap((before) => {
    if (!goesOn(before, after, parts[0]?.location ?? null)) return [];
    return joinBodies(readTail(before, reach), readHead(after, reach));
  });
}

/** Cuts at white space, so that no word or number is split. */
function readTail(text: string, reach: number): string {
  if (text.length <= reach) return text;
  const tail = text.slice(-reach);
  return tail.slice(tail.search(/\s/u) + 1);
}

function readHead(text: string, reach: number): string {
  if (text.length <= reach) return text;
  const head = text.slice(0, reach);
  return head.slice(0, Math.max(head.search(/\s\S*$/u), 0) || reach);
}
