import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { isWideRow, readLines } from './clean-line.ts';

/** A block of a document by its layout. `rows` are the raw lines of a possible table. */
type TextBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'item' | 'paragraph'; text: string }
  | { kind: 'rows'; rows: string[]; delimiter: Delimiter };
export type Delimiter = '|' | '\t' | ',' | ';';

const maxParagraphLength = 2400;
/** Rows of one table that are kept. An attached sheet has at most 50,000. */
const maxRows = 50_000;
const headingPattern = /^#{1,6}\s+(.+?)\s*#*$/;
const itemPattern = /^(?:[-*+•·–▪◦]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+(.+)$/i;
const frontMatterLine = /^[\w -]{1,40}:(?:\s|$)|^-\s|^\s*$/;

/** Yields the blocks of plain text or markdown, without a leading block of metadata between `---` lines. */
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
    // A comma before a space is one of a sentence, unless the table's own have one.
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
  if (line.length > 60 || !/^\*\*[^*]+\*\*:?$|^[\p{Lu}][^\s.!?,;|]*(?:\s[^\s.!?,;|]+){0,2}:$/u.test(line)) return null;
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

/** Counts the delimiters of a line outside quotation marks. */
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
  return inner.every((line) => frontMatterLine.test(line.trimEnd())) ? text.slice(3 + end.index + end[0].length) : text;
}

function plainText(text: string): string {
  return text
    .replace(/!?\[([^[\]]{1,300})\]\([^)\s]{1,500}\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,300}?)\1/g, '$2')
    .replace(/(?<!\w)[*_`](?=\S)([^*_`]{1,200}?)[*_`](?!\w)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
