import type { DraftInput, EngineTable } from '@ecp/model-calls/prompt-types';
import { readOwnTerms } from '../brief/make-query.ts';
import type { Frame } from '../frame/en.ts';
import { frameOf } from '../frame/frame-of.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { flattenText } from '../text/clean-line.ts';
import { readStems } from '../text/read-words.ts';
import { type ColumnRoles, type Measure, type PeriodColumn, readRoles } from './column-roles.ts';
import { type SeriesStep, selectChanges, selectGroups, selectSeries, selectTotals } from './select-statements.ts';

/** A column of the totals of a table. */
export interface TotalColumn {
  alias: string;
  measure: Measure;
  how: 'total' | 'lowest' | 'highest';
}

/** A query that the offline model asks, with what its result tells. */
export type PlannedQuery = { table: EngineTable; sql: string; title: string } & (
  | { kind: 'totals'; columns: TotalColumn[]; rows: string }
  | { kind: 'groups'; label: string; measure: Measure; alias: { value: string; share: string; groups: string } }
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
      wide: NonNullable<ColumnRoles['wide']>;
      alias: { change: string; percent: string };
    }
);

/** The most queries of a draft: what three turns with four tools leave beside one search. */
const maxQueries = 11;
const maxTables = 3;
const maxSums = 3;
const maxMeans = 2;
const maxTerms = 40;
const maxTitle = 150;

/**
 * Plans the queries for a draft: totals, groups, series and changes of the tables that concern the task, in the order
 * in which they are asked. The same input gives the same statements, by which results are found again. Without tables
 * that can be queried, there are none.
 */
export function planQueries({ engagement, task, tables = [], canQuery }: DraftInput): PlannedQuery[] {
  if (!canQuery) return [];
  const own = new Set(readOwnTerms(engagement, task, maxTerms).map(({ stem }) => stem));
  const frame = frameOf(engagement.language);
  const honest = tables.filter(({ name, rowCount }) => rowCount > 1 && !isInstruction(name));
  return chooseTables(honest, own)
    .flatMap((table) => planTable(table, own, frame))
    .slice(0, maxQueries);
}

/** Chooses the tables that share most words with the task. If none does, the first ones. */
function chooseTables(tables: readonly EngineTable[], own: ReadonlySet<string>): EngineTable[] {
  const rated = tables.map((table) => {
    const words = [table.name, table.filename, table.sheet ?? '', ...table.columns.map(({ name }) => name)];
    return { table, score: shared(words.join(' ').replaceAll('_', ' '), own) };
  });
  const close = rated.some(({ score }) => score > 0) ? rated.filter(({ score }) => score > 0) : rated;
  return close
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxTables)
    .map(({ table }) => table);
}

function planTable(table: EngineTable, own: ReadonlySet<string>, { query }: Frame): PlannedQuery[] {
  const roles = readRoles(table);
  const measures = sortByWords(roles.measures, ({ name }) => name, own);
  const [sums, means] = [measures.filter(isSum), measures.filter((measure) => !isSum(measure))];
  const labels = sortByWords(roles.labels, (name) => name, own);
  const [measure, label] = [sums[0] ?? means[0], labels[0]];
  // Dates need two queries, because only the results tell how many years they span.
  const period = roles.periods.find(({ kind }) => kind === 'year') ?? roles.periods[0];
  const planned: PlannedQuery[] = [];
  const add = (entry: PlannedQuery) => planned.push({ ...entry, title: flattenText(entry.title, maxTitle) });
  if (measure) {
    const columns = nameTotals(sums.slice(0, maxSums), means.slice(0, maxMeans), query);
    const sql = selectTotals(table.name, columns, query.rows);
    add({ kind: 'totals', table, sql, title: query.totalsOf(table.name), columns, rows: query.rows });
  }
  if (measure && label !== undefined) {
    const alias = { value: nameValue(measure, query), share: query.share, groups: query.groups };
    const title = query.by(alias.value, label);
    add({ kind: 'groups', table, sql: selectGroups(table.name, label, measure, alias), title, label, measure, alias });
  }
  if (measure && period) {
    const alias = { value: nameValue(measure, query), change: query.change, percent: query.changePercent };
    const title = query.by(alias.value, period.name);
    for (const step of stepsOf(period)) {
      const sql = selectSeries(table.name, { period, step }, measure, alias);
      add({ kind: 'series', table, sql, title, period, step, measure, alias });
    }
  }
  if (roles.wide && label !== undefined) {
    const { wide } = roles;
    const alias = { change: query.change, percent: query.changePercent };
    const sql = selectChanges(table.name, label, wide, alias);
    add({ kind: 'changes', table, sql, title: query.changesOf(table.name, wide.first, wide.last), label, wide, alias });
  }
  return planned;
}

const stepsOf = ({ kind }: PeriodColumn): SeriesStep[] => (kind === 'date' ? ['year', 'month'] : [kind]);
const isSum = ({ isAdditive }: Measure) => isAdditive;
/** A sum keeps the name of its column. */
const nameValue = ({ name, isAdditive }: Measure, { mean }: Frame['query']) => (isAdditive ? name : mean(name));

function nameTotals(sums: Measure[], means: Measure[], words: Frame['query']): TotalColumn[] {
  const total = (measure: Measure): TotalColumn => ({ alias: nameValue(measure, words), measure, how: 'total' });
  return [
    ...sums.map(total),
    ...means.flatMap((measure): TotalColumn[] => [
      total(measure),
      { alias: words.lowest(measure.name), measure, how: 'lowest' },
      { alias: words.highest(measure.name), measure, how: 'highest' },
    ]),
  ];
}

/** Sorts by the number of words shared with the task; equals keep their order. */
function sortByWords<Item>(items: readonly Item[], nameOf: (item: Item) => string, own: ReadonlySet<string>): Item[] {
  return items.toSorted((a, b) => shared(nameOf(b), own) - shared(nameOf(a), own));
}

function shared(words: string, own: ReadonlySet<string>): number {
  return new Set(readStems(words.replaceAll('_', ' ')).filter((stem) => own.has(stem))).size;
}
