import type { DraftInput, EngineQuery, EngineTable } from '@ecp/model-calls/prompt-types';
import type { Frame } from '../frame/en.ts';
import { frameOf } from '../frame/frame-of.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { readOwnTerms } from '../material/rank-passages.ts';
import { flattenText } from '../material/read-blocks.ts';
import { readStems } from '../material/words.ts';
import {
  chooseMeasure,
  findRatios,
  type Measure,
  type PeriodColumn,
  type Rating,
  type Ratio,
  readRoles,
  type WideColumns,
} from './columns.ts';
import {
  type SeriesStep,
  selectChanges,
  selectGroups,
  selectRatios,
  selectSeries,
  selectTotals,
  selectWideSums,
  type TotalColumn,
} from './select-statements.ts';

export type PlannedQuery = { table: EngineTable; sql: string; title: string } & (
  | { kind: 'totals'; columns: TotalColumn[]; rows: string }
  | {
      kind: 'groups';
      label: string;
      measure: Measure;
      alias: { value: string; share: string; groups: string };
    }
  | {
      kind: 'series';
      period: PeriodColumn;
      step: SeriesStep;
      measure: Measure;
      alias: { value: string; change: string; percent: string };
    }
  | {
      kind: 'changes';
      label: string;
      wide: WideColumns;
      alias: { change: string; percent: string };
    }
  | { kind: 'ratio'; label: string; ratio: Ratio; alias: string }
);

/** Limits the queries of a draft: what three turns with four tools leave beside one search. */
const maxQueries = 11;
const maxTables = 3;
const maxSums = 5;
const maxMeans = 3;
/** Limits the columns of periods whose sums make a series. */
const maxWide = 60;
const maxTerms = 40;
const maxTitle = 150;

/**
 * Plans the queries of a draft: totals, groups, series and changes. Equal input gives equal
 * statements, by which results are found again.
 */
export function planQueries({
  engagement,
  task,
  tables = [],
  canQuery,
}: DraftInput): PlannedQuery[] {
  if (!canQuery) return [];
  const own = new Set(readOwnTerms(engagement, task, maxTerms).map(({ stem }) => stem));
  const frame = frameOf(engagement.language);
  const honest = tables.filter(({ name, rowCount }) => rowCount > 1 && !isInstruction(name));
  return limitQueries(chooseTables(honest, own).map((table) => planTable(table, own, frame)));
}

/** Removes the last queries of the tables with most, until the others fit. */
function limitQueries(planned: PlannedQuery[][]): PlannedQuery[] {
  const most = (length: number) => planned.flatMap((own) => own.slice(0, length));
  let length = Math.max(0, ...planned.map((own) => own.length));
  while (most(length).length > maxQueries) length -= 1;
  return most(length);
}

/** Chooses the tables that share most words with the task, else the first ones. */
function chooseTables(tables: readonly EngineTable[], own: ReadonlySet<string>): EngineTable[] {
  const rated = tables.map((table) => {
    const words = [
      table.name,
      table.filename,
      table.sheet ?? '',
      ...table.columns.map(({ name }) => name),
    ];
    return { table, score: shared(words.join(' ').replaceAll('_', ' '), own) };
  });
  const close = rated.some(({ score }) => score > 0)
    ? rated.filter(({ score }) => score > 0)
    : rated;
  return close
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxTables)
    .map(({ table }) => table);
}

function planTable(table: EngineTable, own: ReadonlySet<string>, frame: Frame): PlannedQuery[] {
  const { query } = frame;
  const roles = readRoles(table);
  const rate = (words: string) => shared(words, own);
  const ratios = findRatios(table, roles.measures.filter(isSum));
  const measure = chooseMeasure(roles.measures, ratios, rate);
  const [label] = sortByWords(roles.labels, (name) => name, rate);
  // Dates need two queries, because only the results show how many years they span.
  const period = roles.periods.find(({ kind }) => kind === 'year') ?? roles.periods[0];
  const change = { change: query.change, percent: query.changePercent };
  const planned: PlannedQuery[] = [];
  const add = (entry: PlannedQuery) =>
    planned.push({ ...entry, title: flattenText(entry.title, maxTitle) });
  if (measure) {
    const columns = nameTotals(roles.measures, rate, query);
    const sql = selectTotals(table.name, columns, query.rows);
    add({
      kind: 'totals',
      table,
      sql,
      title: query.totalsOf(table.name),
      columns,
      rows: query.rows,
    });
  }
  if (measure && label !== undefined) {
    const alias = { value: nameValue(measure, query), share: query.share, groups: query.groups };
    const title = query.by(alias.value, label);
    add({
      kind: 'groups',
      table,
      sql: selectGroups(table.name, label, measure, alias),
      title,
      label,
      measure,
      alias,
    });
  }
  if (measure && period) {
    const alias = { value: nameValue(measure, query), ...change };
    const title = query.by(alias.value, period.name);
    for (const step of stepsOf(period)) {
      const sql = selectSeries(table.name, { period, step }, measure, alias);
      add({ kind: 'series', table, sql, title, period, step, measure, alias });
    }
  }
  const row = label ?? roles.periods.find(({ kind }) => kind !== 'date')?.name;
  if (row !== undefined) for (const ratio of ratios) add(planRatio(table, row, ratio, frame));
  if (roles.wide) for (const entry of planWide(table, roles.wide, label, query)) add(entry);
  return planned;
}

