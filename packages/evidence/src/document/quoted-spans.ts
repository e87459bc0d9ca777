/** Words between quotation marks. `start` and `end` include the marks, `words` does not. */
export interface QuotedSpan {
  start: number;
  end: number;
  words: string;
}

/** Closing marks by opening mark, for the languages of briefs. */
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
 * Finds the outermost quoted spans of a text. Marks that mean inches or apostrophes, or have no partner, are ignored.
 */
export function findQuotedSpans(text: string): QuotedSpan[] {
  const spans: QuotedSpan[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    const closing = closers[mark];
    if (closing === undefined || !opens(text, at, mark)) continue;
    // Some writers close a curly mark with a straight one. Inside a curly pair, a straight mark is a quote in the
    // quote.
    const end = findClosing(text, at, mark, closing) ?? (/[“„]/.test(mark) ? findClosing(text, at, mark, '"') : null);
    if (end === null) continue;
    spans.push({ start: at, end: end + 1, words: text.slice(at + 1, end).trim() });
    at = end;
  }
  return spans;
}

function opens(text: string, at: number, mark: string): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (after === '' || (letter.test(before) && !unspaced.test(before))) return false;
  return mark === '«' || mark === '»' ? true : !/\s/.test(after);
}

function findClosing(text: string, start: number, mark: string, closing: string): number | null {
  let depth = 0;
  const limit = Math.min(text.length, start + maxLength);
  for (let at = start + 1; at < limit; at += 1) {
    const unit = text.charAt(at);
    if (closing.includes(unit) && isClosing(text, at, unit)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (unit === mark && mark !== '"' && opens(text, at, mark)) depth += 1;
  }
  return null;
}

/** Returns false for an apostrophe inside a word and for a straight mark after a space. */
function isClosing(text: string, at: number, unit: string): boolean {
  const after = text.charAt(at + 1);
  const endsWord = !letter.test(after) || unspaced.test(after);
  if (unit === '’' || unit === '‘') return endsWord;
  return unit !== '"' || (!/\s/.test(text.charAt(at - 1)) && endsWord);
}

/** Counts the words of a quote. In scripts without spaces, two characters count as a word. */
export function countWords(words: string): number {
  const unspaced = words.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = words.match(/[\p{L}\p{N}]+(?:[’'-]\p{L}+)*/gu)?.length ?? 0;
  return unspaced > 0 ? Math.max(spaced, Math.floor(unspaced / 2)) : spaced;
}
