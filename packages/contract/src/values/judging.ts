import { Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

/**
 * A question that exact means leave open. `figure` is written as in the document, `found` as in its
 * source.
 */
export type Doubt =
  /** One side names a unit, a currency or a scale, the other one leaves it out. */
  | { kind: 'unit'; figure: string; found: string }
  /** The value stands in this row, or this column, which the sentence does not name. */
  | { kind: 'row'; figure: string; found: string }
  | { kind: 'column'; figure: string; found: string }
  /** The value is that of this day or period, which the sentence leaves out or tells otherwise. */
  | { kind: 'period'; figure: string; found: string }
  /** One side writes a minus or brackets, the other one no sign. */
  | { kind: 'sign'; figure: string; found: string }
  /** A change whose size comes out: of this sign, by these values. */
  | { kind: 'direction'; figure: string; found: string }
  /** The statement has this word beside a figure or date, and its source the opposite one. */
  | { kind: 'opposite'; figure: string; found: string }
  /**
   * The figure is told in words, or as a threshold, a range or a share: none of the passages writes
   * it so.
   */
  | { kind: 'words'; figure: string; found: string }
  /** The figure comes out by an operation that the document does not declare. */
  | { kind: 'derived'; figure: string; found: string }
  /** The figure may be a number of rows of this table or result. */
  | { kind: 'countOfRows'; figure: string; found: string }
  /** The figure is the number of these years, which the cited rows are of. */
  | { kind: 'countOfYears'; figure: string; found: string }
  /** The figure stands nowhere in the material and is not declared. */
  | { kind: 'figureOfText'; figure: string; found: string | null }
  /** Words and values stand. Open is whether the passages carry what the statement says of them. */
  | { kind: 'meaning' }
  /** The statement, or what it quotes, has no source. */
  | { kind: 'uncitedFact' }
  /** The statement repeats a sentence of its source but for these words. */
  | { kind: 'repeatsWithChange'; added: readonly string[]; dropped: readonly string[] };

export interface JudgeQuestion {
  /** The sentence, as it stands in the document. */
  statement: string;
  /**
   * `carried`: do the passages carry the statement? `own`: does the text set these figures itself?
   */
  ask: 'carried' | 'own';
  /** The figures that are asked about, as written. Empty for the whole statement. */
  figures: readonly string[];
  /** The questions that exact means leave open. */
  doubts: readonly Doubt[];
  /** What the writer says for the sentence where exact means refute it. */
  plea?: string;
  passages: readonly {
    source: string;
    /** The cited words, the cited row with its head, or the SQL with the row. */
    words: string;
    /** What stands around them. */
    context?: string;
  }[];
}

export interface JudgeAnswer {
  holds: boolean;
  /** Why not, in one sentence. */
  reason: string;
}

const maxLength = 100_000;
const Words = Type.String({ maxLength });

/** The schema of a doubt. Which fields it has follows from its kind. */
const DoubtSchema = Type.Object({
  kind: Type.String({ maxLength: 40 }),
  figure: Type.Optional(Words),
  found: Type.Optional(Nullable(Words)),
  added: Type.Optional(Type.Array(Words)),
  dropped: Type.Optional(Type.Array(Words)),
});

/** The schema of a question, as the platform sends it to the engine. */
export const JudgeQuestionSchema = Type.Unsafe<JudgeQuestion>(
  Type.Object({
    statement: Words,
    ask: Type.Enum(['carried', 'own']),
    figures: Type.Array(Words),
    doubts: Type.Array(DoubtSchema),
    plea: Type.Optional(Words),
    passages: Type.Array(
      Type.Object({ source: Words, words: Words, context: Type.Optional(Words) }),
    ),
  }),
);
