import { type SeedNumber, spellOtherwise } from './seed-numbers.ts';
import type { SeedPart, SeedSentence, SeedSource } from './seed-sources.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The material of one citation. */
export interface Seed {
  source: SeedSource;
  part: SeedPart;
  sentence: SeedSentence;
}

/** The parts of a written citation. Faults change them before they are joined. */
export interface Draft {
  /** The claim in whole words, without its reference. */
  claim: string;
  /** Quoted words inside the claim, or null. */
  inline: string | null;
  title: string;
  location: string | null;
  /** Quoted words in the footnote. Null if it only names the source. */
  quote: string | null;
}

const leads: Record<string, string[]> = {
  en: ['', 'Note that ', 'For the plan it matters that ', 'In short: ', 'One finding stands out: '],
  de: ['', 'Wichtig ist: ', 'Kurz gesagt: '],
  fr: ['', 'À retenir : ', 'En bref : '],
  es: ['', 'En resumen: ', 'Cabe señalar: '],
  ja: ['', '要点: '],
};
const marks: [string, string][] = [
  ['“', '”'],
  ['"', '"'],
  ['„', '“'],
  ['«', '»'],
  ['« ', ' »'],
  ['‘', '’'],
];

/** Picks a sentence to cite. */
export function pickSeed(sources: SeedSource[], random: SeededRandom): Seed {
  for (;;) {
    const source = random.pick(sources);
    const part = random.pick(source.parts);
    if (part.sentences.length > 0) return { source, part, sentence: random.pick(part.sentences) };
  }
}

/** Writes a correct citation in one of the ways in which agents write them. */
export function draftCorrect({ source, part, sentence }: Seed, random: SeededRandom): Draft {
  const quote =
    random.chance(0.12) && !source.isTable ? null : varyQuote(shorten(sentence.text, source, random), random);
  const base = { title: nameTitle(source, random), location: nameLocation(source, part, random), quote };
  const lead = random.pick(leads[source.language] ?? ['']);
  const style = source.isTable
    ? random.pick(['figures', 'restated'] as const)
    : random.pick(['restated', 'quoted', 'figures'] as const);
  if (style === 'quoted') {
    const inline = varyQuote(shorten(sentence.text, source, random), random);
    return { ...base, claim: `${random.pick(['The source puts it plainly: ', 'It says: ', lead])}{quote}`, inline };
  }
  if (style === 'figures' && sentence.numbers.length > 0) {
    return { ...base, claim: nameFigures(sentence.numbers, source, random), inline: null };
  }
  return { ...base, claim: `${lead}${restate(sentence, source, random)}`, inline: null };
}

function nameFigures(numbers: SeedNumber[], { language }: SeedSource, random: SeededRandom): string {
  const chosen = random.shuffle(numbers).slice(0, random.integer(1, 2));
  const spelled = chosen.map((number) => spellOtherwise(number, language, random));
  const [first = '', second] = spelled;
  if (second === undefined)
    return random.pick([
      `The figure to plan with is ${first}.`,
      `This stands at ${first} today.`,
      `Phase 2 starts from ${first}.`,
    ]);
  return random.pick([
    `The two figures that count are ${first} and ${second}.`,
    `Between ${first} and ${second} lies the question.`,
  ]);
}

/** Returns the sentence with its numbers in another spelling. */
function restate({ text, numbers }: SeedSentence, { language, isTable }: SeedSource, random: SeededRandom): string {
  let restated = text;
  for (const number of numbers.toReversed()) {
    if (isTable || !random.chance(0.5)) continue;
    const end = number.index + number.raw.length + number.unit.length;
    restated = restated.slice(0, number.index) + spellOtherwise(number, language, random) + restated.slice(end);
  }
  return isTable ? `${restated.replaceAll('\t', ' – ').replaceAll(',', ', ')}.` : restated.replace(/[“”"]/g, '');
}

/** Returns the whole sentence, some words of it, or its two ends with an ellipsis between them. */
export function shorten(text: string, { isTable, language }: SeedSource, random: SeededRandom): string {
  const words = text.split(' ');
  if (isTable || language === 'ja' || words.length < 9 || random.chance(0.4)) return text;
  if (random.chance(0.5)) {
    const start = random.integer(0, words.length - 7);
    return words.slice(start, random.integer(start + 6, words.length)).join(' ');
  }
  const first = random.integer(3, words.length - 5);
  const second = random.integer(first + 1, words.length - 3);
  return `${words.slice(0, first).join(' ')} ${random.pick(['…', '...', '[…]', '[...]'])} ${words.slice(second).join(' ')}`;
}

/** Varies quoted words as typesetting and keyboards do. */
export function varyQuote(quote: string, random: SeededRandom): string {
  let varied = quote;
  if (random.chance(0.2)) varied = varied.replaceAll("'", '’').replaceAll('“', '‘').replaceAll('”', '’');
  if (random.chance(0.2)) varied = varied.replaceAll('-', random.pick(['‑', '–']));
  if (random.chance(0.2)) varied = varied.replaceAll(' %', random.pick(['%', '\u00a0%', '\u202f%']));
  if (random.chance(0.1)) varied = varied.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  if (random.chance(0.1)) varied = varied.replace(/\.$/, '');
  if (random.chance(0.1)) varied = varied.replace(/\d[\d.,]*/u, (number) => `**${number}**`);
  if (random.chance(0.1)) varied = varied.replace(/ (\p{L}+) /u, ' *$1* ');
  if (random.chance(0.1)) varied = varied.normalize('NFD');
  if (random.chance(0.1)) varied = varied.replaceAll('&', '&amp;').replace(' ', '&nbsp;');
  if (random.chance(0.05)) varied = varied.replaceAll('ff', 'ﬀ').replaceAll('fi', 'ﬁ');
  return varied;
}

function nameTitle({ title, url }: SeedSource, random: SeededRandom): string {
  if (url !== null && random.chance(0.5)) return url;
  if (random.chance(0.1)) return title.replace(/\.[a-z]+$/, '');
  return random.chance(0.1) ? `Source “${title}”` : title;
}

function nameLocation(source: SeedSource, { location }: SeedPart, random: SeededRandom): string | null {
  if (location === null) return null;
  if (random.chance(0.15)) return null;
  const page = /^page (\d+)$/.exec(location)?.[1];
  if (page !== undefined)
    return random.pick([`page ${page}`, `p. ${page}`, source.language === 'de' ? `Seite ${page}` : `page ${page}`]);
  return random.chance(0.2) ? location.replace(/ (.+)$/, ' “$1”') : location;
}

/** Puts words into quotation marks of some language. Marks that the words contain are not used. */
export function quoteWith(words: string, random: SeededRandom): string {
  const usable = marks.filter(([open, close]) => !words.includes(open.trim()) && !words.includes(close.trim()));
  const [open, close] = random.pick(usable);
  return `${open}${words}${close}`;
}
