import type { Derivation } from '@ecp/contract/values/citations';
import { readContentWords } from '@ecp/language/content-words';
import {
  compareUnits,
  type HeldFigure,
  isSameValue,
  isSpan,
  showsResult,
  signedValue,
} from './compare-figures.ts';
import { nameInput } from './evaluate-calculation.ts';
import { mayAgree, readPeriods, type TypedFigure } from './figures.ts';
import type { Passage } from './footnotes.ts';
import { findNamed, type NamingText } from './labels.ts';
import { nameInputs } from './name-inputs.ts';
import type { SourceTable } from './tables.ts';

interface Inputs {
  /** Figures that the sentence itself states and that its sources hold, in their order. */
  told: readonly HeldFigure[];
  passages: readonly Passage[];
  /** Cited tables. Of one that is not cited whole, only the quoted rows count. */
  tables: readonly { table: SourceTable; citation: string; isWhole: boolean }[];
  text: NamingText;
  isUsable: (figure: TypedFigure) => boolean;
}

/** Limits the figures of one kind that are combined, and the rows of a column that are added. */
const most = { pairs: 12, rows: 200, shares: 40 };

/**
 * Finds the one operation over cited and named values that gives a figure: a change, difference,
 * sum, share, multiple, average or value per unit. Units must fit, and the words of each value must
 * stand in the sentence.
 */
export function findOperation(figure: TypedFigure, inputs: Inputs): Derivation | null {
  if (figure.kind === 'year' || figure.form === 'word') return null;
  const groups = [
    inputs.told,
    ...inputs.tables.map((one) => namedCells(one, inputs)),
    namedWords(inputs),
  ];
  for (const group of groups) {
    const found = combine(figure, group.slice(0, most.pairs), inputs.text.original);
    if (found) return found;
  }
  for (const cited of inputs.tables) {
    const found = foldColumn(figure, cited, inputs) ?? foldRow(figure, cited, inputs);
    if (found) return found;
  }
  return null;
}

function namedPlaces(
  { table, isWhole }: Pick<Inputs['tables'][number], 'table' | 'isWhole'>,
  { passages, text }: Inputs,
) {
  const named = new Set(findNamed(text, table, 'row').map(({ label }) => label));
  const quoted = new Set(passages.flatMap(({ row }) => row ?? []));
  const own = table.rows.filter((row) => quoted.has(row));
  const rows =
    own.length > 0 || !isWhole ? own : table.rows.filter(({ label }) => named.has(label));
  const labels = new Set(findNamed(text, table, 'column').map(({ label }) => label));
  const isOfPeriod = ({ period }: TypedFigure) =>
    period !== null && text.periods.some((one) => mayAgree(one.period, period.name));
  const isNamed = (one: TypedFigure) =>
    one.cell !== null && (labels.has(one.cell.column) || isOfPeriod(one));
  return { rows, isNamed };
}

function namedCells(cited: Inputs['tables'][number], inputs: Inputs): HeldFigure[] {
  const { rows, isNamed } = namedPlaces(cited, inputs);
  const isOne = rows.length === 1 && rows[0]?.figures.filter((one) => one !== null).length === 2;
  return rows.flatMap(({ figures }) =>
    figures.flatMap((one) =>
      one && inputs.isUsable(one) && (isOne || isNamed(one))
        ? { figure: one, citation: cited.citation, origin: 'source' as const }
        : [],
    ),
  );
}

/**
 * Adds or averages the cells of one row: all of them, or those of the columns that the sentence
 * names.
 */
function foldRow(
  figure: TypedFigure,
  cited: Inputs['tables'][number],
  inputs: Inputs,
): Derivation | null {
  const { rows, isNamed } = namedPlaces(cited, inputs);
  for (const { figures } of rows.slice(0, 4)) {
    const all = figures.flatMap((one) => one ?? []);
    if (!all.every(inputs.isUsable)) continue;
    for (const cells of [all.filter(isNamed), all, all.slice(0, -1)]) {
      const found = cells.length < 3 ? null : foldCells(figure, cells, cited.citation);
      if (found) return found;
    }
  }
  return null;
}

