/** The letters and digits of a text, with the position of each. */
export interface FoldedText {
  letters: string;
  at: number[];
}

/** A range of a text. */
export interface Span {
  start: number;
  end: number;
}

/** Normalises a text, because a quote may differ in case, accents, spaces and punctuation (docs/evidence.md). */
export function foldText(text: string): FoldedText {
  let letters = '';
  const at: number[] = [];
  let offset = 0;
  for (const character of text) {
    if (character <= '\u007f') {
      // Fast path for most characters. The general path below is about ten times slower.
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

/** Finds the quoted words in a text: one span for each piece between ellipses, or none if a piece is missing. */
export const findWords = (text: string, words: string): Span[] => findFolded(foldText(text), words);

/** Finds words like `findWords`, in a text that is folded once for many searches. */
export function findFolded(folded: FoldedText, words: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const piece of words.split(/\[?(?:…|\.{3})\]?/)) {
    const { letters } = foldText(piece);
    if (letters === '') continue;
    const found = folded.letters.indexOf(letters, from);
    if (found === -1) return [];
    from = found + letters.length;
    const start = folded.at[found] ?? 0;
    spans.push({ start, end: (folded.at[from - 1] ?? start) + 1 });
  }
  return spans;
}
