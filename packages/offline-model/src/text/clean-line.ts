/** Longest line that is handled in one piece, in UTF-16 units. A longer line is cut. */
const maxLineLength = 1200;
/** Longest row of a table, which must not be cut between its cells. */
const maxRowLength = 32_768;
/** Delimiters in the first piece of a line that make it a row. A comma or semicolon before a space belongs to prose. */
const leastDelimiters = 12;

/**
 * Yields the lines of untrusted text lazily, so that a megabyte is never copied at once.
 * Long lines are yielded in pieces, cut at a space if there is one and never inside a surrogate pair.
 */
export function* readLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const lineEnd = newline === -1 ? text.length : newline;
    const isLong = lineEnd - start > maxLineLength;
    const limit = isLong && isWideRow(text.slice(start, start + maxLineLength)) ? maxRowLength : maxLineLength;
    const end = lineEnd - start > limit ? findCut(text, start) : lineEnd;
    yield cleanLine(text.slice(start, end), true);
    start = end === lineEnd ? lineEnd + 1 : end;
  }
}

/** True for the beginning of a row with so many cells that no sentence looks like it. */
export function isWideRow(line: string): boolean {
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

/** Removes control and text-direction characters, lone surrogates and outer spaces; tabs stay if `keepTabs` is set. */
export function cleanLine(line: string, keepTabs = false): string {
  return line
    .toWellFormed()
    .replace(keepTabs ? /(?:(?!\t)[\p{Cc}\p{Zs}\p{Zl}\p{Zp}])+/gu : /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Bidi_Control}\uFEFF\uFFFD]/gu, '')
    .trim();
}

/** Flattens any text to one clean line of at most `maxLength` characters. A cut is marked with an ellipsis. */
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

/** Returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  const first = [...text][0] ?? '';
  return first.toUpperCase() + text.slice(first.length);
}
