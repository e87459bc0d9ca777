import { compareDates, type DateSpan, monthNumbers, moveDate, readDays } from '@ecp/language/dates';
import type { Language } from '@ecp/language/language';
import { anyStyle } from '@ecp/language/number-style';
import { readQuantities } from '@ecp/language/quantities';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { Fault } from './faults.ts';
import type { Footnote, Passage } from './footnotes.ts';
import type { Doubt } from './material.ts';
import type { SourcePart } from './sources.ts';

interface DateFindings {
  fault: Fault | null;
  doubts: readonly Doubt[];
  /** Dates that stand nowhere: the text may set them itself. */
  own: readonly DateSpan[];
  settled: readonly DateSpan[];
}

interface DatedClaim {
  stretch: string;
  sentence: string;
  language: Language;
  passages: readonly Passage[];
  footnotes: readonly Footnote[];
}

/** Limits the dates of a passage and its surroundings that a claim's dates are compared with. */
const maxGiven = 400;

/**
 * Compares a claim's dates with those of its passages. A date is refuted if a passage names another
 * one in its place; one that no passage names may be the text's own.
 * @param elsewhere dates of the document or the brief: if one of them agrees, the judge decides
 */
export async function checkDates(
  { stretch, sentence, language, passages, footnotes }: DatedClaim,
  elsewhere: readonly DateSpan[],
  slice: TimeSlice,
): Promise<DateFindings> {
  const told = readDays(stretch, language);
  const found = {
    fault: null as Fault | null,
    doubts: [] as Doubt[],
    own: [] as DateSpan[],
    settled: [] as DateSpan[],
  };
  if (told.length === 0) return found;
  const own = passages.flatMap(datesOfPassage).slice(0, maxGiven);
  const near = passages.flatMap(({ head, style, table, row }) => [
    ...readDays(head, style.language),
    ...(row && table ? readDays(table.columns.join(' ; ').replaceAll('_', ' '), null) : []),
  ]);
  const around = [
    ...near.slice(0, maxGiven),
    ...(await readSources(footnotes, slice)),
    ...(await listHeads(passages, slice)),
  ];
  const agrees = (date: DateSpan, list: readonly DateSpan[]) =>
    list.some((given) => compareDates(date, given) === 'agrees');
  const texts = [sentence, ...passages.map(({ words }) => words)].join('\n');
  const isGiven = (date: DateSpan) =>
    agrees(date, own) ||
    agrees(date, around) ||
    isReckoned(date, own, texts) ||
    liesInRange(date, own);
  found.settled = told.filter(isGiven);
  for (const date of told) {
    if (found.settled.includes(date)) continue;
    const isElsewhere = agrees(date, elsewhere);
    const other = findOther(date, told, own);
    if (other) {
      // A firm's quarters may begin with any month.
      const isSure = isLong(date) === isLong(other) && !isElsewhere;
      const kind = { kind: 'period', figure: date.text, found: other.text } as const;
      if (isSure) found.fault ??= kind;
      else found.doubts.push(kind);
    } else if (isElsewhere) found.settled.push(date);
    else if (date.months !== null && date.year !== null) {
      const isKnown = [...own, ...around].some(
        (given) => compareDates(date, given) === 'finer' && given.months !== null,
      );
      // Tables write a fiscal year and its quarters in different heads.
      const isOfTable = date.fiscal && passages.some(({ row }) => row !== null);
      if (isKnown || isOfTable) found.doubts.push({ kind: 'period', figure: date.text, found: '' });
      else found.own.push(date);
    }
  }
  return found;
}

function findOther(
  date: DateSpan,
  told: readonly DateSpan[],
  own: readonly DateSpan[],
): DateSpan | undefined {
  // A date that another one of the claim repeats is not the counterpart of this one.
  const free = own.filter(
    (given) => !told.some((one) => one !== date && compareDates(one, given) === 'agrees'),
  );
  const isOther = (given: DateSpan) =>
    compareDates(date, given) === 'differs' && sharesPart(date, given);
  return free
    .filter(isOther)
    .toSorted((one, other) => partsInCommon(date, other) - partsInCommon(date, one))[0];
}

const isLong = ({ months }: DateSpan) => months !== null && months[0] !== months[1];

const sharesPart = (one: DateSpan, other: DateSpan) =>
  (one.months !== null && other.months !== null) ||
  (one.weekday !== null && other.weekday !== null);

function partsInCommon(one: DateSpan, other: DateSpan): number {
  const months =
    one.months !== null && one.months[0] === other.months?.[0] && one.months[1] === other.months[1];
  return [
    one.year === other.year,
    months,
    one.day === other.day,
    isLong(one) === isLong(other),
  ].filter(Boolean).length;
}

function datesOfPassage({ row, words, style }: Passage): DateSpan[] {
  if (row === null) return readDays(words, style.language);
  return row.texts.flatMap((text) => {
    const month = monthNumbers.get(text.trim().toLowerCase());
    const dates = readDays(month === undefined ? text : `in ${text}`, style.language);
    return month === undefined ? dates : dates.map((date) => ({ ...date, text: text.trim() }));
  });
}

/**
 * True if a date lies in a range of a text: April in "from 1 March to 30 May". Bounds of ranges do
 * not.
 */
