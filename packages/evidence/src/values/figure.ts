import type { FoundUnit } from '@ecp/language/read-units';
import type { Hedge } from './hedges.ts';

/** A number of a text with what it counts, when, and how exactly it is shown. */
export interface TypedFigure {
  shown: string;
  start: number;
  end: number;
  /** The most likely reading, in whole units: 12 for 12 %. */
  value: number;
  /** All readings that the spelling allows. */
  values: number[];
  /** In a table whose head or row has a scale: the readings without it, which match only figures without a unit. */
  bare?: { values: number[]; words: string };
  unit: string | null;
  kind: FoundUnit['kind'] | 'plain' | 'year';
  /** Half of the last digit that is shown, in whole units. */
  rounding: number;
  hedge: Hedge | null;
  /** The period that the text attaches to it; `isSure` if no other period is near. */
  period: { name: string; isSure: boolean } | null;
  /** The sign that is written. */
  sign: -1 | 0 | 1;
  /** True in prose for a number without a unit before the noun that it counts: "60 trucks". */
  counts?: boolean;
  /** How it is written: in digits, as a small number word, or as a share or multiple in words ("a third", "twice"). */
  form: 'digits' | 'word' | 'fraction';
  /** In a table: the labels of its row and column. */
  cell: { row: string; column: string } | null;
}