function foldCells(
  figure: TypedFigure,
  cells: readonly TypedFigure[],
  citation: string,
): Derivation | null {
  const [first] = cells;
  const units = new Set(cells.flatMap(({ unit }) => unit ?? []));
  if (!first || units.size > 1) return null;
  if (figure.unit !== null && first.unit !== null && compareUnits(figure, first) === 'other')
    return null;
  if ((figure.kind === 'percent') !== (first.kind === 'percent')) return null;
  const sum = cells.reduce((total, cell) => total + signedValue(cell), 0);
  const held = cells.map((cell): HeldFigure => ({ figure: cell, citation, origin: 'source' }));
  const labels = held.map((_, index) => nameInput(index)).join(' + ');
  if (first.kind !== 'percent' && showsResult(figure, sum)) return toDerivation(labels, held, sum);
  const mean = sum / cells.length;
  return showsResult(figure, mean)
    ? toDerivation(`(${labels}) / ${cells.length}`, held, mean)
    : null;
}

/**
 * Figures of sentences, each beside a word that the sentence has too. Those of a pair share the
 * words beside them.
 */
function namedWords({ passages, text }: Inputs): HeldFigure[] {
  return passages.flatMap(({ row, figures, words, citation }) => {
    if (row) return [];
    const own = figures.filter(({ kind, form }) => kind !== 'year' && form !== 'word');
    const stemsOf = (from: number, to: number) =>
      readContentWords(words.slice(from, to), text.language).filter(
        ({ stem }) => !unitWord.test(stem),
      );
    let isNamed = false;
    return own.flatMap((figure, index) => {
      const [last, next] = [own[index - 1], own[index + 1]];
      const before = clauseEnd(words.slice(last?.end ?? 0, figure.start), true);
      const after = clauseEnd(words.slice(figure.end, next?.start ?? words.length), false);
      const isPair = last !== undefined && stemsOf(last.end, figure.start).length === 0;
      const beside = [
        ...readContentWords(before, text.language),
        ...readContentWords(after, text.language),
      ];
      isNamed = (isPair && isNamed) || beside.some(({ stem }) => text.stems.has(stem));
      return isNamed ? { figure, citation, origin: 'passage' as const } : [];
    });
  });
}

/** Words of amounts, which do not name what is measured. */
const unitWord =
  /^(?:m?illion|milliar|milliard|billion|thousan|tausend|mio|mrd|tsd|mille|mil|eur|euro|usd|gbp|chf|dkk|dollar|pound|percent|prozent|cent)/u;

function clauseEnd(words: string, isBefore: boolean): string {
  const parts = words.split(/[.;:。]\s|\n/u);
  return (isBefore ? parts.at(-1) : parts[0]) ?? '';
}

const mean = '(a + b) / 2';
const sumWord =
  /(?<!\p{L})(?:sum of|together|combined|cumulat|zusammen|summe|kumul|ensemble|somme|cumul|conjunto|suma|acumulad)|合計|累計/iu;

interface Try {
  expression: string;
  value: number;
}

const meanWord =
  /(?<!\p{L})(?:averag|mean|midpoint|halfway|durchschnitt|mittel|moyen|media|promedi)|durchschnitt|mittelwert|平均|中間/iu;

/**
 * Finds the operation over two figures of a group that gives a figure, else null.
 * @param words the text or the labels of the figure: a mean counts only if they ask for one
 */
