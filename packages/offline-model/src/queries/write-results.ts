import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { EngineQuery, EngineTable, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import { createCitations, quoteText, type Writing } from '../citations.ts';
import { joinWords } from '../frame/frame-of.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { flattenText } from '../material/read-blocks.ts';
import type { Measure } from './columns.ts';
import {
  compareDecimals,
  type Decimal,
  type NumberFormat,
  numberFormat,
  parseDecimal,
  readMoneyUnit,
} from './numbers.ts';
import type { AnsweredQuery, PlannedQuery } from './plan-queries.ts';
import { rankedRows, ratioRows, type TotalColumn } from './select-statements.ts';

const maxNamed = 5;
const maxChanges = 8;
/** Limits the steps of a series that are all named. */
const maxSteps = 6;
const maxFileNameLength = 300;
/** Sets the least number of groups and periods of a chart. */
const leastShown = { groups: 4, periods: 3 };

/**
 * Writes each table's results as a section of cited sentences and charts, unless an earlier
 * document has them all.
 */
export function writeResults(
  answers: readonly AnsweredQuery[],
  upstream: readonly UpstreamDeliverable[],
  of: Writing,
): string[] {
  const writing = { ...of, format: numberFormat(of.language) };
  return [...Map.groupBy(answers, (answer) => answer.table)].flatMap(([table, own]) => {
    const telling = own.filter((answer) => isTelling(answer, own));
    const writeAll = (into: ResultWriting) =>
      telling.flatMap((answer) => writeAnswer(answer, into)).filter((part) => part !== '');
    // The footnotes of a first writing are discarded with it.
    if (
      isToldBefore(writeAll({ ...writing, citations: createCitations(writing.language) }), upstream)
    )
      return [];
    const parts = writeAll(writing);
    const title = escapeMarkdown(nameOrigin(table, of.language));
    return parts.length === 0
      ? []
      : [[`### ${title}`, of.frame.query.source(title), ...parts].join('\n\n')];
  });
}

/** A file's name is quoted and must be no instruction. */
function nameOrigin({ filename, sheet }: EngineTable, language: Language): string {
  const names = sheet === null || isInstruction(sheet) ? [filename] : [filename, sheet];
  return names.map((name) => quoteName(name, language)).join(', ');
}

/** True if an earlier document, which is markdown, has all sentences of a result. */
function isToldBefore(parts: readonly string[], upstream: readonly UpstreamDeliverable[]): boolean {
  const lines = parts.flatMap((part) => part.split('\n')).filter((line) => line.startsWith('- '));
  const sentences = lines.map((line) => line.replace(/\[\^\d+\]$/, ''));
  return (
    sentences.length > 0 &&
    upstream.some(({ content }) => sentences.every((one) => content.includes(one)))
  );
}

function quoteName(name: string, language: Language): string {
  return quoteText(flattenText(name, maxFileNameLength), language);
}

/**
 * False for a series by month of dates whose years suffice, and for one by year whose years do not.
 */
function isTelling(answer: AnsweredQuery, own: readonly AnsweredQuery[]): boolean {
  if (answer.kind !== 'series' || answer.period.kind !== 'date') return true;
  const years = own.find((other) => other.kind === 'series' && other.step === 'year');
  const areEnough = (years?.result.rows.length ?? 0) >= leastShown.periods;
  return (answer.step === 'year') === areEnough;
}

function writeAnswer(answer: AnsweredQuery, writing: ResultWriting): string[] {
  switch (answer.kind) {
    case 'totals':
      return [writeTotals(answer, writing)];
    case 'groups':
      return writeGroups(answer, writing);
    case 'series':
      return writeSeries(answer, writing);
    case 'changes':
      return [writeChanges(answer, writing)];
    case 'ratio':
      return [writeRatio(answer, writing)];
  }
}

function writeTotals(answer: Answered<'totals'>, writing: ResultWriting): string {
  const [row] = answer.result.rows;
  const lines = answer.columns.flatMap((column) => {
    const { measure, how, alias } = column;
    if (how !== 'total') return [];
    if (!measure.isAdditive) return writeMean(answer, measure, writing) ?? [];
    const value = show(cellOf(answer, row, alias), measure.unit, writing);
    return value === null ? [] : [writing.frame.query.sumIs(nameOf(measure.name), value)];
  });
  return writeLines(lines, answer, writing);
}

function writeMean(
  answer: Answered<'totals'>,
  measure: Measure,
  writing: ResultWriting,
): string | null {
  const { query } = writing.frame;
  const own = answer.columns.filter((column) => column.measure.name === measure.name);
  const read = (wanted: TotalColumn['how']) => {
    const alias = own.find(({ how }) => how === wanted)?.alias;
    return alias === undefined
      ? null
      : show(cellOf(answer, answer.result.rows[0], alias), measure.unit, writing);
  };
  const [mean, lowest, highest, weighted] = [
    read('total'),
    read('lowest'),
    read('highest'),
    read('weighted'),
  ];
  if (mean === null || lowest === null || highest === null) return null;
  const name = nameOf(measure.name);
  const weight = own.flatMap((column) => (column.how === 'weighted' ? [column.weight] : []))[0];
  if (weighted === null || !weight) return query.meanIs(name, mean, lowest, highest);
  return query.weightedIs(name, nameOf(weight.name), weighted, mean, lowest, highest);
}

function writeGroups(answer: Answered<'groups'>, writing: ResultWriting): string[] {
  const { frame, language } = writing;
  const { label, measure, alias } = answer;
  const rows = honestRows(answer, label);
  const named = rows.slice(0, maxNamed).flatMap((row) => {
    const value = show(cellOf(answer, row, alias.value), measure.unit, writing);
    const share = showPercent(cellOf(answer, row, alias.share), writing);
    if (value === null) return [];
    const name = nameBefore(cellOf(answer, row, label));
    return [share === null ? `${name} ${value}` : frame.query.group(name, value, share)];
  });
  if (named.length < 2 || areEqual(answer, rows, alias.value)) return [];
  const groups = Number(cellOf(answer, rows[0], alias.groups) ?? rows.length);
  const [what, by] = [nameOf(alias.value), nameOf(label)];
  const list = joinWords(named, language);
  const line =
    groups > named.length ? frame.query.largest(what, by, list) : frame.query.each(what, by, list);
  const isWhole = groups <= rankedRows && rows.length === answer.result.rows.length;
  const chart =
    isWhole && rows.length >= leastShown.groups
      ? [writeChart(answer, 'bar', label, alias.value)]
      : [];
  return [writeLines([line], answer, writing), ...chart];
}

function writeSeries(answer: Answered<'series'>, writing: ResultWriting): string[] {
  const { period, measure, alias } = answer;
  const { rows, truncated } = answer.result;
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first === last || truncated || areEqual(answer, rows, alias.value))
    return [];
  const line = writeChange(nameOf(alias.value), writing, {
    from: nameOf(cellOf(answer, first, period.name)),
    to: nameOf(cellOf(answer, last, period.name)),
    start: show(cellOf(answer, first, alias.value), measure.unit, writing),
    end: show(cellOf(answer, last, alias.value), measure.unit, writing),
    change: show(cellOf(answer, last, alias.change), measure.unit, writing, true),
    percent:
      measure.unit === '%' ? null : showPercent(cellOf(answer, last, alias.percent), writing, true),
  });
  if (line === null) return [];
  const steps = writeSteps(answer, writing);
  const isLong = rows.length >= leastShown.periods;
  const chart = isLong ? [writeChart(answer, 'line', period.name, alias.value)] : [];
  return [writeLines([line, ...(steps === null ? [] : [steps])], answer, writing), ...chart];
}

