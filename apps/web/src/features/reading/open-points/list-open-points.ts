import { isOpen } from '@ecp/contract/values/count-citations';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { LedgerFigure } from '../../../domain/figures/queries.ts';

/** A point that a reviewer has to look at: an open citation, or a figure that another document gives otherwise. */
export type OpenPoint = { kind: 'citation'; citation: NumberedCitation } | { kind: 'conflict'; figure: LedgerFigure };

/** Lists the open citations of a version in the order of its text, then the conflicts of its document. */
export function listOpenPoints(
  citations: readonly NumberedCitation[],
  figures: readonly LedgerFigure[],
  filename: string,
): OpenPoint[] {
  const conflicts = figures.filter(
    ({ conflict, values }) => conflict && values.some((value) => value.filename === filename),
  );
  return [
    ...citations.filter(isOpen).map((citation) => ({ kind: 'citation' as const, citation })),
    ...conflicts.map((figure) => ({ kind: 'conflict' as const, figure })),
  ];
}