export function combine(
  figure: TypedFigure,
  group: readonly HeldFigure[],
  words: string,
): Derivation | null {
  const isMean = meanWord.test(words);
  const isSum = sumWord.test(words);
  for (const one of group) {
    const rest = 100 - one.figure.value;
    if (
      figure.kind === 'percent' &&
      one.figure.kind === 'percent' &&
      rest > 0 &&
      showsResult(figure, rest) &&
      one.figure.value !== 50
    )
      return toDerivation('100 - a', [one], rest);
  }
  for (const [index, one] of group.entries()) {
    for (const other of group.slice(index + 1)) {
      if (one.figure === other.figure) continue;
      const [early, late] = inOrder(one, other);
      // A sum or an average is that of all rows that are named.
      const column = one.figure.cell?.column;
      const isPart =
        column !== undefined &&
        group.filter((held) => held.figure.cell?.column === column).length > 2;
      for (const { expression, value } of listTries(figure, early.figure, late.figure)) {
        if (isPart && expression.includes('+')) continue;
        if (expression === mean && !isMean) continue;
        if (expression === 'a + b' && !isSum && isChangeOfSign(early.figure, late.figure)) continue;
        if (
          !Number.isFinite(value) ||
          !showsResult(figure, value) ||
          (figure.sign !== 0 && Math.sign(value) !== figure.sign)
        )
          continue;
        // A sum or a difference that is one of its own inputs is none.
        if ([early, late].some((input) => Math.abs(input.figure.value) === Math.abs(value)))
          continue;
        return toDerivation(expression, [early, late], value);
      }
    }
  }
  return null;
}

/**
 * True for two values of one thing on both sides of zero, which a sentence compares and does not
 * add.
 */
function isChangeOfSign(one: TypedFigure, other: TypedFigure): boolean {
  const isOfOne = one.cell === null || other.cell === null || one.cell.row === other.cell.row;
  return isOfOne && signedValue(one) * signedValue(other) < 0;
}

function inOrder(one: HeldFigure, other: HeldFigure): [HeldFigure, HeldFigure] {
  const [first, second] = [one.figure.period?.name ?? '', other.figure.period?.name ?? ''];
  return first !== '' && second !== '' && second < first ? [other, one] : [one, other];
}

/** A change from below zero is measured by the size of where it begins. */
const relativeChange = (a: number, b: number): Try =>
  a < 0 && b > 0
    ? { expression: '(b - a) / -a * 100', value: ((b - a) / -a) * 100 }
    : { expression: '(b - a) / a * 100', value: ((b - a) / a) * 100 };

function listTries(figure: TypedFigure, one: TypedFigure, other: TypedFigure): Try[] {
  const [a, b] = [signedValue(one), signedValue(other)];
  const isAcrossZero = isChangeOfSign(one, other);
  // Tables write a unit once.
  const isLeftOut =
    one.cell !== null && other.cell !== null && (one.unit === null || other.unit === null);
  const isShared =
    one.unit === other.unit || (isLeftOut && one.kind !== 'percent' && other.kind !== 'percent');
  const isAlike = isShared && one.kind !== 'year' && other.kind !== 'year';
  const isPeriods =
    isAlike &&
    one.period !== null &&
    other.period !== null &&
    one.period.name !== other.period.name;
  const tries: Try[] = [];
  const isShare = one.kind === 'percent' && other.kind === 'percent';
  if (figure.kind === 'points' && isShare) tries.push({ expression: 'b - a', value: b - a });
  if (figure.kind === 'percent') {
    if (isAlike && a !== 0) tries.push(relativeChange(a, b));
    if (isAlike && !isShare && !isPeriods && !isAcrossZero && a !== 0 && b !== 0)
      tries.push(
        Math.abs(a) < Math.abs(b)
          ? { expression: 'a / b * 100', value: Math.abs(a / b) * 100 }
          : { expression: 'b / a * 100', value: Math.abs(b / a) * 100 },
      );
  }
  if (
    (figure.kind === 'times' || figure.kind === 'plain') &&
    isAlike &&
    !isAcrossZero &&
    a !== 0 &&
    b !== 0 &&
    /[.,]\d|x|×/u.test(figure.shown + (figure.unit ?? ''))
  )
    tries.push({ expression: 'b / a', value: b / a }, { expression: 'a / b', value: a / b });
  const unit = one.unit ?? other.unit;
  const isOwn =
    figure.unit === unit ||
    (figure.unit === null && one.kind !== 'percent') ||
    (unit === null && one.cell !== null && figure.kind === 'money');
  if (isAlike && isOwn && figure.kind !== 'times') {
    if (!isShare) tries.push({ expression: 'b - a', value: b - a });
    if (!isPeriods || !isShare) tries.push({ expression: 'a + b', value: a + b });
    tries.push({ expression: mean, value: (a + b) / 2 });
  }
  // A value per unit, and a percentage of a value.
  if (figure.kind === 'money') {
    if (
      compareUnits(figure, one) !== 'other' &&
      one.unit !== null &&
      other.unit === null &&
      b !== 0
    )
      tries.push({ expression: 'a / b', value: a / b });
    if (
      compareUnits(figure, other) !== 'other' &&
      other.unit !== null &&
      one.unit === null &&
      a !== 0
    )
      tries.push({ expression: 'b / a', value: b / a });
    if (one.unit === figure.unit && other.kind === 'percent')
      tries.push({ expression: 'a * b / 100', value: (a * b) / 100 });
    if (other.unit === figure.unit && one.kind === 'percent')
      tries.push({ expression: 'a * b / 100', value: (a * b) / 100 });
  }
  return tries;
}

