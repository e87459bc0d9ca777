import type { EngineTable } from '@ecp/model-calls/prompt-types';
import { isInstruction } from '../material/detect-instructions.ts';
import { readStems } from '../material/words.ts';
import { isCurrency } from './numbers.ts';

/** Heads of numbers without a sum: averages, prices, rates, lengths of time, years, identifiers. */
const notAdditive =
  /\b(?:median|average|avg|mean|per|prices?|rates?|shares?|percent(?:age)?|index|score|days|weeks|hours|minutes|ratio|charge|fee|fares?|tariff|temperature|factor|since|year|id|no|nr|rank|age|margin)\b|%|°|\/|(?<!\p{L})(?:durchschnitt|durchschnittlich\p{L}*|mittlere[mnrs]?|mittel|mittelwert|schnitt|preis|preise|quote|satz|anteil|prozent|je|pro|tage|wochen|stunden|minuten|gebühr|temperatur|faktor|seit|jahr|nummer|rang|alter|marge|moyenne?s?|médiane?|prix|tarifs?|taux|part|pourcentage|indice|jours|semaines|heures|durée|âge|année|depuis|numéro|promedio|media|mediana|precios?|tarifas?|tasa|cuota|porcentaje|índice|días|semanas|horas|duración|edad|año|desde|número)(?!\p{L})|\p{L}(?:preis|quote|anteil|dauer|zeit|grad|(?<!um|ein|an)satz)\b|平均|中央値|単価|価格|運賃|料金単価|割合|率|比率|指数|日数|時間|期間|番号|年齢|年度|順位/iu;
/** Heads whose unweighted mean would mislead. */
const noMean =
  /(?<!\p{L})(?:shares?|percent(?:age)?|anteil|prozent|part|pourcentage|porcentaje|cuota|median\p{L}*|médiane?|mediana|index|indice|índice|id|no|nr|nummer|numéro|número|year|jahr|année|año|since|seit|depuis|desde|rank|rang)(?!\p{L})|中央値|指数|番号|年度|順位|割合|構成比/iu;
/**
 * First heads of tables whose rows are parts of one thing, even if that thing is "a window" or "a
 * year".
 */
const parts =
  /(?<!\p{L})(?:item|component|position|cost|reason|cause|element|category|posten|kostenart|grund|ursache|kategorie|bestandteil|poste|motif|raison|catégorie|partida|concepto|motivo|causa|categoría)s?(?!\p{L})|項目|費目|理由|区分/iu;
/** Heads of the whole of which other columns are parts. */
const wholes =
  /(?<!\p{L})(?:planned|capacity|budget|invited|offered|booked|available|geplant\p{L}*|kapazität|plan|soll|angeboten|verfügbar|prévue?s?|capacité|disponibles?|previst[oa]s?|planificad[oa]s?|capacidad|presupuesto)(?!\p{L})|計画|予定|能力|予算|定員/iu;
const capacities = /\b(?:capacity|kapazität|capacité|capacidad)(?!\p{L})|能力|定員/iu;
const samples =
  /\b(?:bills?|examples?|samples?|cases|beispiele?|rechnung|exemples?|ejemplos?)(?!\p{L})|例/iu;
/** Names and abbreviations of months. Their beginnings alone would match "margin" and "market". */
const months =
  `jan(?:v|uary|uar|vier)?|ene(?:ro)?|feb(?:r|ruary|ruar|rero)?|fév(?:r|rier)?|fev|mar(?:ch|s|zo)?|mär(?:z)?
  |apr(?:il)?|avr(?:il)?|abr(?:il)?|may(?:o)?|mai|june?|juni|juin|junio|july?|juli|juil(?:let)?|julio|aug(?:ust)?
  |août?|aoû|ago(?:sto)?|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?
  |dec(?:ember)?|dez(?:ember)?|déc(?:embre)?|dic(?:iembre)?`.replace(/\s+/g, '');
