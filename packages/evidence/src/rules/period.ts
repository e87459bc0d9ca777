import { mayAgree } from '@ecp/language/read-periods';
import type { ClaimView } from '../claim-view.ts';
import { isSameValue } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import type { Rule } from './rule.ts';

/** A figure of another period: claim and passage both say when, and not the same. */
export const findPeriod: Rule = ({ view, figures }) => {
  for (const { figure, found } of figures.held) {
    const told = figure.period;
    if (!told?.isSure || figure.kind === 'year') continue;
    const own = view.passages
      .filter(({ citation }) => citation === found.citation)
      .flatMap((passage) => (passage.row ? passage.figures : [...passage.figures, ...passage.around]))
      .concat(found.origin === 'table' ? cellsOf(view, found.citation) : [])
      .filter((one) => isSameValue(figure, one) && one.period !== null);
    const [first] = own;
    if (!first?.period || own.some(({ period }) => period && (!period.isSure || mayAgree(period.name, told.name))))
      continue;
    return {
      fault: { kind: 'period', figure: `${figure.shown} (${told.name})`, found: first.period.name },
      isSure: true,
    };
  }
  return null;
};

/** The figures of the tables that a footnote cites as a whole. */
function cellsOf({ tables }: ClaimView, citation: string | null): TypedFigure[] {
  return tables
    .filter((cited) => cited.citation === citation)
    .flatMap(({ table }) => table.rows.flatMap(({ figures }) => figures.flatMap((figure) => figure ?? [])));
}