/**
 * Adds or averages a column: over all of its rows except totals, the quoted ones, or those that the
 * sentence names.
 */
function foldColumn(
  figure: TypedFigure,
  { table, citation, isWhole }: Inputs['tables'][number],
  { passages, text, isUsable }: Inputs,
): Derivation | null {
  const quoted = new Set(passages.flatMap(({ row }) => row ?? []));
  const named = new Set(findNamed(text, table, 'row').map(({ label }) => label));
  const plain = table.rows.filter(({ isTotal }) => !isTotal);
  const choices = [
    plain.filter((row) => quoted.has(row)),
    ...(isWhole ? [plain.filter(({ label }) => named.has(label)), plain] : []),
  ];
  for (const rows of choices) {
    if (rows.length < 3 || rows.length > most.rows) continue;
    for (const column of table.columns.keys()) {
      const cells = rows.flatMap(({ figures }) => figures[column] ?? []);
      if (cells.length !== rows.length || !cells.every(isUsable)) continue;
      const found = foldCells(figure, cells, citation);
      if (found) return found;
    }
  }
  return null;
}

function toDerivation(
  expression: string,
  inputs: readonly HeldFigure[],
  result: number,
): Derivation {
  const names = nameInputs(inputs.map(({ figure }) => figure));
  return {
    expression,
    inputs: inputs.map(({ figure, citation }, index) => ({
      ...names[index],
      label: nameInput(index),
      value: signedValue(figure),
      unit: figure.unit,
      citation,
    })),
    result: Number(result.toPrecision(12)),
  };
}

