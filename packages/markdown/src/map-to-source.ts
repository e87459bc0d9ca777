/** Maps the characters of a rendered text to their places in its markdown. */
export interface MappedText {
  /** Offset of each character, and of the end; or of the first, if the text stands there unchanged. */
  source: number | Uint32Array;
  /** Offset behind the last character. */
  end: number;
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{0,31});/iy;
const punctuation = /[!-/:-@[-`{-~]/;

/**
 * Finds the characters of a rendered text in a range of its markdown, in order. Characters that the markdown has in
 * addition are skipped: marks, escapes, indentation of further lines. An entity counts as one character.
 */
export function mapToSource(value: string, markdown: string, { from, to }: { from: number; to: number }): MappedText {
  if (markdown.startsWith(value, from)) return { source: from, end: from + value.length };
  const inside = markdown.slice(from, to).indexOf(value);
  if (inside !== -1) return { source: from + inside, end: from + inside + value.length };
  const source = new Uint32Array(value.length + 1);
  let at = from;
  let index = 0;
  while (index < value.length) {
    const found = findCharacter(value, index, markdown, { from: at, to });
    source.fill(found.start, index, index + found.units);
    index += found.units;
    at = found.end;
  }
  source[value.length] = at;
  return { source, end: at };
}

interface Found {
  start: number;
  end: number;
  /** Number of UTF-16 units of the rendered text that it stands for. */
  units: number;
}

function findCharacter(
  value: string,
  index: number,
  markdown: string,
  { from, to }: { from: number; to: number },
): Found {
  for (let at = from; at < to; at += 1) {
    const character = markdown[at] ?? '';
    const next = markdown[at + 1] ?? '';
    if (character === '\\' && punctuation.test(next) && next === value[index])
      return { start: at, end: at + 2, units: 1 };
    const raw = character === '&' ? entityAt(markdown, at) : '';
    if (raw !== '' && !value.startsWith(raw, index)) {
      const units = (value.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
      return { start: at, end: at + raw.length, units };
    }
    if (character === value[index]) return { start: at, end: at + 1, units: 1 };
  }
  return { start: to, end: to, units: 1 };
}

function entityAt(markdown: string, at: number): string {
  entity.lastIndex = at;
  return entity.exec(markdown)?.[0] ?? '';
}
