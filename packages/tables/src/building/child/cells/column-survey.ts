import {
  type DateForm,
  type DecimalSign,
  dateForms,
  type NumberText,
  readDateCell,
  readMoment,
  readNumberCell,
  readShortYear,
  writeDouble,
} from '@ecp/language/cells';
import { readFlag, readFlaggedNumber } from '@ecp/language/flagged-cells';
import { isMissing, isYesOrNo } from './read-boolean.ts';

/**
 * A cell: `text` is the text, a decimal (`-12.5`), YYYY-MM-DD, `true` or `false`; a number may have
 * its format's unit. `uncomputed` is a formula without a stored result.
 */
export interface Cell {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncomputed';
  text: string;
  unit: string | null;
  /** How far it is indented, in blanks or in steps of its program; absent if it is not. */
  indent?: number;
}

/** A row of a sheet or file; blank cells are null. */
export interface GridRow {
  /** The line of the file or the row of the sheet, counted from 1, as people see it. */
  number: number;
  cells: (Cell | null)[];
  /** How many fields the record of a delimited file has; undefined for a row of a sheet. */
  fields?: number | undefined;
}

/** Signs without width: they are no part of a text anywhere, or not at its ends. */
const unseen = /[\u200b\u2060\ufeff\u00ad]/g;
const unseenAtEnds = /^[\s\u200c-\u200f\u202a-\u202e]+|[\s\u200c-\u200f\u202a-\u202e]+$/g;

/** Blanks that set a text off from the left. */
const leadingBlanks = /^[ \t\u00a0\u2002-\u2009\u3000]+/;

/**
 * Returns a text without blanks at its ends and without signs that nobody sees, such as the
 * zero-width space.
 */
export function cleanText(text: string): string {
  return text.replace(unseen, '').replace(unseenAtEnds, '');
}

/** Returns a cell of a delimited file; null if it is blank. */
export function textCell(text: string): Cell | null {
  // Programs write ="007" so that Excel leaves the text as it is.
  const cleaned = cleanText(text).replace(/^="([^"]*)"$/, '$1');
  if (cleaned === '') return null;
  const cell: Cell = { kind: 'text', text: cleaned, unit: null };
  const blanks = leadingBlanks.exec(text)?.[0] ?? '';
  return blanks === '' ? cell : { ...cell, indent: blanks.replaceAll('\t', '    ').length };
}

/** Writes a cell of a column of texts: 0.12 of a cell that shows percent is `12%`. */
export function shownText(cell: Cell): string {
  return isPercentFormat(cell) ? `${hundredfold(cell.text)}%` : cell.text;
}

/** Tells whether a cell is a number that its format shows in percent: 0.12 as 12 %. */
export function isPercentFormat({ kind, unit }: Cell): boolean {
  return kind === 'number' && unit === '%';
}

/** Returns a hundred times a decimal, without the noise of doubles. */
export function hundredfold(decimal: string): string {
  return writeDouble(Number((Number(decimal) * 100).toPrecision(15)));
}

/** Limits the digits of a whole number without groups. More digits are a code. */
const maxWholeDigits = 15;
const code = new RegExp(`^\\d{${maxWholeDigits + 1},}$`);
const paddedCode = /^0\d+(?:[ ./-]?\d+)*$/;
/** Flags and zones of a column that are remembered: more say no more. */
const [maxLetterFlags, maxOffsets] = [8, 32];
/** Texts of a column whose class is remembered. */
const maxRemembered = 4_096;
/** From so many digits on, a whole number with a plus is a telephone number. */
const phoneDigits = 7;

/** What a column's cells may be. */
export type ValueKind =
  | 'missing'
  | 'number'
  | 'date'
  | 'moment'
  | 'short_year'
  | 'boolean'
  | 'text';

/** The digits of a decimal. */
interface Shape {
  whole: number;
  scale: number;
}

interface NumberFacts {
  byPoint: Shape | null;
  byComma: Shape | null;
  unit: string | null;
  value: number;
  /** True if both decimal signs give a number, and not the same one. */
  isAmbiguous: boolean;
  hasPlus: boolean;
  exponent: 'scientific' | 'bare' | null;
  isAddress: boolean;
  /** True if its last decimal is a zero. */
  endsInZero: boolean;
}

