import type { Family, PointKind } from './words/asking-words.ts';

/** A figure, a day or a choice that a brief takes as given without saying it. */
export interface OpenPoint {
  kind: PointKind;
  /** Its name in the words of the brief: "target margin". */
  name: string;
  /** The sentence of the brief that needs it. */
  sentence: string;
  /** The stem of the noun, by which the material is searched for the value. */
  stem: string;
  /** The noun itself, in lower case. */
  noun: string;
  families: Family[];
  /** Stems of the sentence, by which the task is found that needs it. */
  stems: ReadonlySet<string>;
  /** The certainty that somebody has set the value: 2 and more. */
  weight: number;
}
