/** Words of a bench: a word of rank r is r times as rare as the first, as in real languages. */
export interface Vocabulary {
  words: readonly string[];
  /** Chinese characters. */
  letters: readonly string[];
}

/** Returns a number from 0 to 1. The same seed gives the same numbers. */
export type Chance = () => number;

/** Makes a generator of chances (a linear congruential one, which is enough for texts). */
export function seedChance(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const syllables =
  'al an ar as at ba be ca co con de di do en er fa fer fi ga ge gro han ho in is ja ka ke kup la le lo mar men mi mo na ne no or pa per pla pre pro ra re ri ro sa se si so sta ta te ti to tra un va ve vi wa we xi ya zo'.split(
    ' ',
  );

/** Makes `size` different words. Frequent ones tend to be short, and a text has about as many long ones as English. */
export function makeVocabulary(size: number, chance: Chance): Vocabulary {
  const words = new Set<string>();
  while (words.size < size) {
    const length = 1 + Math.floor(chance() ** 3 * (2 + 0.5 * Math.log10(1 + words.size)));
    words.add(Array.from({ length }, () => syllables[Math.floor(chance() * syllables.length)]).join(''));
  }
  const letters = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 5));
  return { words: [...words], letters };
}

const pick = (from: readonly string[], chance: Chance) => from[Math.floor(from.length ** chance()) - 1] ?? '';

/** Writes a document of about `length` words, or of as many Chinese characters. */
export function writeDocument(
  { words, letters }: Vocabulary,
  { length, chinese, chance }: { length: number; chinese: boolean; chance: Chance },
): string {
  const title = Array.from({ length: 4 }, () => pick(chinese ? letters : words, chance));
  const body = Array.from({ length }, (_, index) => {
    const end = index % 15 === 14 ? (chinese ? '。' : '. ') : chinese ? '' : ' ';
    return pick(chinese ? letters : words, chance) + end;
  });
  return `# ${title.join(chinese ? '' : ' ')}\n\n${body.join('')}\n`;
}
