import type { Language } from '@ecp/language/language';
import { frames } from './frames.ts';
import { type SeedNumber, spellDate, spellIn } from './seed-numbers.ts';
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

const marks: [string, string][] = [
  ['“', '”'],
  ['"', '"'],
  ['„', '“'],
  ['«', '»'],
  ['« ', ' »'],
  ['‘', '’'],
  ['「', '」'],
];

/** Picks a sentence to cite. */
export function pickSeed(sources: SeedSource[], random: SeededRandom): Seed {
  for (;;) {
    const source = random.pick(sources);
    const part = random.pick(source.parts);
    if (part.sentences.length > 0) return { source, part, sentence: random.pick(part.sentences) };
  }
}

/** Writes a correct citation in one of the ways in which agents that write in `language` do. */
export function draftCorrect({ source, part, sentence }: Seed, language: Language, random: SeededRandom): Draft {
  const frame = frames[language];
  const quote =
    random.chance(0.12) && !source.isTable ? null : varyQuote(shorten(sentence.text, source, random), random);
  const base = { title: nameTitle(source, random), location: nameLocation(part, language, random), quote };
  const lead = random.pick(frame.leads);
  // Nobody repeats a sentence in another language than his own, except as a quote.
  const isOwn = source.language === language;
  const styles = source.isTable
    ? (['figures', 'restated'] as const)
    : ([...(isOwn ? (['restated'] as const) : []), 'quoted', 'figures', 'date'] as const);
  const style = random.pick(styles);
  if (style === 'date' && sentence.date !== null) {
    // A shortened quote may lack the date.
    const whole = quote === null ? null : varyQuote(sentence.text, random);
    const claim = random.pick(frame.date).replace('{date}', spellDate(sentence.date, language, random));
    return { ...base, quote: whole, claim, inline: null };
  }
  if (style === 'restated')
    return { ...base, claim: `${lead}${restate(sentence, source, language, random)}`, inline: null };
  if (style === 'quoted' || sentence.numbers.length === 0) {
    if (source.isTable)
      return { ...base, claim: `${lead}${restate(sentence, source, language, random)}`, inline: null };
    const inline = varyQuote(shorten(sentence.text, source, random), random);
    return { ...base, claim: `${random.pick([...frame.intros, lead])}{quote}`, inline };
  }
  return { ...base, claim: nameFigures(sentence.numbers, language, random), inline: null };
}

function nameFigures(numbers: SeedNumber[], language: Language, random: SeededRandom): string {
  const { one, two } = frames[language];
  const chosen = random.shuffle(numbers).slice(0, random.integer(1, 2));
  const [first = '', second] = chosen.map((number) => spellIn(number, language, random));
  if (second === undefined) return random.pick(one).replace('{1}', () => first);
  return random
    .pick(two)
    .replace('{1}', () => first)
    .replace('{2}', () => second);
}

/** Returns the sentence with its numbers in another spelling, or the cells of a row in the spelling of the language. */
function restate(
  { text, numbers }: SeedSentence,
  { isTable }: SeedSource,
  language: Language,
  random: SeededRandom,
): string {
  if (isTable) return restateRow(text, numbers, language, random);
  let restated = text;
  for (const number of numbers.toReversed()) {
    if (!random.chance(0.5)) continue;
    const end = number.index + number.raw.length + number.unit.length;
    restated = restated.slice(0, number.index) + spellIn(number, language, random) + restated.slice(end);
  }
  return restated.replace(/[“”"]/g, '');
}

function restateRow(text: string, numbers: SeedNumber[], language: Language, random: SeededRandom): string {
  const separator = /\t/.test(text) ? '\t' : /;/.test(text) ? ';' : ',';
  const cells = text.split(separator).map((cell) => {
    const number = numbers.find(({ raw }) => raw === cell.trim());
    return number ? spellIn(number, language, random) : cell;
  });
  return `${cells.join(' – ')}.`;
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

function nameLocation({ location }: SeedPart, language: Language, random: SeededRandom): string | null {
  if (location === null) return null;
  if (random.chance(0.15)) return null;
  const frame = frames[language];
  const page = /^page (\d+)$/.exec(location)?.[1];
  if (page !== undefined) return random.pick([...frame.page, 'page {n}']).replace('{n}', page);
  const named = location.replace(/^sheet/, frame.sheet).replace(/^section/, frame.section);
  return random.pick([location, location.replace(/ (.+)$/, ' “$1”'), named]);
}

/** Puts words into quotation marks of some language. Marks that the words contain are not used. */
export function quoteWith(words: string, random: SeededRandom): string {
  const usable = marks.filter(([open, close]) => !words.includes(open.trim()) && !words.includes(close.trim()));
  const [open, close] = random.pick(usable);
  return `${open}${words}${close}`;
}
