import { languagesOfTotal, resultWord, totalWords } from './total-words.ts';

const { sums, means, alls } = totalWords;
const anyWord = `(?:${sums}|${means})`;
/**
 * Words that a label may have beside that for a total. They tell the amount's unit or kind and name
 * no group.
 */
const measure =
  '(?:net|gross|netto|brutto|nett|amount|value|betrag|wert|montant|importe|importo|valor|bedrag|eur|usd|gbp|chf|jpy|pln|czk|sek|nok|dkk|[€$£¥%])';
const whole = new RegExp(`^(?:the |net |gross |netto |brutto )?(${anyWord}|${alls})$`, 'iu');
/** A year, a unit or a count behind the word is no name. */
const withAddition = new RegExp(
  `^(${anyWord}|${alls})\\s*[:,]?\\s*(?:\\(.{1,20}\\)|\\[.{1,20}\\]|(?:19|20)\\d\\d(?:/\\d\\d)?|in [\\p{L}€$£%]{1,10}|${measure}(?: ${measure})?)$`,
  'iu',
);
const before = new RegExp(
  `^(${anyWord})(?:\\s+(?:of|for|von|für|der|des|de|du|del|pour|di|per|voor|för|za|по|для)\\s+|\\s*[:,–-]\\s*|\\s+)(\\S.*)$`,
  'iu',
);
const behind = new RegExp(`^(.*\\S)(?:\\s*[:,–-]\\s*|\\s+)(${anyWord}|${resultWord})$`, 'iu');
/** No blank parts the words of Chinese, Japanese and Korean. */
const joined =
  /^(.*?[^\s:,–-])\s?[(（]?(合計|小計|総計|集計|計|总计|合计|小计|總計|합계|소계|계|平均)[)）]?$/u;
