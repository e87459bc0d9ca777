/** The letters and digits of a text, and where each stands in it. */
interface FoldedText {
  letters: string;
  at: number[];
}

/** A stretch of a text. */
interface Span {
  start: number;
  end: number;
}

/** Case, accents, spaces and punctuation make no difference between a quote and its source (docs/evidence.md). */
function fold(text: string): FoldedText {
  let letters = '';
  const at: number[] = [];
  let offset = 0;
  for (const character of text) {
    if (character <= '\u007f') {
      // Most texts are mostly these; the way below is some ten times slower.
      if (/[A-Za-z0-9]/.test(character)) {
        letters += character.toLowerCase();
        at.push(offset);
      }
      offset += 1;
      continue;
    }
    for (const unit of character.normalize('NFKD').toLowerCase()) {
      if (!/[\p{L}\p{N}]/u.test(unit)) continue;
      letters += unit;
      for (let index = 0; index < unit.length; index += 1) at.push(offset);
    }
    offset += character.length;
  }
  return { letters, at };
}

/** Where the quoted words stand in a text: a span for each piece between ellipses; empty when one is not there. */
export function findWords(text: string, words: string): Span[] {
  const folded = fold(text);
  const spans: Span[] = [];
  let from = 0;
  for (const piece of words.split(/\[?(?:…|\.{3})\]?/)) {
    const { letters } = fold(piece);
    if (letters === '') continue;
    const found = folded.letters.indexOf(letters, from);
    if (found === -1) return [];
    from = found + letters.length;
    const start = folded.at[found] ?? 0;
    spans.push({ start, end: (folded.at[from - 1] ?? start) + 1 });
  }
  return spans;
}