interface TextClass {
  kind: ValueKind;
  number: NumberFacts | null;
  forms: readonly DateForm[];
  /** The flag of a number, or of a mark for no value; null without one. */
  flag: string | null;
  /** True if the flag is a bare letter, which may be a unit or part of a code. */
  isLetterFlag: boolean;
  /** Minutes east of UTC of a point in time; null without a zone. */
  offset: number | null;
}

/** Counts the kinds of cells in a column. Its type is chosen from these counts. */
export class ColumnSurvey {
  /** Cells that are neither blank nor say that there is no value. */
  filled = 0;
  texts = 0;
  numbers = 0;
  booleans = 0;
  dates = 0;
  /** Days with a time of day, in all forms together and by the form in which each can be read. */
  moments = 0;
  readonly momentForms: Record<DateForm, number> = { iso: 0, dayFirst: 0, monthFirst: 0 };
  /** The zones of points in time, as minutes east of UTC, and how many have none. */
  readonly offsets = new Set<number>();
  withoutZone = 0;
  /** Numbers with a flag, and marks for no value with one. */
  flagged = 0;
  flaggedMissing = 0;
  /** Flags that are bare letters; no more than tell. */
  readonly letterFlags = new Set<string>();
  letterFlagged = 0;
  /** Whole numbers with zeros before them, which are codes. */
  paddedCodes = 0;
  /** What may be days with two digits of the year, and those that may be versions as well. */
  shortYears = 0;
  maybeVersions = 0;
  missing = 0;
  errors = 0;
  uncomputed = 0;
  /** The first of each kind, for remarks. */
  readonly first = new Map<
    ValueKind | 'ambiguous' | 'bare_exponent' | 'unit' | 'error' | 'flagged',
    string
  >();
  /** Words for yes and no, in lower case; no more than tell. */
  readonly truthWords = new Set<string>();
  /** Numbers whose digits are not a code, by decimal sign. */
  readonly fits = { '.': 0, ',': 0 };
  /** Numbers that are written with this decimal sign and no other. */
  readonly evidence = { '.': 0, ',': 0 };
  /** Texts of which each decimal sign makes another number, and the signs in them. */
  ambiguous = 0;
  readonly ambiguousSigns = new Set<DecimalSign>();
  readonly whole = { '.': 0, ',': 0 };
  readonly scale = { '.': 0, ',': 0 };
  readonly forms: Record<DateForm, number> = { iso: 0, dayFirst: 0, monthFirst: 0 };
  readonly units = new Map<string, number>();
  /** Numbers without a unit, zeros aside, and those of them that are fractions of one. */
  bare = 0;
  fractions = 0;
  /** Cells whose number format shows a percent sign, so that 12 % is 0.12. */
  percentFormats = 0;
  negatives = 0;
  plusses = 0;
  longPlusses = 0;
  /** Numbers with a plus and a unit or decimals: changes, not codes. */
  plusValues = 0;
  bareExponents = 0;
  scientific = 0;
  addresses = 0;
  /**
   * Texts that show nothing but a quantity: with thousands, a zero before the decimals, or a unit.
   */
  quantities = 0;
  /**
   * The fewest and most decimals by sign; `endsInZero` is the first text with the most whose last
   * digit is 0.
   */
  readonly decimals: Record<
    DecimalSign,
    { fewest: number; most: number; endsInZero: string | null }
  > = {
    '.': { fewest: Number.POSITIVE_INFINITY, most: 0, endsInZero: null },
    ',': { fewest: Number.POSITIVE_INFINITY, most: 0, endsInZero: null },
  };
  minimum = Number.POSITIVE_INFINITY;
  maximum = Number.NEGATIVE_INFINITY;
  readonly #classes = new Map<string, TextClass>();

  add(cell: Cell): void {
    if (cell.kind === 'text') this.addText(cell.text);
    else if (cell.kind === 'error') {
      this.errors += 1;
      if (this.errors === 1) this.first.set('error', cell.text);
    } else if (cell.kind === 'uncomputed') this.uncomputed += 1;
    else {
      this.filled += 1;
      if (!this.first.has(cell.kind)) this.first.set(cell.kind, shownText(cell));
      if (cell.kind === 'boolean') {
        this.booleans += 1;
        this.truthWords.add(cell.text).add(cell.text === 'true' ? 'false' : 'true');
      } else if (cell.kind === 'date') {
        this.dates += 1;
        for (const form of dateForms) this.forms[form] += 1;
      } else this.#addNumber(cell.text, numberOfCell(cell), true);
    }
  }