const period = new RegExp(
  String.raw`^(?:FY\s?)?(?:19|20)\d{2}年?(?:度)?(?:\s?[-/]?\s?(?:[QHT][1-4]|[1-4][.]?\s?Quartal|\d{2}))?$|^[QHT][1-4](?:[\s/]?\d{2,4})?$|^[1-4]\.\s?Quartal(?:\s\d{4})?$|^(?:${months})\.?(?:\s(?:de\s)?\d{2,4})?$|^(?:\d{4}年)?\d{1,2}月$`,
  'iu',
);

/**
 * Meanings of heads and labels, in all languages at once, because a head is too short to show its
 * language.
 */
const headWords = {
  isAdditive: (head: string) => !notAdditive.test(head),
  hasMean: (head: string) => !noMean.test(head),
  areParts: (head: string) => parts.test(head),
  isWhole: (head: string) => wholes.test(head),
  isCapacity: (head: string) => capacities.test(head),
  isSample: (name: string) => samples.test(name),
  isPeriod: (text: string) => period.test(text.trim()),
  isUnit: (head: string) => /^(?:units?|einheit|unité|unidad|単位)$/i.test(head.trim()),
};

type Column = EngineTable['columns'][number];

export interface Measure {
  name: string;
  unit: string | null;
  /** True if its numbers add up: amounts and counts, not prices, shares, averages or years. */
  isAdditive: boolean;
  /** True if the first rows all have the same number, so that a ranking by it says nothing. */
  isConstant: boolean;
  /** Factor from its numbers to the unit. A workbook stores 12 % as 0.12. */
  factor: number;
}

/**
 * Years, dates, or sortable texts such as 2024-Q3. Names of months and quarters follow the order of
 * the rows.
 */
export interface PeriodColumn {
  name: string;
  kind: 'year' | 'date' | 'text' | 'name';
}

export interface WideColumns {
  /** Two or more. */
  names: string[];
  first: string;
  last: string;
  unit: string | null;
  isAdditive: boolean;
}

interface ColumnRoles {
  measures: Measure[];
  periods: PeriodColumn[];
  labels: string[];
  /** Null for a table without columns of periods, or with one only. */
  wide: WideColumns | null;
}

const isoPeriod = /^(?:19|20)\d{2}(?:[-/ ]?(?:Q[1-4]|H[12]|0[1-9]|1[0-2]))?$/;
const percentUnit = /%|‰|percent|prozent|pour ?cent|por ?ciento|パーセント/iu;
/** A rate within a head of amounts, as in "price with 19 % VAT". */
const ratePart = /\d\s?(?:%|percent|prozent)/giu;
/** Limits the numbers that a workbook may store for a percentage as a fraction: 150 %. */
const maxFraction = 1.5;

/** Reads the roles of a table's columns from heads, types, units and first rows. */
export function readRoles(table: EngineTable): ColumnRoles {
  const roles: ColumnRoles = { measures: [], periods: [], labels: [], wide: null };
  const mayAdd =
    !table.columns.some(({ name }) => headWords.isUnit(name)) && !headWords.isSample(table.name);
  const wide: Column[] = [];
  for (const [at, column] of table.columns.entries()) {
    if (isInstruction(column.name)) continue;
    const cells = table.sample.map((row) => row[at] ?? null).filter((cell) => cell !== null);
    const head = toWords(column.name);
    if (column.type === 'date') roles.periods.push({ name: column.name, kind: 'date' });
    else if (column.type === 'text') {
      if (cells.length > 0 && cells.every((cell) => isoPeriod.test(String(cell).trim()))) {
        const isYear = cells.every((cell) => String(cell).trim().length === 4);
        roles.periods.push({ name: column.name, kind: isYear ? 'year' : 'text' });
      } else if (cells.length > 1 && cells.every((cell) => headWords.isPeriod(String(cell)))) {
        roles.periods.push({ name: column.name, kind: 'name' });
      } else roles.labels.push(column.name);
    } else if (column.type === 'number') {
      if (headWords.isPeriod(head)) wide.push(column);
      else if (areYears(column, cells)) roles.periods.push({ name: column.name, kind: 'year' });
      else {
        const measure = readMeasure(column, head, cells, table.sheet !== null);
        if (measure) roles.measures.push({ ...measure, isAdditive: measure.isAdditive && mayAdd });
      }
    }
  }
  roles.wide = readWide(table, wide, mayAdd);
  return roles;
}

