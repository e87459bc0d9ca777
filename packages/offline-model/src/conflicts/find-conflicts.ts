import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { Material, Passage, SourceTable } from '../material/passage.ts';
import type { FigureWriter } from '../tables/computed-figure.ts';
import type { FigureConflict, Statement } from './figure-conflict.ts';
import { findDenials } from './find-denials.ts';
import { type ComparableRow, readRows } from './read-rows.ts';
import { readValues, readYears, type Value } from './read-values.ts';

const maxStatements = 400;
/** Longer tables are lists of records, not findings. */
const maxTableRows = 40;
const maxRows = 300;
/** Highest ratio of two figures for the same thing. Figures further apart are about different things. */
const reach = { share: 1.9, amount: 1.16, row: 1.3 };
const noTopic =
  /^(?:\d.*|percent|prozent|day|week|month|year|quart|quarter|quartal|jahr|monat|woch|tag|million|billion|milliard|thousand|averag|durchschnitt|about|total|first|last|numb|number|ann|anne|mois|jour|semain|mese|di|seman|年|月|日|円|億|万)$/;

/**
 * Finds sentences of different documents, and rows of their tables, that share words and the unit of a figure but
 * differ in its value. Likeness is a guess: each conflict is a question for people, not a decision.
 */
export async function findConflicts(
  { passages, tables }: Material,
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<FigureConflict[]> {
  const statements: Statement[] = [];
  for (const passage of passages) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (statements.length >= maxStatements) break;
    if (
      passage.isRequest ||
      passage.isInstruction ||
      passage.isLabel ||
      !/\p{Nd}|\b(?:one in|months|weeks|days)\b/u.test(passage.text)
    )
      continue;
    const values = readValues(passage);
    if (values.length > 0) statements.push({ passage, values, ...readTopic(passage) });
  }
  const rarity = weighStems(statements);
  const found = await findDenials(statements, timeSlice);
  for (const [at, one] of statements.entries()) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const other of statements.slice(at + 1)) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      pushUnlessNull(found, compareStatements(one, other, rarity));
    }
  }
  const rows = await readComparable(tables, writer, timeSlice);
  for (const one of statements) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const row of rows) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      pushUnlessNull(found, compareRow(one, row));
    }
  }
  return pickDistinct(found.sort((a, b) => b.likeness - a.likeness));
}

async function readComparable(
  tables: SourceTable[],
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<ComparableRow[]> {
  const rows: ComparableRow[] = [];
  for (const table of tables) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (rows.length >= maxRows) break;
    if (table.rows.length <= maxTableRows) rows.push(...(await readRows(table, writer, timeSlice)));
  }
  return rows.slice(0, maxRows);
}

function readTopic({ stems, text, heading }: Passage): Pick<Statement, 'stems' | 'years' | 'assumedYears'> {
  const own = readYears(text);
  return {
    stems: new Set(stems.filter((stem) => !noTopic.test(stem))),
    years: own,
    assumedYears: own.size > 0 ? own : readYears(heading ?? ''),
  };
}

function weighStems(statements: Statement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stems } of statements) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Map([...counts].map(([stem, count]) => [stem, Math.log(1 + statements.length / count)]));
}

function compareStatements(one: Statement, other: Statement, rarity: Map<string, number>): FigureConflict | null {
  if (one.passage.origin.label === other.passage.origin.label || areApart(one.years, other.years)) return null;
  const shared = [...one.stems].filter((stem) => other.stems.has(stem));
  if (shared.length < 2) return null;
  const weigh = (stems: Iterable<string>) => [...stems].reduce((sum, stem) => sum + (rarity.get(stem) ?? 0), 0);
  const likeness = weigh(shared) / Math.max(1e-9, Math.min(weigh(one.stems), weigh(other.stems)));
  if (likeness < (shared.length > 2 ? 0.34 : 0.42)) return null;
  const pair = findDifferent(one, other);
  if (!pair) return null;
  const [mine, theirs] = pair;
  return {
    passage: one.passage,
    shown: mine.shown,
    other: { kind: 'passage', passage: other.passage },
    otherShown: theirs.shown,
    stems: new Set(shared),
    likeness,
  };
}

