import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { CheckedFootnote } from './check-footnote.ts';
import type { ClaimView } from './claim-view.ts';
import type { FoundFault } from './faults.ts';
import type { SourcePart } from './sources/source-documents.ts';
import { compareDates, isReckoned, liesInRange, readTypedDates, type TypedDate } from './values/typed-dates.ts';

/** The findings on the dates of a claim. */
export interface DateFindings {
  fault: FoundFault | null;
  /** Dates that the passages give, or that follow from them. Their numbers state no other figures. */
  settled: readonly TypedDate[];
}

/** Most dates of a passage and its surroundings that a claim's dates are compared with. */
const maxGiven = 400;

/**
 * Compares the dates of a claim with those of its passages: day, month, quarter, half, year and weekday. A date is
 * refuted if a passage names another one where the claim names this one; a month that no passage names is a doubt.
 * @param elsewhere dates that the document or the brief names: where one of them agrees, the judge decides
 */
export async function checkDates(
  view: ClaimView,
  footnotes: readonly CheckedFootnote[],
  elsewhere: readonly TypedDate[],
  slice: TimeSlice,
): Promise<DateFindings> {
  const told = readTypedDates(view.claim.stretch, view.language);
  if (told.length === 0) return { fault: null, settled: [] };
  const own = view.passages.flatMap(({ text, style }) => readTypedDates(text, style.language)).slice(0, maxGiven);
  const near = view.passages.flatMap(({ context, style, table, row }) =>
    readTypedDates(`${context}\n${row ? (table?.columns.join(' ; ') ?? '') : ''}`, style.language),
  );
  const around = [...near.slice(0, maxGiven), ...(await readSources(footnotes, slice))];
  const agrees = (date: TypedDate, list: readonly TypedDate[]) =>
    list.some((given) => compareDates(date, given) === 'agrees');
  const texts = [view.text, ...view.passages.map(({ text }) => text)].join('\n');
  const isGiven = (date: TypedDate) =>
    agrees(date, own) || agrees(date, around) || isReckoned(date, own, texts) || liesInRange(date, own);
  const settled = told.filter(isGiven);
  let fault: FoundFault | null = null;
  for (const date of told) {
    if (settled.includes(date)) continue;
    const found = toFault(date, { told, own, around, isElsewhere: agrees(date, elsewhere) });
    if (found?.isSure) return { fault: found, settled };
    fault ??= found;
  }
  return { fault, settled };
}

interface Beside {
  told: readonly TypedDate[];
  own: readonly TypedDate[];
  around: readonly TypedDate[];
  isElsewhere: boolean;
}

function toFault(date: TypedDate, { told, own, around, isElsewhere }: Beside): FoundFault | null {
  // A date that another one of the claim repeats is not what this one stands for.
  const free = own.filter((given) => !told.some((one) => one !== date && compareDates(one, given) === 'agrees'));
  const isOther = (given: TypedDate) => compareDates(date, given) === 'differs' && sharesPart(date, given);
  const others = free.filter(isOther).toSorted((one, other) => partsInCommon(date, other) - partsInCommon(date, one));
  const [other] = others;
  if (other) {
    // A firm's quarters may begin with any month.
    const isMixed = isLong(date) !== isLong(other);
    const isSure = !isMixed && !isElsewhere;
    return { fault: { kind: 'period', figure: date.shown, found: other.shown }, isSure, isWeak: isElsewhere };
  }
  // A month that stands nowhere is a doubt. The figures of a day and a year are checked as such.
  if (date.months === null || date.year === null || isElsewhere) return null;
  const isKnown = [...own, ...around].some((given) => compareDates(date, given) === 'finer' && given.months !== null);
  if (isKnown && date.day !== null) return null;
  return { fault: { kind: 'figures', figures: [date.shown] }, isSure: false };
}

const isLong = ({ months }: TypedDate) => months !== null && months[0] !== months[1];

/** Two dates name the same kind of part: both a month, or both a weekday. */
const sharesPart = (one: TypedDate, other: TypedDate) =>
  (one.months !== null && other.months !== null) || (one.weekday !== null && other.weekday !== null);

function partsInCommon(one: TypedDate, other: TypedDate): number {
  const months = one.months !== null && one.months[0] === other.months?.[0] && one.months[1] === other.months[1];
  return [one.year === other.year, months, one.day === other.day, isLong(one) === isLong(other)].filter(Boolean).length;
}

const datesOf = new WeakMap<SourcePart, readonly TypedDate[]>();
/** Characters that are read between two looks at the time slice, with what a date needs behind them. */
const piece = { length: 4_000, overlap: 40 };
/** Longest text of a source that is read for dates, in characters. */
const maxText = 400_000;

/** Reads the dates in the names of the sources, and in the whole text of a source that is cited without words. */
async function readSources(footnotes: readonly CheckedFootnote[], slice: TimeSlice): Promise<TypedDate[]> {
  const dates: TypedDate[] = [];
  for (const { document, source, quote, parts } of footnotes) {
    dates.push(...readTypedDates(`${document?.title ?? ''} ; ${source.location ?? ''}`.replaceAll('_', ' '), null));
    if (quote !== null) continue;
    for (const part of parts) {
      const known = datesOf.get(part) ?? (await readPart(part, slice));
      datesOf.set(part, known);
      dates.push(...known);
    }
  }
  return dates;
}

async function readPart({ text, numberStyle }: SourcePart, slice: TimeSlice): Promise<TypedDate[]> {
  const dates = new Map<string, TypedDate>();
  for (let at = 0; at < Math.min(text.length, maxText); at += piece.length) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    for (const date of readTypedDates(text.slice(at, at + piece.length + piece.overlap), numberStyle().language))
      dates.set(JSON.stringify([date.year, date.months, date.day, date.weekday, date.other]), date);
  }
  return [...dates.values()];
}
