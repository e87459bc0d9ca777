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
  if (periods.length === 0) return;
  const counted = figures.filter(({ kind }) => kind !== 'year');
  const closing = periods.map((period, index) => readPlace(period, index, counted, text, periods));
  let [behind, ahead, last] = [0, -1, 0];
  for (const [index, figure] of counted.entries()) {
    while ((periods[behind]?.start ?? Number.POSITIVE_INFINITY) < figure.end) behind += 1;
    while ((periods[ahead + 1]?.end ?? Number.POSITIVE_INFINITY) <= figure.start) ahead += 1;
    while ((counted[last]?.start ?? Number.POSITIVE_INFINITY) < (periods[ahead]?.end ?? 0)) last += 1;
    const found =
      language === 'ja' ? null : findBehind(figure, counted[index + 1], text, periods.slice(behind, behind + 2));
    figure.period = found ?? findAhead(figure, last < index, text, closing[ahead]);
  }
}

/** A period with what its place tells: it closes the phrase of a figure, or only sets a standard. */
interface PlacedPeriod {
  period: FoundPeriod;
  closes: boolean;
  isStandard: boolean;
}

function readPlace(
  period: FoundPeriod,
  index: number,
  figures: TypedFigure[],
  text: string,
  periods: FoundPeriod[],
): PlacedPeriod {
  // A period that closes the phrase of another figure belongs to that one: "4,655 in 2024 to 4,812".
  let [low, high] = [0, figures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((figures[middle]?.start ?? 0) < period.start) low = middle + 1;
    else high = middle;
  }
  const closes = figures
    .slice(Math.max(0, low - 3), low)
    .some(({ end }) => end <= period.start && period.start - end < 8 && !/[.;。]/u.test(text.slice(end, period.start)));
  return { period, closes, isStandard: isOnlyStandard(period, text, periods[index - 1]) };
}

function findBehind(
  figure: TypedFigure,
  following: TypedFigure | undefined,
  text: string,
  [next, afterNext]: FoundPeriod[],
): TypedFigure['period'] {
  if (!next || next.start - figure.end > maxBehind) return null;
  const between = text.slice(figure.end, next.start);
  if (following && following.start >= figure.end && following.end <= next.start) return null;
  if (stop.test(between.replace(/\b\p{L}{1,4}\./gu, ''))) return null;
  const second = afterNext && afterNext.start >= next.end && afterNext.start <= next.end + 9 ? afterNext : undefined;
  const joint = second ? text.slice(next.end, second.start) : '';
  // "36.4 million (2023: 33.1 million)": the period stands before another figure.
  if (/^\s?(?:[:：=]|was |war )\s?\D{0,8}\d/u.test(text.slice(next.end, next.end + 24)) && !/^\s*$/u.test(between))
    return null;
  const isRange =
    (second !== undefined && /^\s?(?:to|bis|à|a|hasta|and|und|et|y|-|–|—)\s?(?:the |le |el )?$/u.test(joint)) ||
    /\b(?:between|zwischen|entre)\b/u.test(between);
  return isRange ? null : { name: next.period, isSure: /^[^,]*$/u.test(between) };
}

/** Longest words between a period and a figure behind it. */
const maxAhead = 600;

function findAhead(
  figure: TypedFigure,
  hasOthers: boolean,
  text: string,
  last: PlacedPeriod | undefined,
): TypedFigure['period'] {
  if (!last || figure.start - last.period.end > maxAhead) return null;
  const between = text.slice(last.period.end, figure.start);
  if (/[.!?。]\s/u.test(between)) return null;
  const isSure = !hasOthers && !last.closes && between.length < 90 && !last.isStandard;
  return { name: last.period.period, isSure };
}

/** Words before a period that a figure is compared with, or that a thing exists since. */
const standard =
  /(?<!\p{L})(?:compar\p{L}+ (?:with|to)|(?:up|down) (?:from|on)|than (?:in|for)?|versus|vs\.?|against|relative to|since|founded in|opened in|after|seit|ab|verglichen mit|im Vergleich (?:zu|mit|zum Jahr)|gegenüber(?: dem Jahr)?|als|nach|gegründet|par rapport à|comparé à|contre|depuis|fondée? en|après|frente a|(?:en )?comparación con|comparado con|respecto a|desde|fundad[ao] en|que en|tras)\s(?:(?:the|den|dem|der|dem Jahr|l.année|el año)\s)?$/iu;
const standardBehind = /^年?(?:度)?(?:と比べ|に比べ|比で|から|以来|以降|の創業|に創業)/u;
const rangeJoint = /^\s?(?:to|bis|und|and|à|a|et|y|hasta|-|–|—|から|と|〜|～)\s?(?:the |le |el |l.)?$/u;

/** Returns true for a period that only sets a standard, or ends a range: "since 2019", "compared with 2023". */
function isOnlyStandard(period: FoundPeriod, text: string, before: FoundPeriod | undefined): boolean {
  if (standard.test(text.slice(Math.max(0, period.start - 40), period.start))) return true;
  if (standardBehind.test(text.slice(period.end, period.end + 8))) return true;
  return before !== undefined && rangeJoint.test(text.slice(before.end, period.start));
}
