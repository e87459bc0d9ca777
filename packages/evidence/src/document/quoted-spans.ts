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
 * Linear in the text's length.
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
    // Some writers close a curly mark with a straight one. Inside a curly pair, a straight mark is a quote in the
    // quote.
    const end = partnerOf(at, mark, closing) ?? (/[“„]/.test(mark) ? partnerOf(at, mark, '"') : null);
    if (end === null) continue;
    spans.push({ start: at, end: end + 1, words: text.slice(at + 1, end).trim() });
    at = end;
  }
  return spans;
}

/** Pairs the opening marks of a kind with their closing ones, inner pairs first. A straight mark ends at the next. */
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