  /** Counts a text that is not blank. */
  addText(text: string): void {
    const known = this.#classes.get(text) ?? classify(text);
    if (this.#classes.size < maxRemembered) this.#classes.set(text, known);
    if (known.kind === 'missing') {
      this.missing += 1;
      if (known.flag !== null) this.flaggedMissing += 1;
      return;
    }
    this.filled += 1;
    if (!this.first.has(known.kind)) this.first.set(known.kind, text);
    if (known.flag !== null) this.#addFlag(text, known.flag, known.isLetterFlag);
    if (known.number) this.#addNumber(text, known.number, false);
    else if (known.kind === 'boolean') {
      this.booleans += 1;
      if (this.truthWords.size < 3) this.truthWords.add(text.toLowerCase());
    } else if (known.kind === 'date') {
      this.dates += 1;
      for (const form of known.forms) this.forms[form] += 1;
    } else if (known.kind === 'moment') {
      this.moments += 1;
      for (const form of known.forms) this.momentForms[form] += 1;
      if (known.offset === null) this.withoutZone += 1;
      else if (this.offsets.size < maxOffsets) this.offsets.add(known.offset);
    } else if (known.kind === 'short_year') {
      this.shortYears += 1;
      if (readShortYear(text) === 'day_or_version') this.maybeVersions += 1;
    } else {
      this.texts += 1;
      if (paddedCode.test(text)) this.paddedCodes += 1;
    }
  }

  #addFlag(text: string, flag: string, isLetter: boolean): void {
    this.flagged += 1;
    if (!this.first.has('flagged')) this.first.set('flagged', text);
    if (!isLetter) return;
    this.letterFlagged += 1;
    if (this.letterFlags.size < maxLetterFlags) this.letterFlags.add(flag);
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
   * Counts a plain number. `sign` is its one separator or null, `canGroup` tells whether it may
   * group thousands, and `text` reads the number as written.
   */
  addPlain(
    { whole, scale, sign, canGroup, endsInZero }: PlainShape,
    value: number,
    text: () => string,
  ): void {
    this.filled += 1;
    this.numbers += 1;
    if (value < 0) this.negatives += 1;
    if (value !== 0) this.bare += 1;
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
    if (sign === null) {
      this.#count('.', whole, 0);
      this.#count(',', whole, 0);
      return;
    }
    const other = sign === '.' ? ',' : '.';
    this.#count(sign, whole, scale);
    if (value !== 0 && value < 1 && value > -1) this.fractions += 1;
    if (canGroup) {
      this.#count(other, whole + scale, 0);
      this.ambiguous += 1;
      this.ambiguousSigns.add(sign);
      if (this.ambiguous === 1) this.first.set('ambiguous', text());
    } else {
      this.evidence[sign] += 1;
      if (whole === 0 || whole > 3) this.quantities += 1;
    }
    this.#noteDecimals(sign, scale, endsInZero, text);
  }

  #count(sign: DecimalSign, whole: number, scale: number): void {
    this.fits[sign] += 1;
    if (whole > this.whole[sign]) this.whole[sign] = whole;
    if (scale > this.scale[sign]) this.scale[sign] = scale;
  }