/** Lengths of time that texts name, and how many of one the other has. */
const spans: Readonly<Record<string, RegExp>> = {
  year: /(?<!\p{L})(?:years?|yearly|annual\p{L}*|jahr\p{L}*|jährlich\p{L}*|ans?|années?|annuel\p{L}*|años?|anual\p{L}*)(?!\p{L})|jahres|年/iu,
  quarter: /(?<!\p{L})(?:quarter\p{L}*|quartal\p{L}*|vierteljahr\p{L}*|trimestr\p{L}*)|四半期/iu,
  month:
    /(?<!\p{L})(?:month\p{L}*|monat\p{L}*|mois|mensuel\p{L}*|mes|meses|mensual\p{L}*)(?!\p{L})|monats|月/iu,
  week: /(?<!\p{L})(?:week\p{L}*|woche\p{L}*|wöchentlich\p{L}*|semaines?|hebdo\p{L}*|semana\p{L}*)|週/iu,
  day: /(?<!\p{L})(?:days?|daily|tag|tage|tagen|tages|täglich\p{L}*|jours?|journali\p{L}*|quotidien\p{L}*|días?|diari\p{L}*)(?!\p{L})|日/iu,
  hour: /(?<!\p{L})(?:hours?|hourly|stunden?|stündlich\p{L}*|heures?|horas?)(?!\p{L})|時間/iu,
};
const factors: readonly (readonly [longer: string, shorter: string, factor: number])[] = [
  ['year', 'quarter', 4],
  ['year', 'month', 12],
  ['year', 'week', 52],
  ['year', 'day', 365],
  ['quarter', 'month', 3],
  ['week', 'day', 7],
  ['day', 'hour', 24],
];

export interface PossibleInput extends HeldFigure {
  words: string;
}

/**
 * Finds an operation over cited values that gives a figure; the judge decides whether it is meant.
 * A rate is converted to another length of time only if both are named.
 * @param numbers the other numbers of the sentence
 */
