import { monthNumbers } from './dates.ts';
import { blanks, type NumberStyle, readDecimal } from './number-style.ts';
import { type Quantity, type Reading, readQuantities } from './quantities.ts';
import { currencyPattern, currencyWords } from './units.ts';

export type DecimalSign = '.' | ',';

/** The decimal of a text by decimal sign; null if the text is no number with that sign. */
export interface NumberText {
  byPoint: string | null;
  byComma: string | null;
  unit: string | null;
  /** True if a plus stands before it, as before a telephone number. */
  hasPlus: boolean;
  /**
   * `scientific` as 1.5E3 and 1e-7; `bare` for digits, an E and digits, which may be an article
   * number: 12E3.
   */
  exponent: 'scientific' | 'bare' | null;
  /** True for three or four numbers up to 255 with points between them, which may be an address. */
  isAddress: boolean;
}

const shape = new RegExp(
  `^(?<open>\\()?(?<sign>[-+−–])?\\s?(?<before>%|${currencyPattern})?\\s?(?<sign2>[-−–])?` +
    `(?<digits>\\d[\\d.,'’ \\u00a0\\u202f\\u2009]*|[.,]\\d+)(?<exponent>[eE][+-]?\\d{1,3})?` +
    `\\s?(?<sign3>[-−])?\\s?(?<after>%|‰|${currencyPattern}|${currencyWords})?(?<close>\\))?$`,
  'u',
);
/** Accounts write a loss as `$(500.00)`. */
const currencyBefore = new RegExp(`^(${currencyPattern})\\s?\\(`, 'u');
/** The zero of each other script. Its digits 1 to 9 follow it. */
const zeros = [...'٠۰०০੦૦௦౦೦൦๐໐༠၀០᠐０'].map((zero) => zero.codePointAt(0) ?? 0);
/** Signs in digits of other scripts. The Arabic sign for thousands is never one for decimals. */
const otherSigns: Record<string, string> = {
  '٫': '.',
  '٬': '’',
  '٪': '%',
  '％': '%',
  '．': '.',
  '，': ',',
  '－': '-',
  '＋': '+',
};
const maxLength = 60;
/** Limits the decimal exponent. Larger ones are infinite or zero as doubles. */
const maxExponent = 290;
/** Octets have no zeros before them, unlike groups of thousands: 1.000.000 is a number. */
const octets = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){2,3}$/;
const groupedByBlanks = /^\d{1,3}(?:['’ \u00a0\u202f\u2009]\d{3})+(?![\d'’ \u00a0\u202f\u2009])/;

/**
 * Reads a number with its currency or percent sign as unit: `1.234,50 €`, `(1,200)`, `12,5 %` is
 * 12.5. Null for other texts, and for digits with leading zeros, which are a code.
 */
export function readNumberCell(text: string): NumberText | null {
  if (text.length > maxLength) return null;
  const latin = toLatinDigits(text);
  if (!/\d/.test(latin)) return null;
  const groups = shape.exec(
    latin.includes('(') ? latin.replace(currencyBefore, '($1') : latin,
  )?.groups;
  if (!groups || (groups['open'] === undefined) !== (groups['close'] === undefined)) return null;
  const signs = [groups['open'], groups['sign'], groups['sign2'], groups['sign3']].filter(
    (one) => one !== undefined,
  );
  if (signs.length > 1) return null;
  const sign = signs.length === 1 && signs[0] !== '+' ? '-' : '';
  const shown = (groups['digits'] ?? '').trimEnd();
  if (shown.search(blanks) >= 0 && !groupedByBlanks.test(shown)) return null;
  const digits = shown.replace(blanks, '');
  const power = groups['exponent'];
  const exponent = power === undefined ? 0 : Number(power.slice(1));
  if (Math.abs(exponent) > maxExponent) return null;
  const [byPoint, byComma] = (['.', ','] as const).map((one) => {
    const plain = readDecimal(digits, one);
    return plain === null ? null : toDecimal(sign, plain, exponent);
  });
  if (!byPoint && !byComma) return null;
  const units = [groups['before'], groups['after']].filter((one) => one !== undefined);
  if (units.length > 1) return null;
  const isBare = /^\d+$/.test(digits) && /^[eE]\d/.test(power ?? '');
  return {
    byPoint: byPoint ?? null,
    byComma: byComma ?? null,
    unit: units[0] ?? null,
    hasPlus: signs[0] === '+',
    exponent: power === undefined ? null : isBare ? 'bare' : 'scientific',
    isAddress:
      digits === shown &&
      octets.test(digits) &&
      digits.split('.').every((part) => Number(part) <= 255),
  };
}

