import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { EngineQuery } from '@ecp/model-calls/prompt-types';
import { joinWords } from '../frame/frame-of.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { type Decimal, parseDecimal } from '../numbers/decimal.ts';
import { isCurrency } from '../numbers/number-format.ts';
import type { Citations } from '../pack/citations.ts';
import type { FigureWriter } from '../tables/computed-figure.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import type { AnsweredQuery } from './find-answers.ts';
import type { PlannedQuery } from './plan-queries.ts';
import { rankedRows } from './select-statements.ts';
import { writeChart } from './write-chart.ts';

/** The words and numbers in which results are written, and where their sources are listed. */
export interface ResultWriting extends FigureWriter {
  language: Language;
  citations: Citations;
}

const maxNamed = 5;
const maxNameLength = 60;
const maxFileNameLength = 300;
/** Least groups and periods that a chart shows. */
const leastShown = { groups: 4, periods: 3 };

type Cell = EngineQuery['rows'][number][number];

/**
 * Writes results table by table: one sentence a line, each with its query as source, and charts of series and rankings.
 */
export function writeResults(answers: readonly AnsweredQuery[], writing: ResultWriting): string[] {
  const { frame, language } = writing;
  return [...Map.groupBy(answers, ({ table }) => table)].map(([table, own]) => {
    // Names of files and sheets are a stranger's words: they stand in quotation marks, and an instruction is left out.
    const { filename, sheet } = table;
    const names = sheet === null || isInstruction(sheet) ? [filename] : [filename, sheet];
    const quoted = names.map((name) => quoteName(name, language));
    const file = escapeMarkdown(quoted.join(', '));
    const head = frame.query.source(file);
    const parts = own.filter((answer) => isTelling(answer, own)).flatMap((answer) => writeAnswer(answer, writing));
    return [`### ${file}`, head, ...parts].join('\n\n');
  });
}

function quoteName(name: string, language: Language): string {
  return quoteText(flattenText(name, maxFileNameLength), language);
}

/** False for a series by month of dates whose years tell enough, and for one by year that does not. */
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
  }
}

type Answered<Kind extends PlannedQuery['kind']> = Extract<AnsweredQuery, { kind: Kind }>;

/** Reads a cell of a row by the name of its column. */
function cellOf({ result }: AnsweredQuery, row: EngineQuery['rows'][number] | undefined, column: string): Cell {
  return row?.[result.columns.findIndex(({ name }) => name === column)] ?? null;
}

function writeTotals(answer: Answered<'totals'>, writing: ResultWriting): string {
  const { frame } = writing;
  const [row] = answer.result.rows;
  const read = (alias: string, unit: string | null) => show(cellOf(answer, row, alias), unit, writing);
  const lines = answer.columns.flatMap(({ alias, measure, how }) => {
    const value = read(alias, measure.unit);
    if (how !== 'total' || value === null) return [];
    const name = nameOf(measure.name);
    if (measure.isAdditive) return [frame.query.sumIs(name, value)];
    const [lowest, highest] = [frame.query.lowest(measure.name), frame.query.highest(measure.name)];
    const [least, most] = [read(lowest, measure.unit), read(highest, measure.unit)];
    return least === null || most === null ? [] : [frame.query.meanIs(name, value, least, most)];
  });
  return writeLines(lines, answer, writing);
}

function writeGroups(answer: Answered<'groups'>, writing: ResultWriting): string[] {
  const { frame, language } = writing;
  const { label, measure, alias } = answer;
  const rows = answer.result.rows.filter((row) => !isInstruction(String(cellOf(answer, row, label) ?? '')));
  const named = rows.slice(0, maxNamed).flatMap((row) => {
    const value = show(cellOf(answer, row, alias.value), measure.unit, writing);
    const share = show(cellOf(answer, row, alias.share), '%', writing);
    if (value === null) return [];
    const name = nameOf(cellOf(answer, row, label));
    return [share === null ? `${name} ${value}` : frame.query.group(name, value, share)];
  });
  if (named.length < 2) return [];
  const groups = Number(cellOf(answer, rows[0], alias.groups) ?? rows.length);
  const [what, by] = [nameOf(alias.value), nameOf(label)];
  const list = joinWords(named, language);
  const line = groups > named.length ? frame.query.largest(what, by, list) : frame.query.each(what, by, list);
  const isWhole = groups <= rankedRows && rows.length === answer.result.rows.length;
  const chart = isWhole && rows.length >= leastShown.groups ? [writeChart(answer, 'bar', label, alias.value)] : [];
  return [writeLines([line], answer, writing), ...chart];
}

