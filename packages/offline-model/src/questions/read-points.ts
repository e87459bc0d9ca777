import type { Language } from '@ecp/language/language';
import { readStems, stemWord } from '../text/read-words.ts';
import { hasValue } from './has-value.ts';
import type { OpenPoint } from './open-point.ts';
import type { AskingWords, Family, PointKind } from './words/asking-words.ts';
import { askingWordsOf } from './words/asking-words-of.ts';

const reach = { before: 90, after: 110, name: 24 };
/** Weights of the signs that a value is given. Two make a point. */
const weights = { later: 3, given: 2, family: 1, strong: 1, used: 1 };
const leastWeight = 2;
const kinds: readonly PointKind[] = ['figure', 'date', 'choice'];
const families: readonly Family[] = ['target', 'most', 'least', 'chosen'];
/** After a point, "that threshold" means the point again. */
const demonstrative =
  /(?:(?<!\p{L})(?:that|this|these|those|dies\p{L}+|ce|cet|cette|este|esta|ese|esa)\s|この|その)$/iu;
const clauseEnd = /[,;:.!?()、。；：]/u;

/**
 * Finds what a sentence of a brief takes as given without its value: an amount, a day or a choice that somebody has set
 * or that the work is measured by. What the sentence asks to find out is no such point.
 */
export function readPoints(sentence: string, language: Language): OpenPoint[] {
  const words = askingWordsOf(language);
  const mentions = kinds.flatMap((kind) =>
    [...sentence.matchAll(words.nouns[kind])].map(({ 0: noun, index }) => ({ sentence, noun, index, kind })),
  );
  // The longer of two overlapping names counts: "date limite", not "limite".
  const longest = mentions.toSorted((one, other) => other.noun.length - one.noun.length);
  const distinct = longest.filter((one, at) => !longest.slice(0, at).some((other) => overlaps(one, other)));
  const points: OpenPoint[] = [];
  for (const mention of distinct.toSorted((one, other) => one.index - other.index)) {
    const pointsBack = points.length > 0 && demonstrative.test(sentence.slice(0, mention.index));
    const point = pointsBack ? null : readPoint(mention, words);
    if (point !== null) points.push(point);
  }
  return points;
}

const overlaps = (one: Mention, other: Mention) =>
  one.index < other.index + other.noun.length && other.index < one.index + one.noun.length;

interface Mention {
  sentence: string;
  noun: string;
  index: number;
  kind: PointKind;
}

function readPoint({ sentence, noun, index, kind }: Mention, words: AskingWords): OpenPoint | null {
  const end = index + noun.length;
  const before = sentence.slice(Math.max(0, index - reach.before), index);
  const after = sentence.slice(end, end + reach.after);
  if (words.soughtBefore.test(before) || words.soughtAfter.test(after)) return null;
  if (kind !== 'choice' && hasValue(sentence, { start: index, end, kind })) return null;
  const name = nameOf({ noun, before, after }, words);
  const near = clauseAround(before, after, noun);
  const own = families.filter((family) => words.families[family].test(near));
  const weight = weigh({ noun, before, after, sentence, kind, own }, words);
  if (weight < leastWeight) return null;
  const stem = stemWord(noun.toLowerCase());
  return {
    kind,
    name,
    sentence,
    stem,
    noun: noun.toLowerCase(),
    families: own,
    stems: new Set(readStems(sentence)),
    weight,
  };
}

/** Returns the noun with the words close to it in its own clause. */
function clauseAround(before: string, after: string, noun: string): string {
  const left = before.slice(-reach.name).split(clauseEnd).at(-1) ?? '';
  const right = after.slice(0, reach.name).split(clauseEnd)[0] ?? '';
  return `${left}${noun}${right}`;
}

function weigh(
  mention: { noun: string; before: string; after: string; sentence: string; kind: PointKind; own: Family[] },
  words: AskingWords,
): number {
  const { noun, before, after, sentence, kind, own } = mention;
  const around = `${before.slice(-60)}${noun}${after.slice(0, 80)}`;
  const isGiven = words.given.test(around);
  if (!isGiven && words.anyBefore.test(before)) return 0;
  const isUsed = words.usedBefore.test(before) || words.usedAfter.test(after);
  // Every choice names one thing; only "the preferred site" names one that the client has in mind.
  const isStrong = kind === 'choice' ? words.families.chosen.test(around) : words.strong.test(noun);
  const isYardstick = kind !== 'choice' && own.some((family) => family !== 'chosen');
  if (kind === 'choice' && !isStrong) return 0;
  return (
    (words.later.test(sentence) ? weights.later : 0) +
    (isGiven ? weights.given : 0) +
    (isYardstick ? weights.family : 0) +
    (isStrong ? weights.strong : 0) +
    (isUsed ? weights.used : 0)
  );
}

function nameOf({ noun, before, after }: { noun: string; before: string; after: string }, words: AskingWords): string {
  const [left = ''] = words.ownBefore.exec(before) ?? [];
  const [right = ''] = words.ownAfter.exec(after) ?? [];
  return `${left}${noun}${right}`.trim();
}
