import { convertTo } from '../values/match-figures.ts';
import { factorsBetween, readSpans, type TimeSpan } from '../values/time-spans.ts';
import { hasUnitOf, type Input, type Operation, type Target } from './operation.ts';

const year: TimeSpan = { unit: 'year', count: 1, start: 0, end: 0 };

/** A figure for another period: a month's twelve times, a year's twelfth, three years of a month's. */
export const findConversion: Operation = function* (target, { near, single }) {
  const { kind } = target.figure;
  if (kind === 'percent' || kind === 'points' || kind === 'times') return;
  const told = spansOf(target);
  for (const given of [...near, ...single]) {
    const input = { ...given, figure: convertTo(given.figure, target.figure.unit) };
    const { kind: own } = input.figure;
    if (own === 'year' || own === 'percent' || own === 'points' || !hasUnitOf(target, input)) continue;
    const spans = spansAt(given, target);
    // A figure of an annual report is that of a year; a sum that names no period is that of a year, too.
    const sources = spans.length > 0 ? spans : told.some(({ unit }) => unit !== 'year') ? [year] : [];
    for (const from of sources) {
      for (const to of told.length > 0 ? told : [year]) {
        for (const factor of factorsBetween(from, to)) yield { expression: times(factor), inputs: [input] };
      }
    }
  }
};

function times(factor: number): string {
  const inverse = 1 / factor;
  return factor < 1 && Math.abs(inverse - Math.round(inverse)) < 1e-9
    ? `a / ${Math.round(inverse)}`
    : `a * ${Number(factor.toPrecision(12))}`;
}

/** Most characters between a figure and the period that belongs to it: "3,850 euros a month". */
const maxBehind = 24;

/** Periods of a sentence that do not belong to another of its figures. */
function spansOf({ sentence, figure, others }: Target): TimeSpan[] {
  return readSpans(sentence).filter((span) => {
    if (span.start < figure.end && figure.start < span.end) return false;
    // The unit of the figure itself, as in 338 hours, is no period.
    if (span.start >= figure.end && span.start - figure.end < 2) return false;
    const owners = [figure, ...others].filter(({ end }) => end <= span.start && span.start - end <= maxBehind);
    const owner = owners.sort((one, other) => other.end - one.end)[0];
    return owner === undefined || owner.start === figure.start || owner.kind === 'year';
  });
}

/** The distance, in characters, that the end of a clause adds between a figure and a period. */
const otherClause = 12;

/** Periods that the passage of an input tells for it: the next one in its sentence, or the one of its row or column. */
function spansAt({ figure }: Input, { context, language }: Target): TimeSpan[] {
  if (figure.cell) {
    const named = readSpans(`${figure.cell.column} ; ${figure.cell.row}`);
    if (named.length > 0) return named;
  }
  const at = context.indexOf(figure.shown);
  const unitAt = at + figure.shown.length;
  const spans = readSpans(context).filter(({ start }) => at === -1 || start < unitAt || start - unitAt >= 2);
  if (spans.length < 2) return spans;
  if (at === -1) return spans;
  const distance = ({ start, end }: TimeSpan) => {
    const between = start >= at ? context.slice(unitAt, start) : context.slice(end, at);
    const clauses = between.match(/[、。;]|[,.](?!\d)/gu)?.length ?? 0;
    // In Japanese the period stands before its figure.
    const isAhead = start < at;
    return between.length + (isAhead === (language === 'ja') ? 0 : 8) + clauses * otherClause;
  };
  const nearest = [...spans].sort((one, other) => distance(one) - distance(other))[0];
  return nearest ? [nearest] : [];
}
