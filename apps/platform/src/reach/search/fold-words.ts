/** Letters of languages that write without spaces, as platform.unspaced_letters() has them. */
const unspaced =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\u30fa\\u30fc-\\u31ff' +
  '\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
const unspacedRun = new RegExp(`^[${unspaced}]+$`, 'u');
const wordPattern = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** A text in the spelling in which words are compared. */
export interface FoldedText {
  folded: string;
  /** For each UTF-16 unit of `folded` the index in the text of the letter that it comes from, and the text's end. */
  origins: number[];
}

/** Folds a letter as platform.fold_text() does: without accents, width and case. */
function foldLetter(letter: string): string {
  if (letter < '\u0080') return letter.toLowerCase();
  const base = letter
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return base.toLowerCase().replaceAll('ß', 'ss');
}

/** Folds a text letter by letter, so that a place in the folded text is known in the text. */
export function foldText(text: string): FoldedText {
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const one = foldLetter(letter);
    folded += one;
    for (let unit = 0; unit < one.length; unit += 1) origins.push(at);
    at += letter.length;
  }
  return { folded, origins: [...origins, text.length] };
}

/**
 * Returns the words of a search in the spelling in which they are compared, the longest first. A run without spaces is
 * one word, followed by its pairs of letters, because a text may have them apart.
 */
export function searchWords(asked: string): string[] {
  const words = (foldText(asked).folded.match(wordPattern) ?? []).flatMap((word) =>
    unspacedRun.test(word) ? [word, ...pairsOf(word)] : [word],
  );
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
