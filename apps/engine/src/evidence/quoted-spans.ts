/** Words between quotation marks: `start` and `end` are those of the marks, `words` what stands between. */
export interface QuotedSpan {
  start: number;
  end: number;
  words: string;
}

/** Closing marks by opening mark, as the languages of briefs use them. */
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

/** Finds the quoted spans of a text, outermost only; marks that stand for inches, apostrophes or nothing are no quotes. */
export function findQuotedSpans(text: string): QuotedSpan[] {
  const spans: QuotedSpan[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    const closing = closers[mark];
    if (closing === undefined || !opens(text, at, mark)) continue;
    // Some close a curly mark with a straight one; inside a pair of curly ones that is a quote in the quote.
    const end = findClosing(text, at, mark, closing) ?? (/[“„]/.test(mark) ? findClosing(text, at, mark, '"') : null);
    if (end === null) continue;
    spans.push({ start: at, end: end + 1, words: text.slice(at + 1, end).trim() });
    at = end;
  }
  return spans;
}

function opens(text: string, at: number, mark: string): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (after === '' || letter.test(before)) return false;
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

/** An apostrophe inside a word closes nothing; nor does a straight mark that has a space before it. */
function isClosing(text: string, at: number, unit: string): boolean {
  if (unit === '’' || unit === '‘') return !letter.test(text.charAt(at + 1));
  return unit !== '"' || (!/\s/.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + 1)));
}

/** How many words a quote has; scripts without spaces count two characters a word. */
export function countWords(words: string): number {
  const unspaced = words.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = words.match(/[\p{L}\p{N}]+(?:[’'-]\p{L}+)*/gu)?.length ?? 0;
  return unspaced > 0 ? Math.max(spaced, Math.floor(unspaced / 2)) : spaced;
}