/** Returns the two nearest figures of the same unit; null when the sentences share a figure. */
function findDifferent(one: Statement, two: Statement): [Value, Value] | null {
  let best: [Value, Value] | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const mine of one.values) {
    for (const other of two.values) {
      const isOtherYear = areApart(yearsOf(mine, one), yearsOf(other, two));
      if (isOtherYear || !areComparable(mine, other)) continue;
      if (mine.value === other.value) return null;
      const apart = ratio(mine.value, other.value);
      const most = mine.unit === '%' || mine.isPeriod ? reach.share : reach.amount;
      if (apart < Math.min(most, nearest)) [best, nearest] = [[mine, other], apart];
    }
  }
  return best;
}

const yearsOf = ({ year }: Value, { years }: Statement) => (year === null ? years : new Set([year]));

/** True for figures of the same unit beside the same word. For lengths of time, the words beside them do not count. */
function areComparable(mine: Value, other: Value): boolean {
  if (mine.unit !== other.unit || (mine.noun && other.noun && mine.noun !== other.noun)) return false;
  return mine.isPeriod || mine.beside.some((stem) => other.beside.includes(stem));
}

/** Finds a sentence about a row and column of a table that gives a figure near the cell's, but equal to no cell. */
function compareRow(one: Statement, row: ComparableRow): FigureConflict | null {
  if (one.passage.origin === row.table.origin || areApart(one.assumedYears, row.years)) return null;
  const named = row.label.size === 0 || [...row.label].every((stem) => one.stems.has(stem));
  if (!named) return null;
  for (const cell of row.cells) {
    const shared = [...cell.stems].filter((stem) => one.stems.has(stem));
    // A number of things is not compared with a price.
    const usable = one.values.filter(({ unit, noun }) => unit === cell.unit && (noun === null || cell.isAdditive));
    if (row.label.size === 0 && ![...cell.header].every((stem) => one.stems.has(stem))) continue;
    const counted = usable.some((value) => value.noun !== null && cell.stems.has(value.noun));
    const enough = shared.length + row.label.size >= 2 || counted || one.stems.size <= 2;
    if (shared.length === 0 || !enough || (cell.years.size > 0 && !overlaps(cell.years, one.assumedYears))) continue;
    const near = usable.filter(({ value }) => !row.cells.some((any) => isSame(value, any.value)));
    const apart = (entry: Value) => ratio(entry.value, cell.value);
    const [value] = near
      .filter((entry) => apart(entry) < reach.row && apart(entry) > 1.001)
      .sort((a, b) => apart(a) - apart(b));
    if (!value || usable.some((entry) => isSame(entry.value, cell.value))) continue;
    const likeness = Math.min(
      1,
      (shared.length + row.label.size + (counted ? 1 : 0)) / Math.max(2, cell.stems.size + row.label.size),
    );
    const stems = new Set([...shared, ...row.label]);
    return {
      passage: one.passage,
      shown: value.shown,
      other: { ...cell, kind: 'row', table: row.table, text: cell.shown },
      otherShown: cell.figure,
      stems,
      likeness,
    };
  }
  return null;
}

const ratio = (one: number, other: number) => Math.max(one, other) / Math.max(1e-9, Math.min(one, other));
const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.abs(other) * 1e-9;
const overlaps = (one: Set<string>, other: Set<string>) => other.size === 0 || [...one].some((year) => other.has(year));
const areApart = (one: Set<string>, other: Set<string>) => one.size > 0 && other.size > 0 && !overlaps(one, other);

/** Returns the likeliest conflict for each sentence and each pair of figures. */
function pickDistinct(found: FigureConflict[]): FigureConflict[] {
  const seen = new Set<string>();
  return found.filter(({ passage, shown, other, otherShown }) => {
    const keys = [
      passage.text,
      other.kind === 'row' ? `${other.table.origin.location}\n${other.text}` : other.passage.text,
      [shown, otherShown].sort().join('\n'),
    ];
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

function pushUnlessNull(found: FigureConflict[], conflict: FigureConflict | null): void {
  if (conflict) found.push(conflict);
}
