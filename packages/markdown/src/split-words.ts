/** The words of a text; each mark that is no letter or digit counts as a word, and so does each character of Chinese. */
export interface SplitWords {
  /** Offset of each word, and the end of the last one. */
  starts: Uint32Array;
  ends: Uint32Array;
  /** The same number for the same word in all texts that are split together. */
  ids: Uint32Array;
  /** 2 for the first word of a block, 1 for the first of a sentence, else 0. */
  starting: Uint8Array;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const word = new RegExp(String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]+|\S`, 'gv');

const sentenceEnd = /^[.!?。！？]$/u;

/** Splits texts into words whose numbers can be compared. */
export function splitWords(texts: readonly string[]): SplitWords[] {
  const known = new Map<string, number>();
  const numberOf = (text: string): number => {
    const id = known.get(text) ?? known.size;
    if (id === known.size) known.set(text, id);
    return id;
  };
  return texts.map((text) => {
    const found = [...text.matchAll(word)];
    return {
      starts: Uint32Array.from(found, ({ index }) => index),
      ends: Uint32Array.from(found, ({ index, 0: { length } }) => index + length),
      ids: Uint32Array.from(found, ([each]) => numberOf(each)),
      starting: Uint8Array.from(found, ({ index }, at) => {
        const previous = found[at - 1];
        if (!previous || /[\n\t]/.test(text.slice(previous.index + previous[0].length, index))) return 2;
        return sentenceEnd.test(previous[0]) ? 1 : 0;
      }),
    };
  });
}
