interface Snippet {
  snippet: string;
  /** Where the words stand, as [start, end) in UTF-16 units, in order and apart from each other. */
  marks: [number, number][];
}

/** Limits the characters of a snippet without the signs of a cut. */
const snippetLength = 240;
/** Characters that may stand before the first word. */
const leadLength = 60;
/** Shorter words are marked at the beginning of a word only. */
const innerLength = 4;

/**
 * Makes a result's passage from markdown around the words, else from its beginning. `isBeginning`
 * and `isEnd`: the text begins or ends with it.
 */
export function makeSnippet(
  piece: string,
  words: readonly string[],
  { isBeginning, isEnd }: { isBeginning: boolean; isEnd: boolean },
): Snippet {
  const text = plainText(piece.toWellFormed());
  const first = findMarks(text, words)[0]?.[0] ?? 0;
  const start = first <= leadLength ? 0 : nextWord(text, first - leadLength, first);
  const end =
    text.length - start <= snippetLength
      ? text.length
      : lastWord(text, start, start + snippetLength);
  const passage = text.slice(start, end).trim();
  const before = start > 0 || !isBeginning ? '…' : '';
  const after = end < text.length || !isEnd ? '…' : '';
  const snippet = `${before}${passage}${after}`;
  const marks = findMarks(passage, words).map(([from, to]): [number, number] => [
    from + before.length,
    to + before.length,
  ]);
  return { snippet, marks };
}

/**
 * Takes out what markdown adds to the words. The piece may begin and end anywhere, so it is not
 * parsed.
 */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[\^[^\]\s]+\]:?/g, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s"[^"]*")?\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/\|?\s*:?-{3,}:?\s*(?=\||$)/gm, ' ')
    .replace(
      /(?<!\d)(?:\*\*|__|~~)|(?:\*\*|__|~~)(?!\d)|`+|\||(?<=\s|^)[*_](?=\S)|(?<=\S)[*_](?=\s|$)/gm,
      ' ',
    )
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/ ([.,;:!?)])/g, '$1')
    .trim();
}

/** Finds the words in a text, wherever they stand in longer ones. Places that meet are one. */
function findMarks(text: string, words: readonly string[]): [number, number][] {
  const { folded, origins } = foldText(text);
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      if (isShort(word) && isLetter(folded.charAt(at - 1))) continue;
      found.push([origins[at] ?? 0, origins[at + word.length] ?? text.length]);
    }
  }
  found.sort(([a], [b]) => a - b);
  const marks: [number, number][] = [];
  for (const [from, to] of found) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) marks.push([from, to]);
  }
  return marks;
}

const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter);
const isShort = (word: string) =>
  word.length < innerLength && /^[\p{Script=Latin}\p{N}]+$/u.test(word);

/**
 * Returns the beginning of the first word after `from`, or a place within a letterless text before
 * `limit`.
 */
function nextWord(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 || space >= limit ? afterWholeLetter(text, from) : space + 1;
}

/** Returns the end of the last word before `to`, or a place within a text without spaces. */
function lastWord(text: string, start: number, to: number): number {
  const space = text.lastIndexOf(' ', to);
  return space <= start + snippetLength / 2 ? afterWholeLetter(text, to) : space;
}

/** Moves a place out of the middle of a letter of two units. */
const afterWholeLetter = (text: string, at: number) =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1))
    ? at + 1
    : at;

/** Letters of languages that write without spaces, as platform.unspaced_letters() has them. */
const unspaced =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\u30fa\\u30fc-\\u31ff' +
  '\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
const unspacedRun = new RegExp(`^[${unspaced}]+$`, 'u');
const wordPattern = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** A text in the spelling in which words are compared. */
export interface FoldedText {
  folded: string;
  /**
   * For each UTF-16 unit of `folded` the index in the text of the letter that it comes from, and
   * the text's end.
   */
  origins: number[];
}

/** Accents, vowel signs of Arabic and Hebrew, and invisible characters. */
const leftOut = new RegExp(
  '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670' +
    '\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f' +
    '\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff]',
  'g',
);

/** Letters that neither case nor decomposition makes equal. */
const equalLetters: Record<string, string> = {
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** The zeros of scripts with digits of their own. The nine others follow each. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810,
];
const digits = new Map(
  zeros.flatMap((zero) =>
    [...'0123456789'].map((digit): [string, string] => [
      String.fromCodePoint(zero + Number(digit)),
      digit,
    ]),
  ),
);

/** Folds a letter as platform.fold_text() does. */
function foldLetter(letter: string): string {
  if (letter < '\u0080') return letter.toLowerCase();
  const base = letter.normalize('NFKD').replace(leftOut, '').normalize('NFC').toLowerCase();
  return Array.from(base, (one) => equalLetters[one] ?? digits.get(one) ?? one).join('');
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
 * Returns a search's folded words, the longest first; a run without spaces also as pairs of
 * letters.
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
