import type { NumberStyle } from '@ecp/language/number-style';
import { matchFigure } from './compare-figures.ts';
import type { TypedFigure } from './figures.ts';
import type { Footnote } from './footnotes.ts';
import { toDeclared } from './run-calculations.ts';

/**
 * True for a figure that an assumption or a proposal of its statement sets: its words name the figure, or the statement
 * cites nothing besides and the words name no figure in its unit.
 * @param footnotes all footnotes of the statement
 */
export function isSetByText(figure: TypedFigure, footnotes: readonly Footnote[], style: NumberStyle): boolean {
  const isDeclaration = ({ kind }: Footnote) => kind === 'declaration';
  const declarations = footnotes.filter(isDeclaration);
  if (declarations.length === 0) return false;
  const set = declarations.flatMap(({ declared, label }) => toDeclared(declared?.text ?? '', label, style));
  if (matchFigure(figure, set).some(({ how }) => how !== 'loose')) return true;
  if (declarations.length < footnotes.length) return false;
  const isAlike = ({ form, unit, per }: TypedFigure) =>
    form === 'digits' && unit !== null && unit === figure.unit && per === figure.per;
  return !set.some((held) => isAlike(held.figure));
}