function readWide(
  table: EngineTable,
  columns: readonly Column[],
  mayAdd: boolean,
): WideColumns | null {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || first === last) return null;
  // The heads are periods, so only the names of the sheet and of the rows' column show what is
  // measured.
  const isParts = headWords.areParts(table.columns[0]?.name ?? '');
  const name = toWords(table.sheet ?? table.name);
  const isAdditive = mayAdd && addsUp('', first.unit) && (isParts || headWords.isAdditive(name));
  const names = columns.map((column) => column.name);
  return { names, first: first.name, last: last.name, unit: first.unit, isAdditive };
}

/**
 * Units of lengths of time and of states, which have a mean and no sum. Heads do not have these
 * abbreviations.
 */
const noSum =
  /^(?:ms|s|sek|sec|min|h|hrs?|std|months?|monate?|mois|mes(?:es)?|k?hz|bar|℃|分|秒|日|週間?|[かヶヵ]月)\.?$/iu;
/** Units of counts that would be identifiers as heads. */
const ofCounts = /^(?:no|nr)\.?$/iu;

/**
 * True if numbers under a head add up. The unit counts, because it may have been cut from the head.
 */
function addsUp(head: string, unit: string | null): boolean {
  if (unit === null || ofCounts.test(unit)) return headWords.isAdditive(head);
  return headWords.isAdditive(`${head} ${unit}`) && !noSum.test(unit);
}

function readMeasure(
  { name, unit }: Column,
  head: string,
  cells: readonly unknown[],
  isWorkbook: boolean,
): Measure | null {
  const isPercent = percentUnit.test(unit ?? '') || percentUnit.test(head.replace(ratePart, ''));
  const isAdditive = !isPercent && addsUp(head, unit);
  // Identifiers, ranks and shares of other wholes have no sum and no mean.
  if (!isAdditive && !headWords.hasMean(head)) return null;
  const isFraction =
    isPercent && isWorkbook && cells.every((cell) => Math.abs(Number(cell)) <= maxFraction);
  const isConstant = cells.length > 1 && new Set(cells).size === 1;
  return {
    name,
    unit: isPercent ? '%' : unit,
    isAdditive,
    isConstant,
    factor: isFraction ? 100 : 1,
  };
}

/** True for whole numbers like 2024 without a unit. They order rows and are no amounts. */
function areYears({ unit }: Column, cells: readonly unknown[]): boolean {
  const isYear = (cell: unknown) =>
    Number.isInteger(cell) && Number(cell) >= 1900 && Number(cell) <= 2100;
  return unit === null && cells.length > 0 && cells.every(isYear);
}

