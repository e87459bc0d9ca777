import type { Language } from '@ecp/language/language';
import { frames } from './frames.ts';
import { alterNumber, exchangeSign, spellIn } from './seed-numbers.ts';
import type { SeedSource } from './seed-sources.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type Draft, type Seed, shorten, varyQuote } from './write-correct.ts';

/** Faults that an agent may make. */
export const faults = [
  'fabricated source',
  'altered number',
  'decimal sign exchanged',
  'altered number in a quote',
  'word changed',
  'negation turned',
  'words dropped or added',
  'wrong page',
  'moved attribution',
  'misquote without a footnote',
] as const;
export type Fault = (typeof faults)[number];

const inventions = [
  'Deloitte Global Outlook 2024',
  'industry-benchmark-2024.pdf',
  'Gartner Market Guide, page 12',
  'https://www.oecd.org/statistics/regional-outlook-2024',
  'Colleague Tax Partner',
  'McKinsey Quarterly (2023)',
  'Interview with the chief executive',
  'Statistisches Bundesamt, Fachserie 14',
];

/** Puts a fault into a correct citation. Returns null if its sentence has no place for the fault. */
export function breakDraft(
  fault: Fault,
  draft: Draft,
  seed: Seed,
  sources: SeedSource[],
  language: Language,
  random: SeededRandom,
): Draft | null {
  switch (fault) {
    case 'fabricated source':
      return fabricate(draft, seed, random);
    case 'altered number':
      return alterFigure(draft, seed, language, random);
    case 'decimal sign exchanged':
      return exchangeFigure(draft, seed, language, random);
    case 'wrong page':
      return movePage(draft, seed, random);
    case 'moved attribution':
      return moveSource(draft, seed, sources, random);
    default: {
      const wrong = misquote(fault, seed, sources, random);
      if (wrong === null) return null;
      const varied = varyQuote(wrong, random);
      const loose = fault === 'misquote without a footnote';
      return loose || random.chance(0.5)
        ? {
            ...draft,
            claim: `${random.pick(frames[language].intros)}{quote}`,
            inline: varied,
            ...(loose || random.chance(0.5) ? { quote: varied } : {}),
          }
        : { ...draft, quote: varied };
    }
  }
}

function fabricate(draft: Draft, { source }: Seed, random: SeededRandom): Draft {
  const near = source.title.replace(/(\.[a-z.]+)$/, `-${random.pick(['2023', 'final', 'v2', 'annex'])}$1`);
  const title = random.pick([near, source.url === null ? near : `${source.url}-2`, ...inventions]);
  return { ...draft, title, location: title === near ? draft.location : null };
}

