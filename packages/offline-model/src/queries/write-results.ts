import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { EngineTable, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import { joinWords } from '../frame/frame-of.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { createCitations } from '../pack/citations.ts';
import { findEnds } from '../tables/computed-figure.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import type { Measure } from './column-roles.ts';
import type { AnsweredQuery } from './find-answers.ts';
import { rankedRows, type TotalColumn } from './select-statements.ts';
import {
  type Answered,
  cellOf,
  honestRows,
  nameBefore,
  nameOf,
  type ResultWriting,
  type Row,
  readDecimal,
  show,
  showPercent,
  writeLines,
} from './write-cells.ts';
import { writeChart } from './write-chart.ts';
import { writeRatio } from './write-ratio.ts';

const maxNamed = 5;
const maxChanges = 8;
/** Most steps of a series that are all named. */
const maxSteps = 6;
const maxFileNameLength = 300;
/** Least groups and periods that a chart shows. */
const leastShown = { groups: 4, periods: 3 };

/** Results in markdown, and the tables whose results an earlier document shows. */
export interface WrittenResults {
  /** One section a table. */
  sections: string[];
  elsewhere: { name: string; filename: string }[];
}

/**
 * Writes results table by table: one sentence a line, each with its query as source, and charts of series and rankings.
 * A table of which earlier documents have every sentence is named and not written again.
 */
export function writeResults(
  answers: readonly AnsweredQuery[],
  upstream: readonly UpstreamDeliverable[],
  writing: ResultWriting,
): WrittenResults {
  const results: WrittenResults = { sections: [], elsewhere: [] };
  for (const [table, own] of Map.groupBy(answers, (answer) => answer.table)) {
    const telling = own.filter((answer) => isTelling(answer, own));
    const writeAll = (into: ResultWriting) =>
      telling.flatMap((answer) => writeAnswer(answer, into)).filter((part) => part !== '');
    // The footnotes of a first writing are thrown away with it.
    const filename = findEarlier(writeAll({ ...writing, citations: createCitations() }), upstream);
    const name = nameOrigin(table, writing.language);
    if (filename !== null) results.elsewhere.push({ name, filename });
    const parts = filename === null ? writeAll(writing) : [];
    const title = escapeMarkdown(name);
    if (parts.length > 0)
      results.sections.push([`### ${title}`, writing.frame.query.source(title), ...parts].join('\n\n'));
  }
  return results;
}

/** Names the file and the sheet: a stranger's words in quotation marks, without an instruction. */
function nameOrigin({ filename, sheet }: EngineTable, language: Language): string {
  const names = sheet === null || isInstruction(sheet) ? [filename] : [filename, sheet];
  return names.map((name) => quoteName(name, language)).join(', ');
}

/** Finds the earlier document that has all sentences of a result; null if there is none. */
function findEarlier(parts: readonly string[], upstream: readonly UpstreamDeliverable[]): string | null {
  const lines = parts.flatMap((part) => part.split('\n')).filter((line) => line.startsWith('- '));
  const sentences = lines.map((line) => line.replace(/\[\^\d+\]$/, ''));
  if (sentences.length === 0) return null;
  // An earlier document arrives as markdown alone, so only its text tells what it shows.
  return upstream.find(({ content }) => sentences.every((one) => content.includes(one)))?.filename ?? null;
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

function writeMean(answer: Answered<'totals'>, measure: Measure, writing: ResultWriting): string | null {
  const { query } = writing.frame;
  const own = answer.columns.filter((column) => column.measure.name === measure.name);
  const read = (wanted: TotalColumn['how']) => {
    const alias = own.find(({ how }) => how === wanted)?.alias;
    return alias === undefined ? null : show(cellOf(answer, answer.result.rows[0], alias), measure.unit, writing);
  };
  const [mean, lowest, highest, weighted] = [read('total'), read('lowest'), read('highest'), read('weighted')];
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
  const line = groups > named.length ? frame.query.largest(what, by, list) : frame.query.each(what, by, list);
  const isWhole = groups <= rankedRows && rows.length === answer.result.rows.length;
  const chart = isWhole && rows.length >= leastShown.groups ? [writeChart(answer, 'bar', label, alias.value)] : [];
  return [writeLines([line], answer, writing), ...chart];
}

function writeSeries(answer: Answered<'series'>, writing: ResultWriting): string[] {
  const { period, measure, alias } = answer;
  const { rows, truncated } = answer.result;
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first === last || truncated || areEqual(answer, rows, alias.value)) return [];
  const line = writeChange(nameOf(alias.value), writing, {
    from: nameOf(cellOf(answer, first, period.name)),
    to: nameOf(cellOf(answer, last, period.name)),
    start: show(cellOf(answer, first, alias.value), measure.unit, writing),
    end: show(cellOf(answer, last, alias.value), measure.unit, writing),
    change: show(cellOf(answer, last, alias.change), measure.unit, writing, true),
    percent: measure.unit === '%' ? null : showPercent(cellOf(answer, last, alias.percent), writing, true),
  });
  if (line === null) return [];
  const steps = writeSteps(answer, writing);
  const isLong = rows.length >= leastShown.periods;
  const chart = isLong ? [writeChart(answer, 'line', period.name, alias.value)] : [];
  return [writeLines([line, ...(steps === null ? [] : [steps])], answer, writing), ...chart];
}

/**
 * Names each step of a short series, and the highest and the lowest one of a long one; null if these are its first and
 * last, which are told already.
 */
function writeSteps(answer: Answered<'series'>, writing: ResultWriting): string | null {
  const { period, measure, alias } = answer;
  const steps = answer.result.rows.flatMap((row) => {
    const value = readDecimal(cellOf(answer, row, alias.value));
    return value === null ? [] : [{ row, value }];
  });
  const tell = ({ row }: { row: Row }) => {
    const value = show(cellOf(answer, row, alias.value), measure.unit, writing);
    return `${nameBefore(cellOf(answer, row, period.name))} ${value}`;
  };
  const { query, table } = writing.frame;
  const [value, by] = [nameOf(alias.value), nameOf(period.name)];
  if (steps.length < leastShown.periods) return null;
  // A comma between two numbers would make one number of them.
  if (steps.length <= maxSteps) return query.each(value, by, steps.map(tell).join('; '));
  const [highest, lowest] = findEnds(steps, (step) => step.value);
  if (!highest || !lowest) return null;
  const known = [steps[0], steps.at(-1)];
  if (known.includes(highest) && known.includes(lowest)) return null;
  return query.each(value, by, table.range(tell(highest), tell(lowest)));
}

/** True if all rows have the same number in a column, so that their order tells nothing. */
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
      percent: wide.unit === '%' ? null : showPercent(cellOf(answer, row, alias.percent), writing, true),
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