/**
 * Names each step of a short series, or the highest and the lowest of a long one; null if these are
 * its ends.
 */
function writeSteps(answer: Answered<'series'>, writing: ResultWriting): string | null {
  const { period, measure, alias } = answer;
  const steps = answer.result.rows.flatMap((row) => {
    const value = readDecimal(cellOf(answer, row, alias.value));
    return value === null ? [] : [{ row, value }];
  });
  const describeStep = ({ row }: { row: Row }) => {
    const value = show(cellOf(answer, row, alias.value), measure.unit, writing);
    return `${nameBefore(cellOf(answer, row, period.name))} ${value}`;
  };
  const { query } = writing.frame;
  const [value, by] = [nameOf(alias.value), nameOf(period.name)];
  if (steps.length < leastShown.periods) return null;
  // A comma between two numbers would make one number of them.
  if (steps.length <= maxSteps) return query.each(value, by, steps.map(describeStep).join('; '));
  const [highest, lowest] = findEnds(steps, (step) => step.value);
  if (!highest || !lowest) return null;
  const known = [steps[0], steps.at(-1)];
  if (known.includes(highest) && known.includes(lowest)) return null;
  return query.each(value, by, query.range(describeStep(highest), describeStep(lowest)));
}

function areEqual(answer: AnsweredQuery, rows: readonly Row[], column: string): boolean {
  return new Set(rows.map((row) => cellOf(answer, row, column))).size < 2;
}

