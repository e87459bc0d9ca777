import { compareUnits, convertTo, isRounding, isSameValue } from './match-figures.ts';
import type { TypedFigure } from './typed-figure.ts';

/** A figure of the cited material. */
export interface HeldFigure {
  figure: TypedFigure;
  citation: string | null;
  origin: 'sentence' | 'passage' | 'table' | 'document';
  /** Words of the passage that it stands in. */
  words?: ReadonlySet<string>;
}

/** Finds the figure of the material that a figure states: first with its unit and value, then rounded. */
export function findHeld(figure: TypedFigure, given: readonly HeldFigure[]): HeldFigure | null {
  const known =
    figure.kind === 'measure' ? given.map((one) => ({ ...one, figure: convertTo(one.figure, figure.unit) })) : given;
  const agreeing = known.filter((one) => {
    const relation = compareUnits(figure, one.figure);
    return (
      (relation === 'same' || relation === 'open') &&
      (one.figure.form !== 'fraction' ||
        figure.kind === 'percent' ||
        figure.kind === 'times' ||
        figure.kind === 'plain')
    );
  });
  return (
    agreeing.find((one) => isSameValue(figure, one.figure) && compareUnits(figure, one.figure) === 'same') ??
    agreeing.find((one) => isSameValue(figure, one.figure)) ??
    agreeing.find(
      (one) => figure.kind !== 'year' && one.figure.kind !== 'year' && isShownRounded(figure, one.figure),
    ) ??
    null
  );
}

function isShownRounded(figure: TypedFigure, found: TypedFigure): boolean {
  const isLoose = figure.form === 'fraction' || found.form === 'fraction';
  return found.values.some((value) => isRounding(figure, value, isLoose));
}