  #noteDecimals(sign: DecimalSign, scale: number, endsInZero: boolean, text: () => string): void {
    const found = this.decimals[sign];
    if (scale === 0) return;
    if (scale < found.fewest) found.fewest = scale;
    if (scale > found.most) {
      found.most = scale;
      found.endsInZero = endsInZero ? text() : null;
    } else if (scale === found.most && endsInZero) found.endsInZero ??= text();
  }

  #addNumber(text: string, number: NumberFacts, isOfSheet: boolean): void {
    const { byPoint, byComma, unit, value, hasPlus, exponent } = number;
    this.numbers += 1;
    if (unit !== null) {
      this.units.set(unit, (this.units.get(unit) ?? 0) + 1);
      if (!this.first.has('unit')) this.first.set('unit', text);
      if (isOfSheet && unit === '%') this.percentFormats += 1;
    } else if (value !== 0) {
      this.bare += 1;
      if (Math.abs(value) < 1) this.fractions += 1;
    }
    if (value < 0) this.negatives += 1;
    if (byPoint) this.#count('.', byPoint.whole, byPoint.scale);
    if (byComma) this.#count(',', byComma.whole, byComma.scale);
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
    if (isOfSheet) return;
    if (byPoint && !byComma) this.evidence['.'] += 1;
    if (byComma && !byPoint) this.evidence[','] += 1;
    if (number.isAmbiguous) {
      this.ambiguous += 1;
      this.ambiguousSigns.add(text.includes('.') ? '.' : ',');
      if (this.ambiguous === 1) this.first.set('ambiguous', text);
    }
    const scale = Math.max(byPoint?.scale ?? 0, byComma?.scale ?? 0);
    if (hasPlus) {
      this.plusses += 1;
      if (unit !== null || (scale > 0 && !number.isAmbiguous)) this.plusValues += 1;
      else if (((byPoint ?? byComma)?.whole ?? 0) >= phoneDigits) this.longPlusses += 1;
    }
    if (exponent === 'scientific') this.scientific += 1;
    if (exponent === 'bare') {
      this.bareExponents += 1;
      if (this.bareExponents === 1) this.first.set('bare_exponent', text);
    }
    if (number.isAddress) this.addresses += 1;
    else if (unit !== null || exponent === 'scientific' || /^\D?0[.,]|[.,' ]\d{3}[.,]/.test(text))
      this.quantities += 1;
    if (exponent !== null) return;
    if (byPoint) this.#noteDecimals('.', byPoint.scale, number.endsInZero, () => text);
    if (byComma) this.#noteDecimals(',', byComma.scale, number.endsInZero, () => text);
  }
}

/** A number of plain digits, as `PlainNumber` reads it from bytes. */
interface PlainShape {
  whole: number;
  scale: number;
  sign: DecimalSign | null;
  canGroup: boolean;
  endsInZero: boolean;
}

/** Returns the digits before and after the point of a decimal. */
export function shapeOf(decimal: string): Shape {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.');
  return { whole: whole === '0' ? 0 : whole.length, scale: decimals.length };
}

function numberOfCell({ text, unit }: Cell): NumberFacts {
  const shape = shapeOf(text);
  return {
    byPoint: shape,
    byComma: shape,
    unit,
    value: Number(text),
    isAmbiguous: false,
    hasPlus: false,
    exponent: null,
    isAddress: false,
    endsInZero: false,
  };
}

/** Tells what a text is when nothing is known of its column. */
export function kindOfText(text: string): ValueKind {
  return classify(text).kind;
}

function classify(text: string): TextClass {
  const none: TextClass = {
    kind: 'text',
    number: null,
    forms: [],
    flag: null,
    isLetterFlag: false,
    offset: null,
  };
  if (isMissing(text)) return { ...none, kind: 'missing', flag: readFlag(text) };
  if (isYesOrNo(text)) return { ...none, kind: 'boolean' };
  const forms = Object.keys(readDateCell(text)) as DateForm[];
  if (forms.length > 0) return { ...none, kind: 'date', forms };
  const moment = readMoment(text);
  if (moment !== null) {
    return {
      ...none,
      kind: 'moment',
      forms: Object.keys(moment.days) as DateForm[],
      offset: moment.offset,
    };
  }
  if (readShortYear(text) !== null) return { ...none, kind: 'short_year' };
  if (text.length > maxWholeDigits && code.test(text)) return none;
  const number = readNumberCell(text);
  if (number !== null) return { ...none, kind: 'number', number: describeNumber(text, number) };
  const flagged = readFlaggedNumber(text);
  if (flagged === null) return none;
  return {
    ...none,
    kind: 'number',
    number: describeNumber(flagged.plain, flagged.number),
    flag: flagged.flag,
    isLetterFlag: flagged.isLetter,
  };
}

function describeNumber(text: string, number: NumberText): NumberFacts {
  const { byPoint, byComma } = number;
  return {
    ...number,
    byPoint: byPoint === null ? null : shapeOf(byPoint),
    byComma: byComma === null ? null : shapeOf(byComma),
    value: Number(byPoint ?? byComma),
    isAmbiguous: byPoint !== null && byComma !== null && byPoint !== byComma,
    endsInZero: /\d[.,]\d*0\D*$/.test(text),
  };
}