export function findPossible(
  figure: TypedFigure,
  inputs: readonly PossibleInput[],
  sentence: string,
  numbers: readonly { value: number; unit: string | null }[],
): Derivation | null {
  const significant = figure.shown.replace(/\D/g, '').replace(/^0+|0+$/g, '').length;
  if (figure.kind === 'year' || figure.form !== 'digits' || figure.value === 0) return null;
  const isPoints = figure.kind === 'points';
  const group = inputs
    .filter(({ figure: one }) => (isPoints || one.form !== 'fraction') && one.value !== 0)
    .map((held) =>
      held.figure.form === 'fraction' ? { ...held, figure: asPercent(held.figure) } : held,
    )
    .slice(0, most.pairs);
  const isWhole =
    figure.unit === null &&
    /^[\d\s.,’'\u202f]+$/u.test(figure.shown) &&
    Number.isInteger(figure.value);
  const shows = (value: number) =>
    Number.isFinite(value) &&
    value !== 0 &&
    !(figure.sign < 0 && value > 0 && figure.kind !== 'percent') &&
    showsResult(figure, value) &&
    (!isWhole || significant > 2 || Math.abs(Math.abs(value) - figure.value) < 1e-6 * figure.value);
  for (const one of group) {
    const a = one.figure.value;
    if (
      one.figure.kind === 'year' ||
      one.figure.kind === 'percent' ||
      compareUnits(figure, one.figure) === 'other'
    )
      continue;
    for (const [longer, shorter, factor] of factors) {
      const names = (span: string, text: string) => spans[span]?.test(text) ?? false;
      const isTold = numbers.some(({ value }) => value === factor);
      const isLonger =
        names(shorter, one.words) &&
        (isTold || (names(longer, sentence) && !names(shorter, sentence)));
      if (isLonger && shows(a * factor)) return toDerivation(`a * ${factor}`, [one], a * factor);
      // "Over three years" of a rate a month.
      for (const { value, unit } of numbers) {
        const times = value * (unit === unitOfSpan[longer] ? factor : 1);
        const isOfRate = unit === unitOfSpan[longer] || unit === unitOfSpan[shorter];
        if (isOfRate && names(shorter, one.words) && shows(a * times))
          return toDerivation(
            times === value ? `a * ${value}` : `a * ${factor} * ${value}`,
            [one],
            a * times,
          );
      }
      const isHalf =
        longer === 'year' &&
        factor % 2 === 0 &&
        names(shorter, one.words) &&
        halfYear.test(sentence);
      if (isHalf && shows((a * factor) / 2))
        return toDerivation(`a * ${factor / 2}`, [one], (a * factor) / 2);
      const isShorter =
        names(longer, one.words) &&
        (isTold || (names(shorter, sentence) && !names(longer, sentence)));
      if (isShorter && shows(a / factor)) return toDerivation(`a / ${factor}`, [one], a / factor);
    }
  }
  const isCell = figure.cell !== null;
  const isSum = sumWord.test(sentence);
  const isOfOneYear = readsOneYear(sentence, numbers);
  const bases = numbers.filter((one) => one.value === 1 || isBase(one));
  for (const one of group)
    for (const other of group) {
      if (one === other) continue;
      const [a, b] = [signedValue(one.figure), signedValue(other.figure)];
      const areShares = one.figure.kind === 'percent' && other.figure.kind === 'percent';
      if (
        figure.kind === 'percent' &&
        areShares &&
        a > 0 &&
        b > 0 &&
        a + b < 100 &&
        shows(100 - a - b)
      )
        return toDerivation('100 - a - b', [one, other], 100 - a - b);
      const isPartOf =
        other.figure.kind === 'percent' && one.figure.kind !== 'percent' && b > 0 && b < 100;
      if (isPartOf && compareUnits(figure, one.figure) !== 'other' && shows((a * (100 - b)) / 100))
        return toDerivation('a * (100 - b) / 100', [one, other], (a * (100 - b)) / 100);
      // "7 of 100 euros", "5 buses for 1,000 inhabitants".
      const base = bases.find(
        ({ value, unit }) =>
          (unit === null || unit === figure.unit || figure.unit === null) &&
          (figure.kind === 'money' || figure.kind === 'plain') &&
          (one.figure.unit === null ||
            figure.unit === null ||
            compareUnits(figure, one.figure) !== 'other') &&
          (value > 1 || (unit !== null && one.figure.unit === other.figure.unit)) &&
          shows((a / b) * value),
      );
      if (base) return toDerivation(`a / b * ${base.value}`, [one, other], (a / b) * base.value);
      if (isSameValue(one.figure, other.figure)) continue;
      const column = one.figure.cell?.column;
      const isPart =
        column !== undefined &&
        group.filter((held) => held.figure.cell?.column === column).length > 2;
      // "The ratio is 7:1" is a quotient of two things and need name neither.
      const isRatio = /^\d[\d.,]*\s?[:：]\s?\d/u.test(figure.shown);
      const named = countOthers(one, other, sentence);
      if (named === 0 && !isRatio) continue;
      const found = listPossible(figure, one.figure, other.figure).find(
        ({ value, expression }) =>
          shows(value) &&
          (!isRatio || expression === 'a / b') &&
          !(isPart && expression === 'a + b') &&
          !(expression.includes('-') && isOfOneYear && skipsPeriod(one, other, group)) &&
          !(
            expression === 'a + b' &&
            !isSum &&
            (isCell || isChangeOfSign(one.figure, other.figure))
          ) &&
          !(named === 1 && /^a [+-] b$/.test(expression)) &&
          (expression !== 'a / b' || isDivisor(other, group, sentence)),
      );
      if (found) return toDerivation(found.expression, [one, other], found.value);
    }
  return null;
}

/** True for a sentence about one year, which names no length of time in years and no beginning. */
function readsOneYear(sentence: string, numbers: readonly { unit: string | null }[]): boolean {
  const years = readPeriods(sentence).filter(({ period }) => /^\d{4}/.test(period));
  const [year] = years;
  if (year === undefined || years.length > 1 || numbers.some(({ unit }) => unit === 'yr'))
    return false;
  return (
    !sinceWord.test(sentence.slice(Math.max(0, year.start - 24), year.start)) &&
    !/^年?(?:から|以来|以降|比)/u.test(sentence.slice(year.end))
  );
}

const sinceWord =
  /(?<!\p{L})(?:since|from|than|versus|vs\.?|against|on|over|with|seit|gegenüber|von|ab|zu|als|mit|depuis|à|que|desde|de|frente a|con|respecto a)\s(?:(?:the|dem|der|l.année|el año|year|Jahre?)\s)*$/iu;

/** True for two values of one row between whose periods lies that of a third. */
function skipsPeriod(one: HeldFigure, other: HeldFigure, group: readonly HeldFigure[]): boolean {
  const [early, late] = inOrder(one, other).map(({ figure }) => figure);
  const [from, to] = [early?.period?.name, late?.period?.name];
  if (!from || !to || from === to || !early?.cell || early.cell.row !== late?.cell?.row)
    return false;
  return group.some(({ figure: { cell, period } }) => {
    return (
      cell?.row === early.cell?.row && period !== null && period.name > from && period.name < to
    );
  });
}

/** True for powers of ten that are the base of a rate, and for lengths of time. */
export function isBase({ value, unit }: Pick<TypedFigure, 'value' | 'unit'>): boolean {
  return isSpan(unit) || (value >= 100 && value <= 1e6 && Number.isInteger(Math.log10(value)));
}

const unitOfSpan: Readonly<Record<string, string>> = {
  year: 'yr',
  quarter: 'qtr',
  month: 'mo',
  week: 'wk',
  day: 'd',
  hour: 'h',
};
const halfYear =
  /half (?:a|the|of the) year|six months|halbe[sn]? Jahr|Halbjahr|semestre|medio año|semestriel|半年/iu;

const asPercent = (figure: TypedFigure): TypedFigure => ({
  ...figure,
  value: figure.value <= 1 ? figure.value * 100 : figure.value,
  unit: '%',
  kind: 'percent',
});

/**
 * The cells of the rows of a table that a text names, each with the words of its row and column.
 */
export function listNamedCells(
  table: SourceTable,
  text: NamingText,
  citation: string,
): PossibleInput[] {
  const named = new Set(findNamed(text, table, 'row').map(({ label }) => label));
  return table.rows
    .filter(
      ({ label, texts }) =>
        named.has(label) || texts.slice(1, 2).some((words) => isNamedBy(words, text)),
    )
    .slice(0, 2)
    .flatMap(({ figures }) => figures)
    .flatMap((figure) =>
      figure?.cell
        ? [
            {
              figure,
              citation,
              origin: 'source' as const,
              table,
              words: `${figure.cell.row} ${figure.cell.column}`,
            },
          ]
        : [],
    );
}

const isNamedBy = (words: string, { original }: NamingText): boolean =>
  words.length > 3 && !/\d/.test(words) && original.includes(words);

/**
 * Returns how many of two counted things the sentence names: 40 shops and 60 trucks make neither
 * 100 employees nor a share of the staff. Null if they are not counts of two things.
 */
function countOthers(one: PossibleInput, other: PossibleInput, sentence: string): 0 | 1 | 2 | null {
  const nounOf = ({ figure, words }: PossibleInput) =>
    figure.counts
      ? /^[ \u00a0\u202f](\p{Script=Latin}{3})/u.exec(words.slice(figure.end))?.[1]?.toLowerCase()
      : undefined;
  const [left, right] = [nounOf(one), nounOf(other)];
  if (left === undefined || right === undefined || left === right) return null;
  const told = new Set(sentence.toLowerCase().match(/(?<!\p{L})\p{L}{3}/gu));
  return told.has(left) && told.has(right) ? 2 : told.has(left) || told.has(right) ? 1 : 0;
}

/**
 * True if a share in words is near the quotient of two cited values, near the part of one in their
 * sum ("one bicycle in five" over 36,000 here and 9,000 there), or near the rest of one.
 */
export function mayBeShare(
  figure: TypedFigure,
  inputs: readonly PossibleInput[],
  sentence: string,
): boolean {
  const group = inputs
    .filter(({ figure: { value, kind } }) => value !== 0 && kind !== 'year')
    .slice(0, most.shares);
  const isNear = (share: number) => Math.abs(share - figure.value) <= figure.rounding;
  return group.some((one) => {
    if (one.figure.kind === 'percent' && isNear(100 - one.figure.value)) return true;
    return group.some((other) => {
      const isAlike = one !== other && compareUnits(one.figure, other.figure) !== 'other';
      if (!isAlike || countOthers(one, other, sentence) === 0) return false;
      const [part, rest] = [Math.abs(one.figure.value), Math.abs(other.figure.value)];
      const share = (part / rest) * 100;
      if (isNear(share) || isNear(100 - share)) return true;
      const areParts =
        one.figure.kind !== 'percent' && one.figure.period?.name === other.figure.period?.name;
      return areParts && isNear((part / (part + rest)) * 100);
    });
  });
}

/**
 * False for a cell if the sentence has a word of another column of its row, and none of its own.
 */
function isDivisor(
  { figure }: PossibleInput,
  group: readonly PossibleInput[],
  sentence: string,
): boolean {
  const { cell } = figure;
  if (!cell) return true;
  const told = sentence.toLowerCase();
  const isTold = (column: string) =>
    (column.toLowerCase().match(/\p{L}{4,}|[\p{Script=Han}\p{Script=Katakana}]{2,}/gu) ?? []).some(
      (word) => told.includes(word.slice(0, Math.min(5, Math.max(2, word.length - 1)))),
    );
  if (isTold(cell.column)) return true;
  return !group.some(
    (held) =>
      held.figure.cell?.row === cell.row &&
      held.figure.cell.column !== cell.column &&
      held.figure.unit === figure.unit &&
      isTold(held.figure.cell.column),
  );
}

function listPossible(figure: TypedFigure, one: TypedFigure, other: TypedFigure): Try[] {
  const [a, b] = [signedValue(one), signedValue(other)];
  const isAcrossZero = isChangeOfSign(one, other);
  const isAlike =
    compareUnits(one, other) !== 'other' && (one.kind === 'year') === (other.kind === 'year');
  const isOfOne = compareUnits(figure, one) !== 'other';
  const isOfOther = compareUnits(figure, other) !== 'other';
  const isTime = isSpan(figure.unit);
  const isPeriods =
    one.period !== null && other.period !== null && one.period.name !== other.period.name;
  const isShare = one.kind === 'percent' || other.kind === 'percent';
  const isPercent = figure.kind === 'percent';
  if (one.kind === 'year' || other.kind === 'year')
    return isAlike && (figure.unit === null || isTime)
      ? [{ expression: 'a - b', value: a - b }]
      : [];
  const tries: Try[] = [];
  if (isAlike && figure.kind === 'points' && isShare)
    tries.push({ expression: 'a - b', value: a - b });
  if (isAlike && isOfOne && isOfOther && !isShare && !isPercent) {
    tries.push({ expression: 'a - b', value: a - b });
    if (!isPeriods) tries.push({ expression: 'a + b', value: a + b });
  }
  if (isAlike && isPercent) {
    if (!isPeriods && !isShare && !isAcrossZero)
      tries.push({ expression: 'a / b * 100', value: (a / b) * 100 });
    tries.push(relativeChange(a, b));
  }
  if (isAlike && !isShare && !isAcrossZero && figure.kind === 'plain')
    tries.push({ expression: 'a / b * 100', value: (a / b) * 100 });
  if (isAlike && !isAcrossZero && (figure.unit === null || figure.kind === 'times' || isTime))
    tries.push({ expression: 'a / b', value: a / b });
  if (!isPercent && isOfOne && (!isAlike || one.unit === null || other.unit === null)) {
    // The 1 of "per 1 share" changes nothing.
    const isFactor = b !== 1 && (a !== 1 || other.kind === 'percent');
    if (!isShare && isFactor) tries.push({ expression: 'a / b', value: a / b });
    if (isFactor)
      tries.push({ expression: 'a * b', value: a * (other.kind === 'percent' ? b / 100 : b) });
  }
  return tries;
}