function liesInRange(told: DateSpan, given: readonly DateSpan[]): boolean {
  if (told.range !== null || told.months === null) return false;
  return given.some((from, index) => {
    const to = given[index + 1];
    if (
      from.range === null ||
      to?.range !== from.range ||
      from.months === null ||
      to.months === null
    )
      return false;
    const years = [told.year ?? to.year ?? 0, from.year ?? to.year ?? 0, to.year ?? 0] as const;
    const at = (year: number, month: number, day: number) => (year * 12 + month) * 31 + day;
    const begins = at(years[1], from.months[0], from.day ?? 1);
    const ends = at(years[2], to.months[1], to.day ?? 31);
    const [month, last] = told.months ?? [0, 0];
    return (
      at(years[0], last, told.day ?? 31) >= begins && at(years[0], month, told.day ?? 1) <= ends
    );
  });
}

/** Limits the lengths of time and dates from which a date is calculated. */
const maxReckoned = 12;

function isReckoned(told: DateSpan, given: readonly DateSpan[], texts: string): boolean {
  const spans = readQuantities(texts, anyStyle)
    .flatMap(({ value, measure }) =>
      /^(?:d|wk|mo|qtr|yr)$/.test(measure?.unit ?? '')
        ? [{ value, unit: measure?.unit ?? '' }]
        : [],
    )
    .slice(0, maxReckoned);
  return given.slice(0, maxReckoned).some((date) =>
    spans.some(({ value, unit }) =>
      [value, -value].some((count) => {
        const moved = moveDate(date, count, unit);
        // A span may count its first day or not.
        const near =
          moved === null || moved.day === null
            ? [moved]
            : [moved, moveDate(moved, 1, 'd'), moveDate(moved, -1, 'd')];
        return near.some((one) => one !== null && compareDates(told, one) === 'agrees');
      }),
    ),
  );
}

const datesOf = new WeakMap<SourcePart, readonly DateSpan[]>();
const headDatesOf = new WeakMap<SourcePart, readonly DateSpan[]>();
/** Characters between two checks of the time slice, with what a date needs behind them. */
const piece = { length: 4_000, overlap: 40 };
/** Limits the characters of a source that are read for dates. */
const maxText = 400_000;

/** The dates of a table stand in its heads and captions, which its rows do not show. */
async function listHeads(passages: readonly Passage[], slice: TimeSlice): Promise<DateSpan[]> {
  const dates: DateSpan[] = [];
  for (const part of new Set(passages.flatMap(({ part: own, row }) => (row ? own : [])))) {
    const known = headDatesOf.get(part) ?? (await readPart(part, slice, true));
    headDatesOf.set(part, known);
    dates.push(...known);
  }
  return dates;
}

export async function listDates(
  footnotes: readonly Footnote[],
  slice: TimeSlice,
): Promise<DateSpan[]> {
  const near = footnotes.flatMap(({ passages }) =>
    passages.flatMap((passage) => [
      ...datesOfPassage(passage),
      ...readDays(`${passage.words}\n${passage.context}`, passage.style.language),
    ]),
  );
  return [...near, ...(await readSources(footnotes, slice))];
}

/**
 * Counts the whole months of each range of dates: six of "April to September", twelve of "1 May to
 * 30 April 2028".
 */
export function countRangesInMonths(dates: readonly DateSpan[]): number[] {
  return dates.flatMap((last, index) => {
    const first = dates[index - 1];
    if (
      !first ||
      last.range === null ||
      first.range !== last.range ||
      !first.months ||
      !last.months
    )
      return [];
    const end = new Date(Date.UTC(last.year ?? 2000, last.months[1], 0)).getUTCDate();
    const isWhole = (first.day ?? 1) === 1 && (last.day === null || last.day === end);
    const years = first.year === null || last.year === null ? 0 : last.year - first.year;
    const count = years * 12 + last.months[1] - first.months[0] + 1;
    return isWhole ? [count > 0 ? count : count + 12] : [];
  });
}

/**
 * Reads the dates in the names of the sources, and in the whole text of a source that is cited
 * without words.
 */
async function readSources(footnotes: readonly Footnote[], slice: TimeSlice): Promise<DateSpan[]> {
  const dates: DateSpan[] = [];
  for (const { source, sources, passages } of footnotes) {
    const names = sources.map(
      ({ document }) => `${document.title} ; ${document.query?.title ?? ''}`,
    );
    dates.push(
      ...readDays([...names, source.location ?? ''].join(' ; ').replaceAll('_', ' '), null),
    );
    for (const { parts, isWhole, document } of sources) {
      if (!isWhole && !(document.query && passages.some(({ row }) => row === null))) continue;
      for (const part of parts) {
        const known = datesOf.get(part) ?? (await readPart(part, slice));
        datesOf.set(part, known);
        dates.push(...known);
      }
    }
  }
  return dates;
}

async function readPart(
  part: SourcePart,
  slice: TimeSlice,
  isHeadOnly = false,
): Promise<DateSpan[]> {
  const { numberStyle } = part;
  const dates = new Map<string, DateSpan>();
  const lines = isHeadOnly ? part.text.slice(0, maxText).split('\n') : [];
  const text = isHeadOnly
    ? lines.filter((line) => part.findRow(line) === null).join('\n')
    : part.text;
  for (let at = 0; at < Math.min(text.length, maxText); at += piece.length) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    for (const date of readDays(
      text.slice(at, at + piece.length + piece.overlap),
      numberStyle().language,
    ))
      dates.set(JSON.stringify([date.year, date.months, date.day, date.weekday, date.other]), date);
  }
  return [...dates.values()];
}
