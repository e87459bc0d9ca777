import type { Derivation } from '@ecp/contract/values/citations';
import { readContentWords } from '@ecp/language/content-words';
import { findFalls, findRises } from '@ecp/language/meaning/polarity-words';
import { findSentenceEnds } from '@ecp/language/split-sentences';
import { isRounding } from '../values/match-figures.ts';
import { findAverage, findCount, findSum, findWeightedAverage } from './aggregates.ts';
import { findCompoundGrowth, findDifference, findGrowth, findIndex, findPoints } from './changes.ts';
import { findConversion } from './conversions.ts';
import { nounsOf, sharesNoun } from './counted-nouns.ts';
import { findExchange } from './exchange.ts';
import {
  type Candidate,
  comparePeriods,
  evaluate,
  type Input,
  type Inputs,
  nameInput,
  type Operation,
  type Target,
} from './operation.ts';
import { findPayback, findPerUnit, findProduct } from './rates.ts';
import { findMargin, findRatio, findRemainder, findShare, isCost } from './shares.ts';

/** Operations in the order of trial, the most special one first. */
const operations: readonly Operation[] = [
  findPoints,
  findCompoundGrowth,
  findPayback,
  findMargin,
  findRemainder,
  findIndex,
  findRatio,
  findGrowth,
  findShare,
  findWeightedAverage,
  findSum,
  findAverage,
  findDifference,
  findExchange,
  findPerUnit,
  findProduct,
  findConversion,
  findCount,
];
/** Most candidates that are evaluated for one figure. */
const maxCandidates = 4_000;

/**
 * Finds how a figure follows from verified ones. An expression counts only if its operation fits the sentence (words,
 * units, periods, direction) and its result is what the figure shows, rounded as it is shown.
 * @returns null if no fitting expression gives the figure
 */
export function findDerivation(target: Target, inputs: Inputs): Derivation | null {
  let tried = 0;
  for (const operation of operations) {
    for (const candidate of operation(target, inputs)) {
      tried += 1;
      if (tried > maxCandidates) return null;
      const result = evaluate(candidate);
      if (!Number.isFinite(result) || isItself(target, candidate)) continue;
      if (isRounding(target.figure, result, true) && fitsWords(target, operation, candidate, inputs.near))
        return toDerivation(candidate, result);
    }
  }
  return null;
}

/** Operations that compare, add or part things, which the sentence has to name if they are not one thing. */
const joining: ReadonlySet<Operation> = new Set([findGrowth, findDifference, findSum, findAverage, findRatio]);
const parting: ReadonlySet<Operation> = new Set([findShare, findRemainder, findMargin]);

/**
 * Returns true unless the words of a sentence speak of other things than the figures of a passage that an operation
 * takes: shops and trucks make no employees, and a rise of prices is no share of customers. Figures of tables, of the
 * sentence itself and of the document fit by other rules.
 */
function fitsWords(target: Target, operation: Operation, { inputs }: Candidate, near: readonly Input[]): boolean {
  const prose = inputs.filter(({ origin, figure }) => origin === 'passage' && figure.cell === null);
  if (prose.length === 0 || prose.length < inputs.length) return true;
  const isJoining = joining.has(operation);
  if (!isJoining && !parting.has(operation)) return true;
  const told = thingsOf(target);
  const named = (words: ReadonlySet<string>) => sharesNoun(told, words);
  const counts = prose.map((input) => (input.figure.counts ? nounsOf(input, target) : new Set<string>()));
  const [first = new Set<string>()] = counts;
  if (counts.every((nouns) => nouns.size > 0)) {
    const isOneThing = counts.every((nouns) => nouns === first || sharesNoun(first, nouns));
    if (isOneThing) return named(first) || named(prose[0]?.beside ?? first) || operation === findGrowth;
    // "The ratio is 7 to 1" names nothing.
    if (operation === findRatio) return told.size <= 1 || counts.some(named);
    return isJoining && !target.cues.total ? counts.every(named) : counts.some(named);
  }
  if (prose.every(({ figure }) => figure.kind === 'percent'))
    return operation === findRemainder ? fitsRest(target, prose) : prose.some((input) => named(wordsBy(input)));
  if (!isJoining || areInOneSentence(target, prose)) return !namesOther(told, inputs, near);
  // Amounts of several sentences are joined if the sentence names them, or if they are of one thing.
  if (prose.every((input) => named(wordsBy(input)))) return true;
  const isOneThing = operation === findGrowth || operation === findRatio || areOneThing(prose);
  return (isOneThing || tellsResult(target, prose)) && !namesOther(told, inputs, near);
}

