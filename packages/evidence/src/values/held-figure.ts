import { baseOf, compareUnits, convertTo, isRounding, isSameValue, readingsOf } from './match-figures.ts';
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
    figure.kind === 'measure' || figure.kind === 'points'
      ? given.map((one) => ({ ...one, figure: convertTo(one.figure, figure.unit) }))
      : given;
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
  return readingsOf(found, figure).some((value) => isRounding(figure, value, isLoose));
}

/** Where a figure is looked up: a few figures, or many that are indexed. */
export type Lookup = readonly HeldFigure[] | HeldIndex;

/** Finds the figure of some material that a figure states, in the first of several lists that has it. */
export function findIn(figure: TypedFigure, lists: readonly Lookup[]): HeldFigure | null {
  for (const list of lists) {
    const found = list instanceof HeldIndex ? list.find(figure) : findHeld(figure, list);
    if (found) return found;
  }
  return null;
}

/** A value is shown rounded by at most half of it: 0.15 as 0.1. */
const reach = { least: 0.49, most: 2.05 };
const logStep = Math.log(1.1);
/** Most figures that are compared for one value, most cells that are kept, and most figures of one word. */
const most = { alike: 200, cells: 400, ofStem: 30 };
const bucketOf = (value: number) =>
  value === 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(Math.abs(value)) / logStep);

/**
 * Many verified figures, found by their values: a look-up costs the same however many there are. Of figures that are
 * alike in value, unit and place the first one counts.
 */
export class HeldIndex {
  /** The last cells of tables among the figures. */
  readonly cells: TypedFigure[] = [];
  size = 0;
  readonly #buckets = new Map<number, HeldFigure[]>();
  readonly #byStem = new Map<string, { held: HeldFigure; at: number }[]>();
  readonly #seen = new Set<string>();

  constructor(held: Iterable<HeldFigure> = []) {
    this.add(held);
  }

  add(held: Iterable<HeldFigure>): void {
    for (const one of held) this.#add(one);
  }

  #add(held: HeldFigure): void {
    const { value, unit, kind, form, cell, sign, period } = held.figure;
    const key = JSON.stringify([value, unit, kind, form, cell, sign, period?.name, held.words === undefined]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.size += 1;
    const readings = [...held.figure.values, ...(held.figure.bare?.values ?? [])];
    // A figure without a unit may be the same as one with a unit: both are found by the number that is written.
    const values = readings.flatMap((reading) => [reading, baseOf(reading, unit)]);
    for (const bucket of new Set(values.map(bucketOf))) {
      const list = this.#buckets.get(bucket) ?? [];
      if (list.length < most.alike) list.push(held);
      this.#buckets.set(bucket, list);
    }
    if (cell) this.cells.push(held.figure);
    if (this.cells.length > 2 * most.cells) this.cells.splice(0, most.cells);
    for (const stem of held.words ?? []) {
      const list = this.#byStem.get(stem) ?? [];
      list.push({ held, at: this.size });
      if (list.length > 2 * most.ofStem) list.splice(0, most.ofStem);
      this.#byStem.set(stem, list);
    }
  }

  /** Finds the figure that another one states. */
  find(figure: TypedFigure): HeldFigure | null {
    return findHeld(figure, this.near(figure));
  }

  /** Returns the figures whose values are near that of another one. */
  near(figure: TypedFigure): HeldFigure[] {
    const found = new Set<HeldFigure>();
    for (const reading of figure.values.flatMap((value) => [value, baseOf(value, figure.unit)])) {
      const base = Math.abs(reading);
      const [from, to] = base === 0 ? [0, 0] : [bucketOf(base * reach.least), bucketOf(base * reach.most)];
      if (base === 0) for (const one of this.#buckets.get(Number.NEGATIVE_INFINITY) ?? []) found.add(one);
      else
        for (let bucket = from; bucket <= to; bucket += 1)
          for (const one of this.#buckets.get(bucket) ?? []) found.add(one);
    }
    return [...found];
  }

  /** Returns the last figures, in their order, whose passages share at least so many words with these. */
  related(stems: ReadonlySet<string>, minShared: number, count: number): HeldFigure[] {
    const found = new Map<HeldFigure, number>();
    for (const stem of stems)
      for (const { held, at } of this.#byStem.get(stem)?.slice(-most.ofStem) ?? []) found.set(held, at);
    const shares = ({ words }: HeldFigure) => [...(words ?? [])].filter((stem) => stems.has(stem)).length >= minShared;
    return [...found]
      .filter(([held]) => shares(held))
      .sort(([, one], [, other]) => one - other)
      .slice(-count)
      .map(([held]) => held);
  }
}