function alterFigure(draft: Draft, { sentence, source }: Seed, language: Language, random: SeededRandom): Draft | null {
  if (sentence.numbers.length === 0) return null;
  const number = random.pick(sentence.numbers);
  const taken = sentence.numbers.map(({ value }) => value);
  const altered = alterNumber(number, taken, random);
  const restated =
    sentence.text.slice(0, number.index) + altered + sentence.text.slice(number.index + number.raw.length);
  if (random.chance(0.5) && !source.isTable && source.language === language)
    return { ...draft, claim: restated.replace(/[“”"]/g, ''), inline: null, quote: varyQuote(sentence.text, random) };
  const value = number.value * (readAltered(altered) / readAltered(number.raw));
  const spelled = spellIn({ ...number, raw: '', value: Math.round(value * 1e4) / 1e4 }, language, random);
  const claim = random.pick(frames[language].one.slice(0, 2)).replace('{1}', () => spelled);
  return { ...draft, claim, inline: null, quote: varyQuote(sentence.text, random) };
}

const readAltered = (raw: string): number => Number(raw.normalize('NFKC').replace(/[,.\s]/g, ''));

/** Writes a figure with the other style's sign, so that it is a thousandth of what the source says. */
function exchangeFigure(draft: Draft, { sentence }: Seed, language: Language, random: SeededRandom): Draft | null {
  // Spanish reads both signs both ways.
  const wrong = language === 'es' ? [] : sentence.numbers.flatMap((number) => exchangeSign(number, language) ?? []);
  if (wrong.length === 0) return null;
  const figure = random.pick(wrong);
  const claim = random.pick(frames[language].one.slice(0, 2)).replace('{1}', () => figure);
  return { ...draft, claim, inline: null, quote: varyQuote(sentence.text, random) };
}

function movePage(draft: Draft, { source, part, sentence }: Seed, random: SeededRandom): Draft | null {
  const pages = source.parts.filter(({ location }) => location !== null && location !== part.location);
  const free = pages.filter(({ sentences }) => !sentences.some(({ text }) => text.includes(sentence.text)));
  if (free.length === 0 || part.location === null) return null;
  const missing = part.location
    .replace(/\d+/, String(random.integer(40, 90)))
    .replace(/^(sheet|section) .*/, '$1 Appendix');
  const location = random.chance(0.4) ? missing : random.pick(free).location;
  const quote = draft.quote ?? varyQuote(shorten(sentence.text, source, random), random);
  return { ...draft, title: source.title, location, quote };
}

function moveSource(
  draft: Draft,
  { source, sentence }: Seed,
  sources: SeedSource[],
  random: SeededRandom,
): Draft | null {
  const others = sources.filter(({ title }) => title !== source.title);
  if (others.length === 0) return null;
  const other = random.pick(others);
  const quote = draft.quote ?? varyQuote(shorten(sentence.text, source, random), random);
  return { ...draft, title: other.url ?? other.title, location: null, quote };
}

const negations: [RegExp, string][] = [
  [/ not(?= )/, ''],
  [/ never(?= )/, ' always'],
  [/ none(?= )/, ' all'],
  [/ cannot(?= )/, ' can'],
  [/ nicht(?= )/, ''],
  [/ keine(?= )/, ' alle'],
  [/ ohne(?= )/, ' mit'],
  [/ n'a pas(?= )/, ' a'],
  [/ ne sont pas(?= )/, ' sont'],
  [/ no(?= )/, ''],
  [/ (is|was|are|were|has|have|came|rose|does|may|must)(?= )/, ' $1 not'],
  [/ (ist|sind|darf|werden|wird|liegt|nutzen)(?= )/, ' $1 nicht'],
  [/ (est|sont|était)(?= )/, ' $1 jamais'],
  [/ (es|espera|emplea|repara|subió)(?= )/, ' nunca $1'],
  [/いない。$/, 'いる。'],
];

function misquote(
  fault: Fault,
  { sentence, source }: Seed,
  sources: SeedSource[],
  random: SeededRandom,
): string | null {
  const { text, numbers } = sentence;
  const words = text.split(' ');
  switch (fault) {
    case 'altered number in a quote': {
      if (numbers.length === 0) return null;
      const number = random.pick(numbers);
      const altered = alterNumber(
        number,
        numbers.map(({ value }) => value),
        random,
      );
      return text.slice(0, number.index) + altered + text.slice(number.index + number.raw.length);
    }
    case 'negation turned': {
      const rule = negations.find(([pattern]) => pattern.test(text));
      return rule ? text.replace(rule[0], rule[1]) : null;
    }
    case 'words dropped or added': {
      if (words.length < 9) return null;
      const at = random.integer(2, words.length - 4);
      return random.chance(0.5)
        ? [...words.slice(0, at), ...words.slice(at + random.integer(1, 2))].join(' ')
        : [
            ...words.slice(0, at),
            random.pick(['clearly', 'probably', 'sehr', 'toujours', 'only']),
            ...words.slice(at),
          ].join(' ');
    }
    default:
      return changeWord(text, source, sources, random);
  }
}

function changeWord(
  text: string,
  { isTable, language }: SeedSource,
  sources: SeedSource[],
  random: SeededRandom,
): string | null {
  const pattern = language === 'ja' ? /[一-龯]{2,4}/gu : isTable ? /\p{L}{4,}/gu : /(?<= )\p{Ll}{5,}(?= )/gu;
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return null;
  const chosen = random.pick(found);
  const texts = sources
    .filter((source) => source.language === language)
    .flatMap(({ parts }) => parts.flatMap(({ sentences }) => sentences));
  const others = texts.flatMap((sentence) => sentence.text.match(pattern) ?? []).filter((word) => !text.includes(word));
  if (others.length === 0) return null;
  return text.slice(0, chosen.index) + random.pick(others) + text.slice(chosen.index + chosen[0].length);
}
