import type { Language } from '@ecp/language/language';
import type { FoundPeriod } from '@ecp/language/read-periods';
import type { TypedFigure } from './figure.ts';

/** Longest words between a figure and its period behind it: "4,812 million in the year 2025". */
const maxBehind = 34;
const stop =
  /[.;:!?。]|\b(?:from|to|and|but|while|after|against|versus|than|von|auf|und|aber|nach|gegenüber|als|à|et|mais|contre|que|a|y|pero|frente)\b/u;

/**
 * Attaches to each figure of a sentence the period that it is stated for: the one behind it in its own phrase, else the
 * nearest one before it. In Japanese the period stands before.
 */
export function attachPeriods(
  figures: TypedFigure[],
  text: string,
  language: Language | null,
  periods: FoundPeriod[],
): void {
  for (const figure of figures) {
    if (figure.kind === 'year') continue;
    const behind = language === 'ja' ? null : findBehind(figure, figures, text, periods);
    const ahead = behind ? null : findAhead(figure, figures, text, periods);
    figure.period = behind ?? ahead;
  }
}

function findBehind(
  figure: TypedFigure,
  figures: TypedFigure[],
  text: string,
  periods: FoundPeriod[],
): TypedFigure['period'] {
  const next = periods.find(({ start }) => start >= figure.end);
  if (!next || next.start - figure.end > maxBehind) return null;
  const between = text.slice(figure.end, next.start);
  if (figures.some((other) => other.kind !== 'year' && other.start >= figure.end && other.end <= next.start))
    return null;
  if (stop.test(between.replace(/\b\p{L}{1,4}\./gu, ''))) return null;
  const second = periods.find(({ start }) => start >= next.end && start <= next.end + 9);
  const joint = second ? text.slice(next.end, second.start) : '';
  // "36.4 million (2023: 33.1 million)": the period stands before another figure.
  if (/^\s?(?:[:：=]|was |war )\s?\D{0,8}\d/u.test(text.slice(next.end)) && !/^\s*$/u.test(between)) return null;
  const isRange =
    (second !== undefined && /^\s?(?:to|bis|à|a|hasta|and|und|et|y|-|–|—)\s?(?:the |le |el )?$/u.test(joint)) ||
    /\b(?:between|zwischen|entre)\b/u.test(between);
  return isRange ? null : { name: next.period, isSure: /^[^,]*$/u.test(between) };
}

function findAhead(
  figure: TypedFigure,
  figures: TypedFigure[],
  text: string,
  periods: FoundPeriod[],
): TypedFigure['period'] {
  const last = periods.findLast(({ end }) => end <= figure.start);
  if (!last) return null;
  const between = text.slice(last.end, figure.start);
  if (/[.!?。]\s/u.test(between)) return null;
  const others = figures.filter(
    (other) => other.kind !== 'year' && other.start >= last.end && other.end <= figure.start,
  );
  // A period that closes the phrase of another figure belongs to that one: "4,655 in 2024 to 4,812".
  const closes = figures.some(
    (other) =>
      other.kind !== 'year' &&
      other.end <= last.start &&
      last.start - other.end < 8 &&
      !/[.;。]/u.test(text.slice(other.end, last.start)),
  );
  const isSure = others.length === 0 && !closes && between.length < 90 && !isOnlyStandard(last, text, periods);
  return { name: last.period, isSure };
}

/** Words before a period that a figure is compared with, or that a thing exists since. */
const standard =
  /(?<!\p{L})(?:compar\p{L}+ (?:with|to)|(?:up|down) (?:from|on)|than (?:in|for)?|versus|vs\.?|against|relative to|since|founded in|opened in|after|seit|ab|verglichen mit|im Vergleich (?:zu|mit|zum Jahr)|gegenüber(?: dem Jahr)?|als|nach|gegründet|par rapport à|comparé à|contre|depuis|fondée? en|après|frente a|(?:en )?comparación con|comparado con|respecto a|desde|fundad[ao] en|que en|tras)\s(?:(?:the|den|dem|der|dem Jahr|l.année|el año)\s)?$/iu;
const standardBehind = /^年?(?:度)?(?:と比べ|に比べ|比で|から|以来|以降|の創業|に創業)/u;
const rangeJoint = /^\s?(?:to|bis|und|and|à|a|et|y|hasta|-|–|—|から|と|〜|～)\s?(?:the |le |el |l.)?$/u;

/** Returns true for a period that only sets a standard, or ends a range: "since 2019", "compared with 2023". */
function isOnlyStandard(period: FoundPeriod, text: string, periods: FoundPeriod[]): boolean {
  if (standard.test(text.slice(Math.max(0, period.start - 40), period.start))) return true;
  if (standardBehind.test(text.slice(period.end, period.end + 8))) return true;
  const before = periods.findLast(({ end }) => end <= period.start);
  return before !== undefined && rangeJoint.test(text.slice(before.end, period.start));
}