function writeChanges(answer: Answered<'changes'>, writing: ResultWriting): string {
  const { label, wide, alias } = answer;
  const rows = honestRows(answer, label);
  const lines = rows.slice(0, maxChanges).flatMap((row) => {
    const line = writeChange(nameOf(cellOf(answer, row, label)), writing, {
      from: nameOf(wide.first),
      to: nameOf(wide.last),
      start: show(cellOf(answer, row, wide.first), wide.unit, writing),
      end: show(cellOf(answer, row, wide.last), wide.unit, writing),
      change: show(cellOf(answer, row, alias.change), wide.unit, writing, true),
      percent:
        wide.unit === '%' ? null : showPercent(cellOf(answer, row, alias.percent), writing, true),
    });
    return line ?? [];
  });
  return writeLines(lines, answer, writing);
}

interface Change {
  from: string;
  to: string;
  start: string | null;
  end: string | null;
  change: string | null;
  percent: string | null;
}

function writeChange(
  name: string,
  { frame }: ResultWriting,
  { from, to, start, end, change, percent }: Change,
): string | null {
  if (start === null || end === null || change === null) return null;
  const told = percent === null ? change : `${change} (${percent})`;
  return frame.query.changeIs({ name, from, to, start, end, change: told });
}

/**
 * Limits the rows whose money per unit is listed. Of more, the highest and the lowest are named.
 */
const maxListed = 6;
/** Limits the percentage of a part. */
const wholePercent = 100;

/**
 * Writes the ratio of two columns: of all rows, the highest and the lowest. Empty if there is none.
 */
function writeRatio(answer: Answered<'ratio'>, writing: ResultWriting): string {
  const [all] = answer.result.rows;
  const rows = honestRows(answer, answer.label).slice(1);
  if (!all || rows.length === 0 || answer.result.rows.length > ratioRows || answer.result.truncated)
    return '';
  const line = answer.ratio.isShare
    ? writeShare(answer, all, rows, writing)
    : writeEach(answer, all, rows, writing);
  return line === null ? '' : writeLines([line], answer, writing);
}

function writeShare(
  answer: Answered<'ratio'>,
  all: Row,
  rows: readonly Row[],
  writing: ResultWriting,
): string | null {
  const { ratio, alias } = answer;
  const { frame } = writing;
  if (rows.some((row) => Number(cellOf(answer, row, alias)) > wholePercent)) return null;
  const whole = showPercent(cellOf(answer, all, alias), writing);
  const parts = [ratio.top, ratio.bottom].map(({ name, unit }) =>
    show(cellOf(answer, all, name), unit, writing),
  );
  if (whole === null) return null;
  const range = writeRange(answer, rows, writing, (row) =>
    showPercent(cellOf(answer, row, alias), writing),
  );
  const name = frame.query.shareOf(nameOf(ratio.top.name), nameOf(ratio.bottom.name));
  return frame.query.shareIs(name, whole, parts.join(' ÷ '), range);
}

function writeEach(
  answer: Answered<'ratio'>,
  all: Row,
  rows: readonly Row[],
  writing: ResultWriting,
): string | null {
  const { ratio, alias } = answer;
  const read = (row: Row) => {
    const value = withDecimals(readDecimal(cellOf(answer, row, alias)), 2);
    return value && escapeMarkdown(writing.format.number(value));
  };
  const whole = read(all);
  const listed = rows.flatMap((row) => {
    const value = read(row);
    return value === null ? [] : [`${nameBefore(cellOf(answer, row, answer.label))} ${value}`];
  });
  if (whole === null || listed.length === 0) return null;
  const of = `${nameOf(ratio.top.name)} ÷ ${nameOf(ratio.bottom.name)}`;
  const list =
    listed.length > maxListed
      ? writeRange(answer, rows, writing, read)
      : joinWords(listed, writing.language);
  return writing.frame.query.perIs(nameOf(alias), of, list, whole);
}

function writeRange(
  answer: Answered<'ratio'>,
  rows: readonly Row[],
  { frame }: ResultWriting,
  read: (row: Row) => string | null,
): string {
  const known = rows.flatMap((row): { row: Row; value: Decimal }[] => {
    const value = readDecimal(cellOf(answer, row, answer.alias));
    return value === null ? [] : [{ row, value }];
  });
  const [most, least] = findEnds(known, ({ value }) => value).map(
    (end) => end && `${nameBefore(cellOf(answer, end.row, answer.label))} ${read(end.row) ?? ''}`,
  );
  return most === undefined || least === undefined || most === least
    ? ''
    : frame.query.range(most, least);
}