const blank = /^(?:[-−–—]|n\/?[.]?[am]\.?|nil|\.\.\.?|…|k\.\s?A\.|null)?$/iu;
/** True for a cell without a value: empty, a dash, `n/a`. */
export const isBlankCell = (text: string): boolean => blank.test(text);

const marks =
  /(?<=[\p{L}\p{N}%)—–-])\s?(?:\[\p{L}?\d{0,2}\]|[*†‡§#]+|[¹²³⁰⁴-⁹]+|\(\d{1,2}\)|\([a-z]\))+$/u;
/** Removes the marks of notes from the end of a cell or label. */
export const withoutMarks = (text: string) =>
  (/^[$€£\s]*\(\d/.test(text) && !/\)\s?\(/.test(text) ? text : text.replace(marks, '')).trim();

const bracketed = /^((?:[A-Z]{2,3}\$?|\p{Sc})?\s*)[(（]\s*(.*?)\s*[)）]?(\s*%)?$/u;
const withSign =
  /^((?:[A-Z]{2,3}\$?|\p{Sc})?\s*)[-‐‑‒−–－▲△]\s*((?:[A-Z]{2,3}\$?|\p{Sc})?\s*[\d.].*)$/u;
const trailing = /^([\d.,’' ]*\d\s?%?)\s?[-−–]$/u;

/**
 * Reads the one number of a cell with its sign: brackets, a minus before it, or one behind it as
 * ledgers print it.
 */
export function readQuantityCell(text: string, style: NumberStyle): Quantity | null {
  const plain = withoutMarks(text).replace(/\s+/g, ' ');
  if (plain.length > maxLength || !/\d/.test(plain) || isBlankCell(plain)) return null;
  const [, money = '', inner, share = ''] = bracketed.exec(plain) ?? [];
  const [, before = '', signed] = inner === undefined ? (withSign.exec(plain) ?? []) : [];
  const [, ledger] = trailing.exec(plain) ?? [];
  const isNegative = inner !== undefined || signed !== undefined || ledger !== undefined;
  const words =
    inner !== undefined
      ? `${money}${inner}${share}`
      : signed !== undefined
        ? `${before}${signed}`
        : (ledger ?? plain);
  const isYear = /^\d{4}$/.test(words.trim());
  const found = isYear
    ? [plainQuantity(Number(words), 1)]
    : readQuantities(words, style).filter(({ names }) => names !== 'item' || !/\p{L}/u.test(words));
  const [quantity, second] = found;
  if (!quantity || second || (quantity.names !== null && quantity.names !== 'item')) return null;
  const sign = isNegative ? -1 : quantity.sign;
  const turn = isNegative && quantity.sign !== -1 ? -1 : 1;
  const turned = <T extends Reading>(reading: T): T => ({
    ...reading,
    value: turn * reading.value,
  });
  return {
    ...turned(quantity),
    names: null,
    sign,
    others: quantity.others.map(turned),
    text,
    start: 0,
    end: text.length,
  };
}

/** A number that has no unit and stands alone. */
export const plainQuantity = (value: number, step: number): Quantity => ({
  value,
  step,
  scale: 1,
  measure: null,
  text: String(value),
  start: 0,
  end: String(value).length,
  sign: value < 0 ? -1 : 0,
  form: 'digits',
  others: [],
  names: null,
});

function toLatinDigits(text: string): string {
  if (!/[[\p{Nd}٪％．，－＋]--[0-9]]/v.test(text)) return text;
  return text.replace(/[^ -~]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => code >= one && code < one + 10);
    return zero === undefined ? (otherSigns[sign] ?? sign) : String(code - zero);
  });
}

function toDecimal(sign: string, plain: string, exponent: number): string {
  const [whole = '', decimals = ''] = plain.split('.');
  if (exponent === 0) return `${sign}${plain}`;
  const digits = whole + decimals;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const rest = padded.slice(point);
  const front = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${front}${rest === '' ? '' : `.${rest}`}`;
}

/** Writes a cell's value as the shortest decimal of the same double. */
export function writeDouble(value: number): string {
  const text = String(value);
  const [plain = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const isNegative = plain.startsWith('-');
  return toDecimal(isNegative ? '-' : '', isNegative ? plain.slice(1) : plain, Number(exponent));
}

/** How days are written: year, month, day; or day first; or month first. */
export const dateForms = ['iso', 'dayFirst', 'monthFirst'] as const;
export type DateForm = (typeof dateForms)[number];

const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]00:00(?::00(?:\.0{1,9})?)?Z?)?$/;
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?: 00:00(?::00)?)?$/;
/** `2024. 3. 1.` of Hungary and Korea, `2024年3月1日`, `2024년 3월 1일`. */
const yearFirst = /^(\d{4})(?:\.|[年년]) ?(\d{1,2})(?:\.|[月월]) ?(\d{1,2})(?:\.|[日일])$/;
/** `1. 3. 2024` of Czechia and its neighbours. */
const spaced = /^(\d{1,2})\. (\d{1,2})\. (\d{4})$/;
const monthWord = '(?<month>\\p{L}{3,12})\\.?';
/**
 * `12 March 2024`, `01-JAN-2024`, `01JAN2024`, `12 de marzo de 2024`; `March 12, 2024`;
 * `2024-Mar-12`.
 */
const wordForms = [
  `(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.)?[-/ ]?(?:de )?${monthWord}[-/ ]?(?:de )?(?<year>\\d{4})`,
  `${monthWord} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})`,
  `(?<year>\\d{4})[-/ ]${monthWord}[-/ ](?<day>\\d{1,2})`,
].map((form) => new RegExp(`^${form}$`, 'iu'));
const shortYear = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2})$/;
/** `12-Jan-24`, as spreadsheets write a day. */
const shortYearInWords = new RegExp(`^\\d{1,2}[-/ ]?${monthWord}[-/ ]?\\d{2}$`, 'iu');
/** A day, a time of day, and maybe its zone. */
const moment =
  /^(?<day>\S.{5,29}?)(?:T|,? )(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)| Uhr)?$/;
const msPerDay = 86_400_000;
const microsPerSecond = 1_000_000;
/**
 * The year before the first of each Japanese era, by its name, its sign and the character for both.
 */
const eras: ReadonlyMap<string, number> = new Map(
  [
    { names: ['明治', '明', '㍾'], before: 1867 },
    { names: ['大正', '大', '㍽'], before: 1911 },
    { names: ['昭和', '昭', '㍼'], before: 1925 },
    { names: ['平成', '平', '㍻'], before: 1988 },
    { names: ['令和', '令', '㋿'], before: 2018 },
  ].flatMap(({ names, before }) => names.map((name): [string, number] => [name, before])),
);
/** `令和6年1月31日`, `令和元年五月一日`, `平成31.4.30`. */
const eraDay =
  /^(?<era>明治?|大正?|昭和?|平成?|令和?|[㍾㍽㍼㍻㋿])\s?(?<year>元|\d{1,2}|[一二三四五六七八九十]{1,3})(?:年\s?(?<month>\d{1,2}|[一二三四五六七八九十]{1,3})月\s?(?<day>\d{1,2}|[一二三四五六七八九十]{1,3})日|(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2}))$/u;
/** The day of the week behind a day: `2024年2月1日(木)`. */
const japaneseWeekday = /\s?[(（][月火水木金土日](?:曜日?)?[)）]$/u;

/**
 * Returns the days since 1970-01-01 of a text by the form in which it is a day; empty if it is
 * none.
 */
export function readDateCell(given: string): Partial<Record<DateForm, number>> {
  if (given.length > 35 || given.length < 6) return {};
  const text = toLatinDigits(given).replace(japaneseWeekday, '');
  const eraDays = readEraDay(text);
  if (eraDays !== null) return pick({ iso: eraDays });
  const full = iso.exec(text);
  if (full) return pick({ iso: toDays(Number(full[1]), Number(full[3]), Number(full[4])) });
  const plain = yearFirst.exec(text);
  if (plain) return pick({ iso: toDays(Number(plain[1]), Number(plain[2]), Number(plain[3])) });
  const days = /[^\d\s.,/:-]{3}/.test(text) ? readWords(text) : null;
  // A month in words is unambiguous, so such a day counts in every form.
  if (days !== null) return pick({ iso: days, dayFirst: days, monthFirst: days });
  const short = numeric.exec(text.replace(spaced, '$1.$2.$3'));
  if (!short) return {};
  const [first, second, year] = [Number(short[1]), Number(short[3]), Number(short[4])];
  const dayFirst = toDays(year, second, first);
  // Nobody writes the month first with points.
  return pick(
    short[2] === '.' ? { dayFirst } : { dayFirst, monthFirst: toDays(year, first, second) },
  );
}

function readWords(text: string): number | null {
  for (const form of wordForms) {
    const groups = form.exec(text)?.groups;
    const month = groups && monthNumbers.get((groups['month'] ?? '').toLowerCase());
    if (month !== undefined)
      return toDays(Number(groups?.['year']), month, Number(groups?.['day'])) ?? null;
  }
  return null;
}

/**
 * Reads a day of a Japanese era; null for other texts. Years beyond the end of an era count on, as
 * people write.
 */
function readEraDay(text: string): number | null {
  const groups = eraDay.exec(text)?.groups;
  const before = eras.get(groups?.['era'] ?? '');
  if (groups === undefined || before === undefined) return null;
  const year = groups['year'] === '元' ? 1 : readSmallNumber(groups['year'] ?? '');
  return toDays(
    before + year,
    readSmallNumber(groups['month'] ?? ''),
    readSmallNumber(groups['day'] ?? ''),
  );
}

/** Reads a number up to 99 in digits or in Chinese numerals: `31`, `三十一`. */
function readSmallNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const digitOf = (numeral: string) => '一二三四五六七八九'.indexOf(numeral) + 1;
  const [tens = '', ones = ''] = text.split('十');
  return text.includes('十') ? (digitOf(tens) || 1) * 10 + digitOf(ones) : digitOf(text);
}

/** A point in time as a file writes it. */
export interface Moment {
  /** The days since 1970-01-01 by the form in which its day can be read; never empty. */
  days: Partial<Record<DateForm, number>>;
  /** Microseconds since midnight. */
  microseconds: number;
  /** Minutes east of UTC; null without a zone. */
  offset: number | null;
}

/** Reads a day with a time of day, with or without a zone; null for other texts. */
export function readMoment(text: string): Moment | null {
  if (text.length < 10 || text.length > 60) return null;
  const groups = moment.exec(toLatinDigits(text))?.groups;
  if (!groups) return null;
  const days = readDateCell(groups['day'] ?? '');
  const hour = readHour(Number(groups['hour']), groups['half']?.toLowerCase());
  if (hour === null || Object.keys(days).length === 0) return null;
  const seconds = hour * 3_600 + Number(groups['minute']) * 60 + Number(groups['second'] ?? 0);
  const fraction = Number((groups['fraction'] ?? '').padEnd(6, '0').slice(0, 6));
  return {
    days,
    microseconds: seconds * microsPerSecond + fraction,
    offset: readOffset(groups['zone']),
  };
}

/**
 * Returns an hour from 0 to 23; null if there is no such hour. `half` is `a` before noon and `p`
 * after it.
 */
function readHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** Returns the minutes east of UTC of `Z`, `UTC`, `+02:00` or `-0530`; null without a zone. */
function readOffset(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) + 0;
}

/**
 * Classifies a day with a two-digit year, `15/06/65`. With points and without leading zeros it may
 * be a version.
 */
export function readShortYear(text: string): 'day' | 'day_or_version' | null {
  if (text.length > 18) return null;
  const word = shortYearInWords.exec(text)?.groups?.['month'];
  if (word !== undefined && monthNumbers.has(word.toLowerCase())) return 'day';
  const found = shortYear.exec(text);
  if (!found) return null;
  const [, first = '', sign, second = ''] = found;
  const fits = (day: string, month: string) =>
    Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  if (!fits(first, second) && !fits(second, first)) return null;
  return sign === '.' && (first.length < 2 || second.length < 2) ? 'day_or_version' : 'day';
}

function pick(found: Partial<Record<DateForm, number | null>>): Partial<Record<DateForm, number>> {
  return Object.fromEntries(Object.entries(found).filter(([, days]) => days !== null));
}

function toDays(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
  return exists ? ms / msPerDay : null;
}

/** Writes days since 1970-01-01 as YYYY-MM-DD. */
export function writeDay(days: number): string {
  return new Date(days * msPerDay).toISOString().slice(0, 10);
}
