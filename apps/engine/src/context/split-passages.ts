import type { Passage } from './passage.ts';

/** A passage ends at the first blank line or end of a row after this many characters. */
const targetLength = 700;
/** A passage ends at the end of a line or sentence before it exceeds this many characters. */
const maxLength = 1_200;
const maxHeadingLength = 200;

interface Unit {
  start: number;
  end: number;
  kind: 'line' | 'row' | 'heading';
  afterBlank: boolean;
}

/**
 * Splits a text into passages, each a slice of it: at headings, blank lines and rows of tables, and at sentences in
 * long paragraphs. Every character except white space is in exactly one passage. It is a generator, so that the caller
 * can work in time slices.
 */
export function* splitPassages(text: string, source: number): Generator<Passage> {
  let open: { start: number; end: number; context: string } | null = null;
  let heading = '';
  let columns = '';
  let wasRow = false;
  const close = (): Passage[] => {
    if (!open) return [];
    const { start, end, context } = open;
    open = null;
    return [{ source, position: start, text: text.slice(start, end), context }];
  };
  for (const unit of readUnits(text)) {
    const isRow = unit.kind === 'row';
    if (!isRow) columns = '';
    if (open && endsBefore(open, unit)) yield* close();
    if (unit.kind === 'heading')
      heading = text
        .slice(unit.start, unit.end)
        .replace(/^#+\s*/, '')
        .slice(0, maxHeadingLength);
    open ??= { start: unit.start, end: unit.end, context: [heading, columns].filter(Boolean).join('\n') };
    open.end = unit.end;
    if (isRow && !wasRow) columns = text.slice(unit.start, unit.end).slice(0, maxHeadingLength);
    wasRow = isRow;
  }
  yield* close();
}

function endsBefore(open: { start: number; end: number }, unit: Unit): boolean {
  if (unit.kind === 'heading' || unit.end - open.start > maxLength) return true;
  return open.end - open.start >= targetLength && (unit.afterBlank || unit.kind === 'row');
}

/** Yields the lines without blank ones. Long lines are split. */
function* readUnits(text: string): Generator<Unit> {
  let afterBlank = false;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const lineEnd = found < 0 ? text.length : found;
    const line = text.slice(at, lineEnd);
    const start = at + (line.length - line.trimStart().length);
    const end = at + line.trimEnd().length;
    if (end <= start) afterBlank = true;
    else {
      const kind = kindOf(line);
      for (const piece of cutLine(text, start, end)) {
        yield { ...piece, kind, afterBlank };
        afterBlank = false;
      }
    }
    at = lineEnd + 1;
  }
}

function kindOf(line: string): Unit['kind'] {
  if (/^\s{0,3}#{1,6}\s/.test(line)) return 'heading';
  const cells = line.slice(0, 2_000).match(/[\t|;]|,(?=\S)/g)?.length ?? 0;
  return cells >= 2 && !/[.!?]\s+\p{Lu}/u.test(line.slice(0, 2_000)) ? 'row' : 'line';
}

/** Yields pieces of at most `maxLength` characters. Each ends at a sentence, else at a word, else at a character. */
function* cutLine(text: string, start: number, end: number): Generator<{ start: number; end: number }> {
  let from = start;
  while (end - from > maxLength) {
    const window = text.slice(from, from + maxLength);
    const sentence = lastMatchEnd(window, /[.!?…](?=\s)|[。！？]/gu);
    const space = window.lastIndexOf(' ');
    const cut = sentence > maxLength / 4 ? sentence : space > 0 ? space : wholeCharacters(window);
    yield { start: from, end: from + cut };
    from += cut;
    while (from < end && /\s/.test(text.charAt(from))) from += 1;
  }
  if (from < end) yield { start: from, end };
}

function lastMatchEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** Returns a length that does not split a surrogate pair. */
function wholeCharacters(window: string): number {
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
