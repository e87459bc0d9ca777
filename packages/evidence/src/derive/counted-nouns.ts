import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import type { Input, Target } from './operation.ts';

/** Returns the stems of what a figure counts: of its column, or of the words right behind it, in Japanese around it. */
export function nounsOf({ figure }: Input, { context, language }: Pick<Target, 'context' | 'language'>): Set<string> {
  if (figure.cell) return stems(figure.cell.column, language);
  const at = context.indexOf(figure.shown);
  if (at === -1) return new Set();
  const end = at + figure.shown.length;
  if (language === 'ja') {
    const ahead =
      context
        .slice(Math.max(0, at - 10), at)
        .split(/[\d、。]/u)
        .at(-1) ?? '';
    return new Set([...stems(ahead, language), ...counterOf(context.slice(end, end + 12))]);
  }
  const behind = context.slice(end, end + 40).split(/[\d.,;:()\n]/u)[0] ?? '';
  const words = readContentWords(behind, language);
  // The words of one phrase stand side by side: "4,800 new patients with", not those behind a preposition.
  const phrase = words.filter((word, index) =>
    words.slice(0, index + 1).every((one, place) => {
      const from = place === 0 ? 0 : (words[place - 1]?.end ?? 0);
      return /^\s*$/u.test(behind.slice(from, one.start)) && word.start >= one.start;
    }),
  );
  return new Set(phrase.slice(0, 3).map(({ stem }) => stem));
}

/** Returns the counter behind a number in Japanese and the noun behind it: 食, 枚 and パレット of 枚のパレット. */
function counterOf(text: string): string[] {
  const [, counter, noun] = /^(\p{Script=Han})(?:の([\p{Script=Han}\p{Script=Katakana}ー]+))?/u.exec(text) ?? [];
  // People are counted alike, whoever they are.
  const own = counter === undefined || /[人円名年月日]/u.test(counter) ? [] : [counter];
  return [...own, ...(noun === undefined ? [] : [noun])];
}

function stems(text: string, language: Language | null): Set<string> {
  return new Set(readContentWords(text, language).map(({ stem }) => stem));
}

const each =
  /(?:\bper\b|\b(?:for |to )?(?:each|every)\b|\b(?:to|for) (?:one|an?)\b|(?<!\p{L})(?:je|pro|jede[rsnm]?|(?:auf|für) (?:ein(?:en?)?|jede[ns]?))(?!\p{L})|(?<!\p{L})(?:par|chaque|pour une?)(?!\p{L})|(?<!\p{L})(?:por(?: cada)?|cada)(?!\p{L})|(?:^|, )(?:an?|one|ein(?:e[mnr]?)?|une?|una))\s(?:\p{L}+\s)?\p{L}+/giu;

/** Returns the stems of what a sentence tells its figure per: "per patient", "auf eine Pflegekraft". */
export function perNouns({ sentence, language }: Pick<Target, 'sentence' | 'language'>): Set<string> {
  const told =
    language === 'ja'
      ? [
          ...sentence.matchAll(
            /([\p{Script=Han}\p{Script=Katakana}ー]{1,8})(?:1|一|１)?\p{Script=Han}?(?:当たり|あたり|につき)/gu,
          ),
        ]
      : [...sentence.matchAll(each)];
  return new Set(told.flatMap(([phrase]) => [...stems(phrase, language)]));
}

/** Returns true if two sets of stems have a noun in common, in any number. */
export const sharesNoun = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((stem) => other.has(stem) || [...other].some((known) => isSameNoun(stem, known)));

/** Singular and plural may have stems of different length: "nurse" and "nurses", "Paket" and "Pakete". */
function isSameNoun(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 2 && long.startsWith(short);
}

/** Returns true if a sentence tells its figure per something that another figure counts, and not this divisor. */
export function isPerOther(
  target: Target,
  { count, amount }: { count: Input; amount: Input },
  candidates: readonly Input[],
): boolean {
  const told = perNouns(target);
  if (told.size === 0 || sharesNoun(told, nounsOf(count, target))) return false;
  return candidates.some(({ figure }, index) => {
    const other = candidates[index];
    // The verb behind the noun may be that of the amount: "je Bett erlöst".
    const isInput = figure.value === count.figure.value || isOneColumn(figure, amount.figure);
    return other !== undefined && !isInput && sharesNoun(told, nounsOf(other, target));
  });
}

const isOneColumn = (one: Input['figure'], other: Input['figure']) =>
  one.cell !== null && other.cell !== null ? one.cell.column === other.cell.column : one.shown === other.shown;

/** Returns true if the words of a sentence name what a divisor counts: "treating a patient costs 320". */
export function namesCounted({ sentence, language, figure, context }: Target, count: Input): boolean {
  const rest = `${sentence.slice(0, figure.start)} ${' '.repeat(2)} ${sentence.slice(figure.end)}`;
  const nouns = nounsOf(count, { context, language });
  if (
    language === 'ja' &&
    [...nouns].some((noun) => new RegExp(`(?:1|一|１)${noun}|${noun}数|${noun}1|${noun}一`, 'u').test(rest))
  )
    return true;
  return sharesNoun(stems(rest, language), nouns);
}

/** Returns true if the noun of a result is that of its divisor: "150 nurses to each patient" of 4,800 patients. */
export function countsDivisor(target: Target, count: Input, amount: Input): boolean {
  if (target.language === 'ja' || target.figure.kind !== 'plain') return false;
  const own = nounsOf(
    { figure: { ...target.figure, cell: null }, citation: null, origin: 'sentence' },
    {
      context: target.sentence,
      language: target.language,
    },
  );
  return sharesNoun(own, nounsOf(count, target)) && !sharesNoun(own, nounsOf(amount, target));
}