function writeSeries(answer: Answered<'series'>, writing: ResultWriting): string[] {
  const { period, measure, alias } = answer;
  const [first, last] = [answer.result.rows[0], answer.result.rows.at(-1)];
  if (!first || !last || first === last || answer.result.truncated) return [];
  const line = writeChange(nameOf(alias.value), writing, {
    from: nameOf(cellOf(answer, first, period.name)),
    to: nameOf(cellOf(answer, last, period.name)),
    start: show(cellOf(answer, first, alias.value), measure.unit, writing),
    end: show(cellOf(answer, last, alias.value), measure.unit, writing),
    change: show(cellOf(answer, last, alias.change), measure.unit, writing, true),
    percent: measure.unit === '%' ? null : show(cellOf(answer, last, alias.percent), '%', writing, true),
  });
  if (line === null) return [];
  const isLong = answer.result.rows.length >= leastShown.periods;
  const chart = isLong ? [writeChart(answer, 'line', period.name, alias.value)] : [];
  return [writeLines([line], answer, writing), ...chart];
}

function writeChanges(answer: Answered<'changes'>, writing: ResultWriting): string {
  const { label, wide, alias } = answer;
  const rows = answer.result.rows.filter((row) => !isInstruction(String(cellOf(answer, row, label) ?? '')));
  const lines = rows.slice(0, maxNamed).flatMap((row) => {
    const line = writeChange(nameOf(cellOf(answer, row, label)), writing, {
      from: nameOf(wide.first),
      to: nameOf(wide.last),
      start: show(cellOf(answer, row, wide.first), wide.unit, writing),
      end: show(cellOf(answer, row, wide.last), wide.unit, writing),
      change: show(cellOf(answer, row, alias.change), wide.unit, writing, true),
      percent: wide.unit === '%' ? null : show(cellOf(answer, row, alias.percent), '%', writing, true),
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

/** Writes sentences as a list, each with the query as its source. */
function writeLines(lines: readonly string[], { result }: AnsweredQuery, { citations }: ResultWriting): string {
  return lines.map((line) => `- ${line}${citations.citeQuery(result.id)}`).join('\n');
}

/** Writes the number of a cell with its unit, in markdown; null for a cell without a number. */
function show(cell: Cell, unit: string | null, { format }: FigureWriter, isChange = false): string | null {
  const value = readDecimal(cell);
  if (value === null) return null;
  if (unit === '%') return escapeMarkdown(format.percent(value, isChange));
  const isMoney = unit !== null && isCurrency(unit);
  const amount = isMoney && value.scale === 1 ? { units: value.units * 10n, scale: 2 } : value;
  if (isMoney && !isChange) return escapeMarkdown(format.money(amount, unit));
  const number = format.number(amount, isChange);
  return escapeMarkdown(unit === null ? number : `${number} ${flattenText(unit, 24)}`);
}

/** Reads a number exactly as its shortest digits say. */
function readDecimal(cell: Cell): Decimal | null {
  if (typeof cell !== 'number' || !Number.isFinite(cell)) return null;
  const digits = String(cell);
  return parseDecimal(digits.includes('e') ? cell.toFixed(2) : digits);
}

/** Writes a name of the material in markdown. Years are no amounts, so that they get no separators. */
const nameOf = (cell: Cell) => escapeMarkdown(flattenText(String(cell ?? '–'), maxNameLength) || '–');
