import type { TimeSlice } from '@ecp/semaphore/semaphore';

/** A block of a document by its layout. `rows` are the raw lines of a possible table. */
type TextBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'item' | 'paragraph'; text: string }
  | { kind: 'rows'; rows: string[]; delimiter: Delimiter };
export type Delimiter = '|' | '\t' | ',' | ';';

const maxParagraphLength = 2400;
/** Limits the rows of a table that are kept. An attached sheet has at most as many. */
const maxRows = 50_000;
const headingPattern = /^#{1,6}\s+(.+?)\s*#*$/;
const itemPattern = /^(?:[-*+•·–▪◦]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+(.+)$/i;
const frontMatterLine = /^[\w -]{1,40}:(?:\s|$)|^-\s|^\s*$/;

/**
 * Yields the blocks of plain text or markdown, without a leading block of metadata between `---`
 * lines.
 */
export async function* readBlocks(text: string, timeSlice: TimeSlice): AsyncGenerator<TextBlock> {
  let paragraph: string[] = [];
  let rows: string[] = [];
  let rowDelimiter: Delimiter | null = null;
  let separators = 0;
  let kind: 'item' | 'paragraph' = 'paragraph';
  function* flush(): Generator<TextBlock> {
    if (paragraph.length > 0) yield { kind, text: plainText(paragraph.join(' ')) };
    if (rows.length > 0 && rowDelimiter) yield { kind: 'rows', rows, delimiter: rowDelimiter };
    paragraph = [];
    rows = [];
    rowDelimiter = null;
    kind = 'paragraph';
  }
  for (const line of readLines(skipFrontMatter(text))) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    // A row of an open table may look like a list item or end with a full stop.
    const goesOn = rowDelimiter !== null && countSeparators(line, rowDelimiter) === separators;
    // A comma before a space belongs to a sentence, unless the table's own rows have one.
    const isProse = rowDelimiter === ',' && /,\s/.test(line) && !/,\s/.test(rows[0] ?? '');
    if (goesOn && !isProse && rows.length < maxRows) {
      rows.push(line);
      continue;
    }
    const heading = headingPattern.exec(line)?.[1] ?? shoutedHeading(line);
    const item = itemPattern.exec(line)?.[1];
    const delimiter = findDelimiter(line);
    if (line === '' || /^(?:```|~~~|[-=*_]{3,}$)/.test(line)) yield* flush();
    else if (heading !== null) {
      yield* flush();
      yield { kind: 'heading', text: plainText(heading) };
    } else if (item !== undefined) {
      yield* flush();
      kind = 'item';
      paragraph.push(item);
    } else if (delimiter) {
      if (rowDelimiter !== delimiter || paragraph.length > 0) yield* flush();
      rowDelimiter = delimiter;
      separators = countSeparators(line, delimiter);
      rows.push(line);
    } else {
      if (rows.length > 0 || paragraph.join(' ').length > maxParagraphLength) yield* flush();
      paragraph.push(line.replace(/^>+\s*/, ''));
    }
  }
  yield* flush();
}

function shoutedHeading(line: string): string | null {
  if (
    line.length > 60 ||
    !/^\*\*[^*]+\*\*:?$|^[\p{Lu}][^\s.!?,;|]*(?:\s[^\s.!?,;|]+){0,2}:$/u.test(line)
  )
    return null;
  return line.replace(/^\*\*|\*\*:?$|:$/g, '').replace(/:$/, '');
}

function findDelimiter(line: string): Delimiter | null {
  if (/^\|.*\|$/.test(line)) return '|';
  if (/^\t*[^\t]+\t+[^\t]/.test(line)) return '\t';
  if ((line.length > 600 && !isWideRow(line)) || /[.!?]$/.test(line)) return null;
  const semicolons = line.split(';').length - 1;
  if (semicolons >= 2) return ';';
  if (/^[^,;]{1,60}([,;])[^,;\s][^,;]{0,60}$/.test(line)) return line.includes(';') ? ';' : ',';
  return line.split(',').length - 1 >= 2 && !/,\s\w+\s\w+\s\w+/.test(line) ? ',' : null;
}

function countSeparators(line: string, delimiter: Delimiter): number {
  const bare = line.includes('"') ? line.replace(/"[^"]*"/g, '') : line;
  return bare.split(delimiter).length - 1;
}

function skipFrontMatter(text: string): string {
  if (!/^---\r?\n/.test(text)) return text;
  const head = text.slice(0, 4000);
  const end = /\r?\n---[ \t]*(?:\r?\n|$)/.exec(head.slice(3));
  if (!end) return text;
  const inner = head.slice(4, 3 + end.index).split('\n');
  return inner.every((line) => frontMatterLine.test(line.trimEnd()))
    ? text.slice(3 + end.index + end[0].length)
    : text;
}

function plainText(text: string): string {
  return text
    .replace(/!?\[([^[\]]{1,300})\]\([^)\s]{1,500}\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,300}?)\1/g, '$2')
    .replace(/(?<!\w)[*_`](?=\S)([^*_`]{1,200}?)[*_`](?!\w)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Limits the UTF-16 units of a line that is handled in one piece. A longer line is cut. */
const maxLineLength = 1200;
/** Limits the UTF-16 units of a table row, which must not be cut between its cells. */
const maxRowLength = 32_768;
/**
 * Sets the least number of delimiters that make a line a row. A comma or semicolon before a space
 * belongs to prose.
 */
const leastDelimiters = 12;

/** Yields lines without a copy of the whole. Long lines are cut, at a space if there is one. */
export function* readLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const lineEnd = newline === -1 ? text.length : newline;
    const isLong = lineEnd - start > maxLineLength;
    const limit =
      isLong && isWideRow(text.slice(start, start + maxLineLength)) ? maxRowLength : maxLineLength;
    const end = lineEnd - start > limit ? findCut(text, start) : lineEnd;
    yield cleanLine(text.slice(start, end), true);
    start = end === lineEnd ? lineEnd + 1 : end;
  }
}

/** True for the beginning of a row with so many cells that no sentence looks like it. */
function isWideRow(line: string): boolean {
  const cells = line.match(/[,;](?!\s)|[\t|]/g)?.length ?? 0;
  return cells >= leastDelimiters && cells > (line.match(/[,;]\s/g)?.length ?? 0) * 2;
}

function findCut(text: string, start: number): number {
  const limit = start + maxLineLength;
  const half = start + maxLineLength / 2;
  const space = text.slice(half, limit).lastIndexOf(' ');
  if (space > 0) return half + space;
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit;
}

/**
 * Removes control and text-direction characters, lone surrogates and outer spaces; tabs stay if
 * `keepTabs` is set.
 */
export function cleanLine(line: string, keepTabs = false): string {
  return line
    .toWellFormed()
    .replace(
      keepTabs ? /(?:(?!\t)[\p{Cc}\p{Zs}\p{Zl}\p{Zp}])+/gu : /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu,
      ' ',
    )
    .replace(/[\p{Bidi_Control}\uFEFF\uFFFD]/gu, '')
    .trim();
}

/** Makes any text one clean line of at most `maxLength` characters. An ellipsis marks a cut. */
export function flattenText(text: string, maxLength: number): string {
  return clipText(cleanLine(text.slice(0, maxLength * 4)), maxLength);
}

/** Cuts a line at the end of a word and marks the cut with an ellipsis. */
export function clipText(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const space = line.lastIndexOf(' ', maxLength - 1);
  const cut = line.slice(0, space > maxLength / 2 ? space : maxLength - 1).toWellFormed();
  return `${cut.replace(/[\uFFFD\s,;:–-]+$/u, '')} …`;
}

export function capitalize(text: string): string {
  const first = [...text][0] ?? '';
  return first.toUpperCase() + text.slice(first.length);
}
