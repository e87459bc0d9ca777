import type { DocumentFigures } from '@ecp/evidence/ledger/figure';
import { groupFigures } from '@ecp/evidence/ledger/group-figures';
import type { FigureConflict } from '@ecp/model-calls/prompt-types';

/** Most conflicts, and most values of one. */
const most = { conflicts: 40, values: 8 };

/**
 * Lists the figures to which documents give different values, rounding apart, in the order of their first figure. With
 * `filename`, only those that this document gives.
 */
export function findConflicts(documents: readonly DocumentFigures[], filename?: string): FigureConflict[] {
  return groupFigures(documents)
    .filter(({ conflict, values }) => {
      return conflict && (filename === undefined || values.some((value) => value.filename === filename));
    })
    .slice(0, most.conflicts)
    .map(({ label, unit, period, values }) => {
      // A document that repeats its value counts once.
      const told = new Map(values.map((value) => [`${value.filename}\n${value.value}`, value]));
      const shown = [...told.values()]
        .slice(0, most.values)
        .map(({ text, filename: file }) => ({ text, filename: file }));
      return { label, unit, period, values: shown };
    });
}