/** Writes a chart as a fenced block of one line of JSON. */
function writeChart(
  { result, title, ...planned }: AnsweredQuery,
  type: 'bar' | 'line',
  x: string,
  y: string,
): string {
  const unit = 'measure' in planned ? planned.measure.unit : null;
  const chart = { query: result.id, type, x, y: [y], title, ...(unit !== null && { unit }) };
  return `\`\`\`chart\n${JSON.stringify(chart)}\n\`\`\``;
}

interface ResultWriting extends Writing {
  format: NumberFormat;
}

type Row = EngineQuery['rows'][number];
type Cell = Row[number];
type Answered<Kind extends PlannedQuery['kind']> = Extract<AnsweredQuery, { kind: Kind }>;

const maxNameLength = 60;

function cellOf({ result }: AnsweredQuery, row: Row | undefined, column: string): Cell {
  return row?.[result.columns.findIndex(({ name }) => name === column)] ?? null;
}

/** Returns the rows of a result whose label is no instruction. */
function honestRows(answer: AnsweredQuery, label: string): Row[] {
  return answer.result.rows.filter(
    (row) => !isInstruction(String(cellOf(answer, row, label) ?? '')),
  );
}

function writeLines(
  lines: readonly string[],
  { result }: AnsweredQuery,
  { citations }: ResultWriting,
): string {
  return lines.map((line) => `- ${line}${citations.citeQuery(result.id)}`).join('\n');
}

/** Writes the number of a cell with its unit, in markdown; null for a cell without a number. */
function show(
  cell: Cell,
  unit: string | null,
  { format }: Pick<ResultWriting, 'format'>,
  isChange = false,
): string | null {
  const value = readDecimal(cell);
  if (value === null) return null;
  if (unit === '%') return escapeMarkdown(format.percent(value, isChange));
  const money = readMoneyUnit(unit);
  const amount = money ? toAmount(value, money.factor) : value;
  if (money && !isChange) return escapeMarkdown(format.money(amount, money.currency));
  const number = format.number(amount, isChange);
  const written = money?.currency ?? unit;
  return escapeMarkdown(written === null ? number : `${number} ${flattenText(written, 24)}`);
}

/** Multiplies money by its factor. It has no decimals or two. */
function toAmount({ units, scale }: Decimal, factor: bigint): Decimal {
  const [whole, rest] = [
    (units * factor) / 10n ** BigInt(scale),
    (units * factor) % 10n ** BigInt(scale),
  ];
  if (rest === 0n && factor > 1n) return { units: whole, scale: 0 };
  return scale === 1 ? { units: units * factor * 10n, scale: 2 } : { units: units * factor, scale };
}

/** Queries round to one decimal, which is always shown. Null for a cell without a number. */
function showPercent(
  cell: Cell,
  { format }: Pick<ResultWriting, 'format'>,
  isChange = false,
): string | null {
  const value = withDecimals(readDecimal(cell), 1);
  return value && escapeMarkdown(format.percent(value, isChange));
}

/** Returns a number with at least so many decimals: 91 as 91.00. */
function withDecimals(value: Decimal | null, decimals: number): Decimal | null {
  if (value === null || value.scale >= decimals) return value;
  return { units: value.units * 10n ** BigInt(decimals - value.scale), scale: decimals };
}

function readDecimal(cell: Cell): Decimal | null {
  if (typeof cell !== 'number' || !Number.isFinite(cell)) return null;
  const digits = String(cell);
  return parseDecimal(digits.includes('e') ? cell.toFixed(2) : digits);
}

/** Writes a name of the material in markdown. Years get no separators. */
const nameOf = (cell: Cell) =>
  escapeMarkdown(flattenText(String(cell ?? '–'), maxNameLength) || '–');

/** A name that ends with a digit would be read as the beginning of the number behind it. */
function nameBefore(cell: Cell): string {
  const name = nameOf(cell);
  return /\p{Nd}$/u.test(name) ? `${name}:` : name;
}

function findEnds<Entry>(
  entries: readonly Entry[],
  read: (entry: Entry) => Decimal,
): [highest: Entry | undefined, lowest: Entry | undefined] {
  let [highest, lowest] = [entries[0], entries[0]];
  for (const entry of entries) {
    if (highest && compareDecimals(read(entry), read(highest)) > 0) highest = entry;
    if (lowest && compareDecimals(read(entry), read(lowest)) <= 0) lowest = entry;
  }
  return [highest, lowest];
}
