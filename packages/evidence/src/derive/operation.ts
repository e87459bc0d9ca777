import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { compareUnits } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import type { OperationCues } from './read-operation-cues.ts';

/** A verified figure that another one may follow from. */
export interface Input {
  figure: TypedFigure;
  /** Label of the footnote that verifies it. Null for a figure of the material that no footnote shows. */
  citation: string | null;
  origin: 'sentence' | 'passage' | 'table' | 'document';
  /** Words that tell what the figure is: those of its passage, or its row. */
  words?: ReadonlySet<string>;
  /** Words that it stands beside in its passage, where others stand beside other figures. */
  beside?: ReadonlySet<string>;
}

/** Inputs that belong together: what may be compared, and what may be added. */
export interface Inputs {
  /** Figures of the sentence and its passages. */
  near: Input[];
  /** Pairs that a sentence may compare, each in both orders. */
  pairs: (readonly [Input, Input])[];
  /** Figures of cited tables: those of the rows that the sentence names, or of a small table. */
  single: Input[];
  /** Figures that a sentence may add or average: a column, the rows that it names, the figures that it lists. */
  lists: Input[][];
  /** A column with the weights of its rows. */
  weighted: { values: Input[]; weights: Input[] }[];
  /** The number of a table's rows that meet a condition in the sentence. */
  counts: { count: number; of: Input[]; bound?: number }[];
}

/** A figure that stands in no passage, and its sentence. */
export interface Target {
  figure: TypedFigure;
  sentence: string;
  language: Language | null;
  cues: OperationCues;
  /** The words of the cited passages. */
  context: string;
  /** The other figures of the sentence. */
  others: readonly TypedFigure[];
}

/** A way to compute a figure. `expression` names the inputs a, b, c, … in their order. */
export interface Candidate {
  expression: string;
  inputs: readonly Input[];
}

/** Proposes the ways of one operation that fit the sentence: its units, periods and direction, not only its value. */
export type Operation = (target: Target, inputs: Inputs) => Iterable<Candidate>;

/** Returns the name of the input at an index: a to z, then a1, b1, … */
export function nameInput(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`;
}

/** Evaluates a candidate with the main reading of its inputs. */
export function evaluate({ expression, inputs }: Candidate): number {
  return evaluateExpression(
    expression,
    Object.fromEntries(inputs.map(({ figure }, index) => [nameInput(index), figure.value])),
  );
}

/** Returns true if two figures measure the same: one may be compared with or added to the other. */
export function areComparable(one: Input, other: Input): boolean {
  const relations = [compareUnits(one.figure, other.figure), compareUnits(other.figure, one.figure)];
  const isAlike = relations.every((relation) => relation === 'same' || relation === 'open');
  return isAlike && one.figure.kind !== 'year' && other.figure.kind !== 'year';
}

/** Returns true if a figure may have the unit of a result made of an input. */
export function hasUnitOf({ figure }: Target, input: Input): boolean {
  const relation = compareUnits(figure, input.figure);
  return relation === 'same' || relation === 'open';
}

/** Returns -1 if the first input is of an earlier period, 1 if of a later one, 0 if that is not known. */
export function comparePeriods(one: Input, other: Input): -1 | 0 | 1 {
  const [left, right] = [one.figure.period, other.figure.period];
  if (!left || !right || left.name === right.name) return 0;
  if (/^\d/.test(left.name) !== /^\d/.test(right.name)) return 0;
  return left.name < right.name ? -1 : 1;
}

/**
 * Returns true if a comparison may name these two in this order: "A sells twice as much as B". What stands before the
 * figure is the larger or changed one, unless the words of both tell otherwise.
 */
export function fitsOrder({ figure, sentence, language }: Target, subject: Input, standard: Input): boolean {
  const isOnePassage = subject.citation === standard.citation;
  const one = isOnePassage ? (subject.beside ?? subject.words) : subject.words;
  const two = isOnePassage ? (standard.beside ?? standard.words) : standard.words;
  if (!one || !two || one.size === 0 || two.size === 0) return true;
  const words = readContentWords(sentence, language);
  const before = words.filter(({ start }) => start < figure.start);
  const after = words.filter(({ start }) => start >= figure.end);
  const only = (own: ReadonlySet<string>, other: ReadonlySet<string>, list: typeof words) =>
    list.filter(({ stem }) => own.has(stem) && !other.has(stem)).length;
  // A figure with nothing before it describes the thing that is named first: "three times as many ride in winter as in
  // summer".
  if (before.length === 0 && language !== 'ja') {
    const first = after.find(({ stem }) => one.has(stem) !== two.has(stem));
    return first === undefined || one.has(first.stem);
  }
  const straight = only(one, two, before) + only(two, one, after);
  const crossed = only(two, one, before) + only(one, two, after);
  return language === 'ja' ? fitsJapanese(sentence, one, two) : crossed < straight + 2;
}

/** In Japanese the subject is marked: 松本店は飯田店の4倍. */
function fitsJapanese(sentence: string, subject: ReadonlySet<string>, standard: ReadonlySet<string>): boolean {
  const at = sentence.search(/[はが]/u);
  if (at === -1) return true;
  if (!readContentWords(sentence, 'ja').some(({ stem }) => subject.has(stem) && !standard.has(stem))) return true;
  const topic = readContentWords(sentence.slice(0, at), 'ja');
  const count = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    topic.filter(({ stem }) => own.has(stem) && !other.has(stem)).length;
  return count(standard, subject) <= count(subject, standard);
}

/**
 * Returns true if the sentence's direction allows a change with this sign. A sentence without direction tells a rise.
 */
export function fitsDirection({ figure, cues }: Target, change: number): boolean {
  const told = figure.sign !== 0 ? figure.sign : cues.direction;
  if (told === 0) return true;
  return Math.sign(change) === told;
}