const isMean = new RegExp(`^(?:${means})$`, 'iu');
const longestLabel = 60;
/** Programs set totals off by signs: `** Total`, `--- Total ---`, `= Total`, `Total:`. */
const setOff = /^[\s*=\-–—_#>|+•~]+|[\s*=\-–—_#<|:：.…]+$/gu;

/** A label that has a word for a total, a sum or a mean. */
export interface TotalLabel {
  means: 'sum' | 'mean';
  /**
   * Words beside the one for a total, in lower case: the name of a group, or of something that is
   * no total.
   */
  name: string | null;
  /** The languages of the word for a total; null if reports of all languages use it. */
  languages: ReadonlySet<string> | null;
}

const subtotal =
  /sub|zwischen|teil|mezi|medzi|mellem|mellom|tussen|sous-|partial|partiel|parcial|parziale|промежут|小計|小计|小計|소계|계$/iu;

/** Tells whether a total's label says that it sums up a part. */
export const isSubtotalWord = (text: string): boolean => subtotal.test(text);

/** Returns a label in lower case without the signs that set it off. */
const plainLabel = (text: string) => text.replace(setOff, '').toLowerCase();

/** Reads a label. Null if no word for a total, sum or mean is in it. */
export function readTotalLabel(text: string): TotalLabel | null {
  if (text.length > longestLabel) return null;
  const plain = plainLabel(text);
  const found = whole.exec(plain) ?? withAddition.exec(plain);
  if (found) return describeLabel(found[1], null);
  const last = behind.exec(plain) ?? joined.exec(plain);
  if (last) return describeLabel(last[2], last[1] ?? '');
  const first = before.exec(plain);
  return first ? describeLabel(first[1], first[2] ?? '') : null;
}

function describeLabel(word = '', name: string | null): TotalLabel {
  return { means: isMean.test(word) ? 'mean' : 'sum', name, languages: languagesOfTotal(word) };
}

interface Sums {
  sums: Float64Array;
  counts: Float64Array;
}

/** What stood before a group: the rows since a boundary are what has been added since. */
interface Group {
  rows: number;
  all: Sums;
  /** Leaves out the rows that are likely totals. */
  plain: Sums;
}

const addTo = ({ sums, counts }: Sums, at: number, value: number): void => {
  sums[at] = (sums[at] ?? 0) + value;
  counts[at] = (counts[at] ?? 0) + 1;
};
const copySums = ({ sums, counts }: Sums): Sums => ({ sums: sums.slice(), counts: counts.slice() });

/** Groups that are remembered, the largest and the newest; more cost time and mean nothing. */
const maxGroups = 24;
/** Names that are remembered. */
const maxNames = 20_000;
/**
 * Totals of rounded figures differ by a few units of the last digit, and by no more than this
 * share.
 */
const roundingShare = 0.005;
const maxRoundingUnits = 3;

/** A column with numbers, as `TotalRows` reads it. */
export interface NumberColumn {
  index: number;
  /** The value of one unit of its last digit. */
  unit: number;
  /** False where sums mean nothing: years and shares. */
  isAdditive: boolean;
  /**
   * True for prices and rates: the value of a total lies between the lowest and the highest value
   * above it.
   */
  isRate: boolean;
}

/**
 * The verdict on a total's label. A `likely` total sums up rows, but may be a name or a record; it
 * is kept.
 */
export type TotalVerdict = 'total' | 'likely' | 'none';

/**
 * Recognises totals: the label is a word for total or mean, maybe with its group, and the numbers
 * are those of the rows.
 */
export class TotalRows {
  readonly #columns: readonly NumberColumn[];
  readonly #groups: Group[] = [];
  readonly #now: Group;
  readonly #minima: Float64Array;
  readonly #maxima: Float64Array;
  /** The last value of each column, and how many rows in a row it has grown by one. */
  readonly #last: Float64Array;
  readonly #steps: Float64Array;
  /**
   * Names in the rows, in lower case, with the number of rows before the last row that each stands
   * in.
   */
  readonly #names = new Map<string, number>();

  /** @param columns the columns with numbers */
  constructor(columns: readonly NumberColumn[]) {
    this.#columns = columns;
    const { length } = columns;
    const zero = { sums: new Float64Array(length), counts: new Float64Array(length) };
    this.#now = { rows: 0, all: zero, plain: copySums(zero) };
    this.#minima = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
    this.#maxima = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.#last = new Float64Array(length).fill(Number.NaN);
    this.#steps = new Float64Array(length);
    this.beginGroup();
  }

  /**
   * Notes that a group may begin with the next row: after a total or a likely one, a blank row or a
   * heading.
   */
  beginGroup(): void {
    const { rows, all, plain } = this.#now;
    if (this.#groups.at(-1)?.rows === rows) return;
    if (this.#groups.length >= maxGroups) this.#groups.splice(1, 1);
    this.#groups.push({ rows, all: copySums(all), plain: copySums(plain) });
  }

  /**
   * Notes a name by which a total may call its group.
   * @param isAhead true if it stands above the rows that follow, false if it stands in the row that
   * was added last
   */
  addName(text: string, isAhead: boolean): void {
    if (text.length > longestLabel) return;
    const name = plainLabel(text);
    if (this.#names.size >= maxNames && !this.#names.has(name)) return;
    this.#names.set(name, isAhead ? this.#now.rows : this.#now.rows - 1);
  }

  /** Takes a row that is kept. `values` are its numbers by column, NaN where there is none. */
  addRow(values: ArrayLike<number>, verdict: TotalVerdict): void {
    this.#now.rows += 1;
    for (let at = 0; at < this.#columns.length; at += 1) {
      const value = values[this.#columns[at]?.index ?? -1] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      addTo(this.#now.all, at, value);
      if (verdict !== 'likely') addTo(this.#now.plain, at, value);
      if (value < (this.#minima[at] ?? 0)) this.#minima[at] = value;
      if (value > (this.#maxima[at] ?? 0)) this.#maxima[at] = value;
      this.#steps[at] = value === (this.#last[at] ?? 0) + 1 ? (this.#steps[at] ?? 0) + 1 : 0;
      this.#last[at] = value;
    }
    if (verdict === 'likely') this.beginGroup();
  }

  /**
   * Tells whether a row sums up a group. Numbers before the column `labelAt` may be ids or keys;
   * `isRecord` is true if the row has a day or further words.
   */
  judge(
    label: TotalLabel,
    values: ArrayLike<number>,
    labelAt: number,
    isRecord: boolean,
  ): TotalVerdict {
    const isDoubtful = isRecord || this.#goesOn(values, labelAt);
    let verdict: TotalVerdict = 'none';
    for (const group of this.#groups) {
      const isNamed = label.name === null || this.#isNameOf(group, label.name);
      // The mean of one row is that row, and one row that another repeats says little.
      const fewest = label.means === 'mean' || isDoubtful || !isNamed ? 2 : 1;
      if (group.rows + fewest > this.#now.rows) continue;
      const kinds = ['all', 'plain'] as const;
      if (!kinds.some((kind) => this.#agrees(group[kind], this.#now[kind], label, values, labelAt)))
        continue;
      verdict = isDoubtful || !isNamed ? 'likely' : 'total';
      if (verdict === 'total') break;
    }
    if (verdict === 'total') this.beginGroup();
    return verdict;
  }

  /**
   * Tells whether a number before the label goes on with a count of the rows, so that the row is
   * one of them.
   */
  #goesOn(values: ArrayLike<number>, labelAt: number): boolean {
    const isCount = (at: number) => {
      const { index } = this.#columns[at] ?? { index: labelAt };
      return (
        index < labelAt && (this.#steps[at] ?? 0) > 0 && values[index] === (this.#last[at] ?? 0) + 1
      );
    };
    return this.#columns.length > 1 && this.#columns.some((_, at) => isCount(at));
  }

  /**
   * Tells whether words are names in a group's rows: one, or several with `and`, commas or plus
   * between them.
   */
  #isNameOf({ rows }: Group, name: string): boolean {
    const stands = (part: string) => (this.#names.get(part) ?? -1) >= rows;
    if (stands(name)) return true;
    const parts = name.split(/\s*(?:,|\+|&|\/|\band\b|\bund\b|\bet\b|\by\b|\be\b)\s*/u);
    return parts.length > 1 && parts.every(stands);
  }

  #agrees(
    before: Sums,
    now: Sums,
    label: TotalLabel,
    values: ArrayLike<number>,
    labelAt: number,
  ): boolean {
    let agreed = 0;
    for (const [at, { index, unit, isAdditive, isRate }] of this.#columns.entries()) {
      const value = values[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const whole = now.sums[at] ?? 0;
      const sum = whole - (before.sums[at] ?? 0);
      const count = (now.counts[at] ?? 0) - (before.counts[at] ?? 0);
      const noise = Math.abs(whole) * 1e-12;
      const isSum = isNear(value, sum, unit, count, noise);
      if (count === 0) {
        if (value === 0) continue;
        return false;
      }
      const isMeanOfRows = isNear(value, sum / count, unit, 1, noise);
      if (label.means === 'mean' ? isMeanOfRows : isSum && isAdditive) {
        agreed += 1;
        continue;
      }
      const [minimum, maximum] = [this.#minima[at] ?? 0, this.#maxima[at] ?? 0];
      const isAmong = value >= minimum - unit && value <= maximum + unit;
      const isKey = value === minimum && value === maximum;
      const repeats = index < labelAt && value === this.#last[at];
      const isAllowed =
        isSum ||
        isKey ||
        repeats ||
        (isMeanOfRows && count > 1) ||
        ((!isAdditive || isRate) && isAmong);
      if (!isAllowed) return false;
    }
    return agreed > 0;
  }
}

/**
 * Tells whether a number is another one, but for rounding of `addends` numbers to one `unit` each.
 */
export function isNear(
  value: number,
  expected: number,
  unit: number,
  addends: number,
  noise: number,
): boolean {
  const difference = Math.abs(value - expected);
  if (difference <= 1e-9 * Math.min(1, Math.abs(expected)) + noise) return true;
  const rounding = Math.min(addends * 0.5, maxRoundingUnits) * unit;
  return difference <= rounding * (1 + 1e-9) && difference <= Math.abs(expected) * roundingShare;
}