function toWords(head: string): string {
  return head.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

/** Counts the words that a name shares with the task. */
export type Rating = (words: string) => number;

/**
 * Chooses the measure that differs and adds up, then the nearest to the task, a part, money, and
 * the whole last.
 */
export function chooseMeasure(
  measures: readonly Measure[],
  ratios: readonly Ratio[],
  rate: Rating,
): Measure | undefined {
  const parts = new Set(ratios.flatMap(({ top, isShare }) => (isShare ? [top] : [])));
  const isMoney = ({ unit }: Measure) => unit !== null && isCurrency(unit);
  const isWhole = ({ name }: Measure) => headWords.isWhole(name);
  const order: ((measure: Measure) => number)[] = [
    ({ isConstant }) => Number(!isConstant),
    ({ isAdditive }) => Number(isAdditive),
    // A word such as "plan" in the head of the whole is seldom its subject.
    (measure) => (parts.size > 0 && isWhole(measure) ? 0 : rate(measure.name)),
    (measure) => Number(parts.has(measure)),
    (measure) => Number(isMoney(measure)),
    (measure) => Number(!isWhole(measure)),
  ];
  const compare = (a: Measure, b: Measure) =>
    order.map((of) => of(b) - of(a)).find((one) => one !== 0) ?? 0;
  return measures.toSorted(compare)[0];
}

export interface Ratio {
  top: Measure;
  bottom: Measure;
  /** True for a part of a whole, false for money per unit of a quantity. */
  isShare: boolean;
}

/** Limits the parts of a whole that a document gives of a table. */
const maxParts = 2;

/**
 * Finds parts of a whole, such as held and cancelled out of planned, and money per unit of a
 * quantity.
 * @param sums the table's columns whose numbers add up, in its order
 */
export function findRatios(table: EngineTable, sums: readonly Measure[]): Ratio[] {
  const whole = sums.find(({ name }) => headWords.isWhole(name));
  const money = sums.find(({ unit }) => unit !== null && isCurrency(unit));
  const amount = sums.find(
    ({ name, unit }) =>
      money && unit !== null && isQuantityUnit(unit) && areOfOneYear(money.name, name),
  );
  const parts = whole ? findParts(table, sums, whole) : [];
  return [
    ...parts.flatMap((top): Ratio[] => (whole ? [{ top, bottom: whole, isShare: true }] : [])),
    ...(money && amount ? [{ top: money, bottom: amount, isShare: false }] : []),
  ];
}

function findParts(table: EngineTable, sums: readonly Measure[], whole: Measure): Measure[] {
  const all = readCells(table, whole);
  const [head, places] = [headOf(whole), table.columns.map(({ name }) => name)];
  const parts = sums.filter((part) => {
    const standsBefore = places.indexOf(part.name) === places.indexOf(whole.name) - 1;
    if (part === whole || !isNamedPart(headOf(part), head, standsBefore)) return false;
    // The first rows decide here, as all rows do in the result.
    return readCells(table, part).every((own, row) => own <= (all[row] ?? 0));
  });
  return withoutComplement(table, parts, all).slice(0, maxParts);
}

/** Drops the larger of two parts that make up the whole, because the smaller one implies it. */
function withoutComplement(
  table: EngineTable,
  parts: Measure[],
  all: readonly number[],
): Measure[] {
  const [one, other] = parts;
  if (!one || !other || parts.length !== 2) return parts;
  const [first, second] = [readCells(table, one), readCells(table, other)];
  const isComplete = all.every(
    (whole, row) => Math.abs((first[row] ?? 0) + (second[row] ?? 0) - whole) < 1e-9,
  );
  if (!isComplete) return parts;
  const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return [add(first) < add(second) ? one : other];
}

const headOf = ({ name, unit }: Measure) => ({ header: name, unit: unit ?? '' });

function readCells({ columns, sample }: EngineTable, { name }: Measure): number[] {
  const at = columns.findIndex((column) => column.name === name);
  return sample.map((row) => Number(row[at] ?? 0));
}

interface AmountHead {
  header: string;
  unit: string;
}

/**
 * A part of a whole has its unit, and shares a word with it or stands right before a capacity.
 * @param standsBefore true if the column is the one before the whole
 */
function isNamedPart(part: AmountHead, whole: AmountHead, standsBefore: boolean): boolean {
  if (part.unit !== whole.unit) return false;
  const shared = readStems(whole.header).filter((stem) => !/\d/.test(stem));
  const isNamed = readStems(part.header).some((stem) => shared.includes(stem));
  return isNamed || (standsBefore && headWords.isCapacity(whole.header));
}

/** True for a unit of quantities that money is paid for: mass, energy, length, area or volume. */
const isQuantityUnit = (unit: string) =>
  /^(?:k?g|t|[kMG]Wh|km|m²|litres?|Liter|litros?)$/.test(unit);

/** True if the heads of money and quantity name the same year, or none. */
function areOfOneYear(money: string, amount: string): boolean {
  const yearOf = (head: string) => /(?:19|20)\d{2}/.exec(head)?.[0] ?? '';
  return yearOf(money) === yearOf(amount);
}
