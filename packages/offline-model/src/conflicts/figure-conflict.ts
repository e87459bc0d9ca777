import type { Passage, SourceTable } from '../material/passage.ts';
import type { ComparableCell } from './read-rows.ts';
import type { Value } from './read-values.ts';

/** Two places in the material that give different figures for what seems to be the same thing. */
export interface FigureConflict {
  passage: Passage;
  shown: string;
  other:
    | { kind: 'passage'; passage: Passage }
    | ({ kind: 'row'; table: SourceTable; text: string } & Pick<
        ComparableCell,
        'place' | 'figure' | 'value' | 'totalOf' | 'isComputed'
      >);
  otherShown: string;
  stems: Set<string>;
  /** Similarity of the words of the two places, 0 to 1. */
  likeness: number;
}

/** A sentence with the figures and words by which it is compared. */
export interface Statement {
  passage: Passage;
  stems: Set<string>;
  values: Value[];
  years: Set<string>;
  /** Years of the heading above, if the sentence names none. */
  assumedYears: Set<string>;
}