function planRatio(
  table: EngineTable,
  label: string,
  ratio: Ratio,
  { query }: Frame,
): PlannedQuery {
  const { top, bottom, isShare } = ratio;
  const alias = isShare ? query.share : query.per(top.unit ?? '', bottom.unit ?? '');
  const title = isShare ? query.shareOf(top.name, bottom.name) : query.by(alias, label);
  return {
    kind: 'ratio',
    table,
    sql: selectRatios(table.name, label, ratio, alias),
    title,
    label,
    ratio,
    alias,
  };
}

function planWide(
  table: EngineTable,
  wide: WideColumns,
  label: string | undefined,
  query: Frame['query'],
): PlannedQuery[] {
  const planned: PlannedQuery[] = [];
  const change = { change: query.change, percent: query.changePercent };
  if (wide.isAdditive && wide.names.length <= maxWide) {
    const measure = {
      name: query.allRows,
      unit: wide.unit,
      isAdditive: true,
      isConstant: false,
      factor: 1,
    };
    const alias = { ...change, value: query.allRows };
    const period: PeriodColumn = { name: query.period, kind: 'name' };
    const sql = selectWideSums(table.name, wide, label, { ...alias, period: query.period });
    const title = query.by(query.allRows, query.period);
    planned.push({ kind: 'series', table, sql, title, period, step: 'name', measure, alias });
  }
  if (label !== undefined) {
    const sql = selectChanges(table.name, label, wide, change);
    const title = query.changesOf(table.name, wide.first, wide.last);
    planned.push({ kind: 'changes', table, sql, title, label, wide, alias: change });
  }
  return planned;
}

const stepsOf = ({ kind }: PeriodColumn): SeriesStep[] =>
  kind === 'date' ? ['year', 'month'] : [kind];
const isSum = ({ isAdditive }: Measure) => isAdditive;
const nameValue = ({ name, isAdditive }: Measure, { mean }: Frame['query']) =>
  isAdditive ? name : mean(name);

/**
 * Names the sums of the measures nearest to the task, and the means, ends and weighted means of the
 * others.
 */
function nameTotals(
  measures: readonly Measure[],
  rate: Rating,
  words: Frame['query'],
): TotalColumn[] {
  const nearest = sortByWords(measures, ({ name }) => name, rate);
  const [sums, means] = [nearest.filter(isSum), nearest.filter((measure) => !isSum(measure))];
  const total = (measure: Measure): TotalColumn => ({
    alias: nameValue(measure, words),
    measure,
    how: 'total',
  });
  // Amounts of money already contain the price, so they are no weights.
  const weight = measures.find(({ isAdditive, unit }) => isAdditive && unit === null);
  return [
    ...sums.slice(0, maxSums).map(total),
    ...means.slice(0, maxMeans).flatMap((measure): TotalColumn[] => {
      const { name } = measure;
      const alias = weight ? words.weighted(name, weight.name) : '';
      return [
        total(measure),
        { alias: words.lowest(name), measure, how: 'lowest' },
        { alias: words.highest(name), measure, how: 'highest' },
        ...(weight ? [{ alias, measure, how: 'weighted' as const, weight }] : []),
      ];
    }),
  ];
}

/** Equals keep their order. */
function sortByWords<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  rate: Rating,
): Item[] {
  return items.toSorted((a, b) => rate(nameOf(b)) - rate(nameOf(a)));
}

function shared(words: string, own: ReadonlySet<string>): number {
  return new Set(readStems(words.replaceAll('_', ' ')).filter((stem) => own.has(stem))).size;
}

export type AnsweredQuery = PlannedQuery & { result: EngineQuery };

/** Finds the results of the planned queries. A refused one has none. */
export function findAnswers(input: DraftInput): AnsweredQuery[] {
  const results = new Map((input.queries ?? []).map((query) => [query.sql, query]));
  return planQueries(input).flatMap((planned) => {
    const result = results.get(planned.sql);
    return result && result.rows.length > 0 ? [{ ...planned, result }] : [];
  });
}
