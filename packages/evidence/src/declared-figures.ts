import type { NumberStyle } from '@ecp/language/number-style';
import { matchFigure } from './compare-figures.ts';
import type { TypedFigure } from './figures.ts';
import type { Footnote } from './footnotes.ts';
import { toDeclared } from './run-calculations.ts';

/**
 * True if an assumption or a proposal of a statement sets a figure. A declaration sets every figure
 * that its words name. If the statement cites nothing else, it also sets figures that its words do
 * not name, as long as they name no other figure of the same unit. A bare number of four digits,
 * which may be a year, must be named.
 * @param footnotes all footnotes of the statement
 */
export function isSetByText(
  figure: TypedFigure,
  footnotes: readonly Footnote[],
  style: NumberStyle,
): boolean {
  const declarations = footnotes.filter(({ kind }) => kind === 'declaration');
  if (declarations.length === 0) return false;
  const set = declarations.flatMap(({ declared, label }) =>
    toDeclared(declared?.text ?? '', label, style),
  );
  if (matchFigure(figure, set).some(({ how }) => how !== 'loose')) return true;
  if (declarations.length < footnotes.length || isBareYear(figure)) return false;
  return !set.some((declaration) => isAlike(declaration.figure, figure));
}

/**
 * True for a figure in digits of the same unit, or for two pure numbers: a factor of 1.5 and 1.5
 * times.
 */
function isAlike(declared: TypedFigure, figure: TypedFigure): boolean {
  if (declared.form !== 'digits' || declared.per !== figure.per) return false;
  if (declared.unit !== null && declared.unit === figure.unit) return true;
  return [declared, figure].every(
    ({ kind, counts }) => kind === 'times' || (kind === 'plain' && counts !== true),
  );
}

const isBareYear = ({ unit, counts, shown }: TypedFigure): boolean =>
  unit === null && counts !== true && /^[1-9]\d{3}$/.test(shown);
