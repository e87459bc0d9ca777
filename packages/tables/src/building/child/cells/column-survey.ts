import type { Cell } from './cell.ts';
import { isMissing, readBoolean } from './read-boolean.ts';
import { type DateForm, dateForms, readDate } from './read-date.ts';
import { type DecimalSign, readNumber } from './read-number.ts';

/** Longest whole number without groups that is a number; more digits are a code. */
const maxWholeDigits = 15;
const code = new RegExp(`^\\d{${maxWholeDigits + 1},}$`);
/** Texts of a column whose class is remembered. */
const maxRemembered = 4_096;

interface TextClass {
  kind: 'missing' | 'number' | 'date' | 'boolean' | 'text';
  byPoint: Shape | null;
  byComma: Shape | null;
  unit: string | null;
  value: number;
  forms: readonly DateForm[];
}

/** The digits of a decimal. */
interface Shape {
  whole: number;
  scale: number;
}

/** Counts the kinds of cells in a column. Its type is chosen from these counts. */
export class ColumnSurvey {
  /** Cells that are neither blank nor say that there is no value. */
  filled = 0;
  texts = 0;
  numbers = 0;
  booleans = 0;
  dates = 0;
  missing = 0;
  firstText = '';
  firstDate = '';
  /** Numbers whose digits are not a code, by decimal sign. */
  readonly fits = { '.': 0, ',': 0 };
  /** Numbers that are written with this decimal sign and no other. */
  readonly evidence = { '.': 0, ',': 0 };
  readonly whole = { '.': 0, ',': 0 };
  readonly scale = { '.': 0, ',': 0 };
  readonly forms: Record<DateForm, number> = { iso: 0, dayFirst: 0, monthFirst: 0 };
  readonly units = new Set<string>();
  /** Numbers without a unit of their own. */
  bare = 0;
  minimum = Number.POSITIVE_INFINITY;
  maximum = Number.NEGATIVE_INFINITY;
  readonly #classes = new Map<string, TextClass>();

  /** Counts a cell. */
  add(cell: Cell): void {
    if (cell.kind === 'text') this.addText(cell.text);
    if (cell.kind === 'text' || cell.kind === 'error') return;
    this.filled += 1;
    if (cell.kind === 'boolean') this.booleans += 1;
    else if (cell.kind === 'date') {
      this.dates += 1;
      for (const form of dateForms) this.forms[form] += 1;
    } else this.#addNumber(shapeOf(cell.text), shapeOf(cell.text), cell.unit, Number(cell.text));
  }

  /** Counts a text that is not blank. */
  addText(text: string): void {
    const known = this.#classes.get(text) ?? classify(text);
    if (this.#classes.size < maxRemembered) this.#classes.set(text, known);
    if (known.kind === 'missing') {
      this.missing += 1;
      return;
    }
    this.filled += 1;
    if (known.kind === 'number') this.#addNumber(known.byPoint, known.byComma, known.unit, known.value);
    else if (known.kind === 'boolean') this.booleans += 1;
    else if (known.kind === 'date') {
      this.dates += 1;
      for (const form of known.forms) this.forms[form] += 1;
      if (this.dates === 1) this.firstDate = text;
    } else {
      this.texts += 1;
      if (this.texts === 1) this.firstText = text;
    }
  }

  /** Counts one more text of a column of texts, without a look at it. */
  addKnownText(): void {
    this.filled += 1;
    this.texts += 1;
  }

  /** Counts a day that is written YYYY-MM-DD. */
  addIsoDay(): void {
    this.filled += 1;
    this.dates += 1;
    this.forms.iso += 1;
  }

  /**
   * Counts a number of plain digits with at most one sign in it.
   * @param sign null if there is none
   * @param canGroup true if the sign may also group thousands
   */
  addPlain(whole: number, scale: number, sign: DecimalSign | null, canGroup: boolean, value: number): void {
    this.filled += 1;
    this.numbers += 1;
    this.bare += 1;
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
    const own = sign ?? '.';
    const other = own === '.' ? ',' : '.';
    this.#count(own, whole, scale);
    if (sign === null) this.#count(other, whole, 0);
    else if (canGroup) this.#count(other, whole + scale, 0);
    else this.evidence[own] += 1;
  }

  #count(sign: DecimalSign, whole: number, scale: number): void {
    this.fits[sign] += 1;
    if (whole > this.whole[sign]) this.whole[sign] = whole;
    if (scale > this.scale[sign]) this.scale[sign] = scale;
  }

  #addNumber(byPoint: Shape | null, byComma: Shape | null, unit: string | null, value: number): void {
    this.numbers += 1;
    if (unit === null) this.bare += 1;
    else this.units.add(unit);
    if (byPoint && !byComma) this.evidence['.'] += 1;
    if (byComma && !byPoint) this.evidence[','] += 1;
    this.#note('.', byPoint);
    this.#note(',', byComma);
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
  }

  #note(sign: DecimalSign, shape: Shape | null): void {
    if (shape) this.#count(sign, shape.whole, shape.scale);
  }
}

/** Returns the digits before and after the point of a decimal. */
export function shapeOf(decimal: string): Shape {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.');
  return { whole: whole === '0' ? 0 : whole.length, scale: decimals.length };
}

function classify(text: string): TextClass {
  const found: TextClass = { kind: 'text', byPoint: null, byComma: null, unit: null, value: Number.NaN, forms: [] };
  if (isMissing(text)) return { ...found, kind: 'missing' };
  if (readBoolean(text) !== null) return { ...found, kind: 'boolean' };
  const forms = Object.keys(readDate(text)) as DateForm[];
  if (forms.length > 0) return { ...found, kind: 'date', forms };
  const number = readNumber(text);
  if (!number) return found;
  const [byPoint, byComma] = [number.byPoint, number.byComma].map((one) => (one === null ? null : shapeOf(one)));
  const isCode = text.length > maxWholeDigits && code.test(text);
  if (isCode) return found;
  return {
    ...found,
    kind: 'number',
    byPoint: byPoint ?? null,
    byComma: byComma ?? null,
    unit: number.unit,
    value: Number(number.byPoint ?? number.byComma),
  };
}