/** Another figure of the passage stands beside the words of the sentence: "costs rose" beside a rise of sales. */
function namesOther(told: ReadonlySet<string>, inputs: readonly Input[], near: readonly Input[]): boolean {
  const own = new Set(inputs.flatMap((input) => [...wordsBy(input)]));
  if (sharesNoun(told, own)) return false;
  const [first] = inputs;
  return near.some(
    (input) =>
      !inputs.includes(input) &&
      input.origin === 'passage' &&
      input.figure.unit === first?.figure.unit &&
      sharesNoun(told, wordsBy(input)),
  );
}

/** Most characters of a sentence that joins two figures. */
const maxSentence = 600;

/** Returns true if no sentence of the passages ends between figures. */
function areInOneSentence({ context }: Target, inputs: readonly Input[]): boolean {
  const places = inputs.map(({ figure }) => context.indexOf(figure.shown));
  if (places.includes(-1) || new Set(inputs.map(({ citation }) => citation)).size > 1) return false;
  const between = context.slice(Math.min(...places), Math.max(...places));
  return !between.includes('\n') && findSentenceEnds(between.slice(0, maxSentence)).length === 1;
}

/** "Of customers" behind a percentage, and 顧客の before one: the whole that it is a share of. */
const wholeBehind =
  /^\s?(?:%|percent|per cent|Prozent|pour cent|por ciento)\s(?:of|der|des|von|vom|de la|de los|de las|del|du|de l['’])\s?(?:the |all |its )?([\p{L}]+)/u;

/**
 * The rest of a percentage is told of the same whole: of a share, not of a change, and not of another whole than the
 * passage's.
 */
function fitsRest(target: Target, inputs: readonly Input[]): boolean {
  const { sentence, figure, context, language } = target;
  const isChange = inputs.some((input) => {
    const at = context.indexOf(input.figure.shown);
    const around = context.slice(Math.max(0, at - 40), at);
    const clause = around.split(/[.;,。、\n]/u).at(-1) ?? '';
    return at !== -1 && findRises(clause, language).length + findFalls(clause, language).length > 0;
  });
  if (isChange) return false;
  const whole = wholeBehind.exec(sentence.slice(figure.start + figure.shown.replace(/\s?%$/, '').length))?.[1];
  if (whole === undefined) return true;
  const stems = readContentWords(whole, language).map(({ stem }) => stem);
  const given = new Set(readContentWords(context, language).map(({ stem }) => stem));
  return stems.length === 0 || target.cues.remainder || sharesNoun(new Set(stems), given);
}

/** The stems of a sentence without its words of rise and fall: "rose" names no thing. */
function thingsOf({ sentence, language }: Target): Set<string> {
  const changes = [...findRises(sentence, language), ...findFalls(sentence, language)];
  const isChange = (at: number) => changes.some(({ start, end }) => at >= start && at < end);
  return new Set(readContentWords(sentence, language).flatMap(({ stem, start }) => (isChange(start) ? [] : stem)));
}

const wordsBy = ({ beside, words }: Input): ReadonlySet<string> => beside ?? words ?? new Set();

/** Figures beside the same words, or of several periods, are of one thing. */
function areOneThing([first, ...rest]: readonly Input[]): boolean {
  if (!first) return false;
  return rest.every(
    (input) => comparePeriods(first, input) !== 0 || [...wordsBy(input)].some((stem) => wordsBy(first).has(stem)),
  );
}

/** A profit is what a cost leaves, whatever the sentence calls it. */
const tellsResult = (target: Target, inputs: readonly Input[]): boolean =>
  inputs.some((input) => isCost(input, target.context)) || target.cues.total || target.cues.difference;

/** Returns true if an input is the figure itself, as in "40 % of 100". */
function isItself({ figure }: Target, { inputs }: Candidate): boolean {
  return inputs.some((input) => input.origin === 'sentence' && input.figure.start === figure.start);
}

function toDerivation({ expression, inputs }: Candidate, result: number): Derivation {
  return {
    expression,
    inputs: inputs.map(({ figure, citation }, index) => {
      return { label: nameInput(index), value: figure.value, unit: figure.unit, citation };
    }),
    result: Number(result.toPrecision(12)),
  };
}
