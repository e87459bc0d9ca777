import {
  type DateForm,
  type DecimalSign,
  dateForms,
  readDateCell,
  readMoment,
  readNumberCell,
} from '@ecp/language/cells';
import { readFlag, readFlaggedNumber } from '@ecp/language/flagged-cells';
import { findCommonCurrency } from '@ecp/language/units';
import type { ColumnBuffer, Storage } from '../table-writer.ts';
import {
  type Cell,
  type ColumnSurvey,
  hundredfold,
  isPercentFormat,
  shownText,
} from './column-survey.ts';
import { areTruthValues, isMissing, readBoolean } from './read-boolean.ts';
import type { Doubt } from './write-remarks.ts';

/** The type of a column: the notation of its cells and the type in storage. */
export interface ColumnType {
  storage: Storage;
  scale: number;
  decimalSign: DecimalSign;
  dateForm: DateForm;
  /** The unit that its cells show; null if none does. */
  unit: string | null;
  /**
   * True if cells that their format shows in percent stand beside texts with "%": 0.12 becomes 12
   * then.
   */
  isInPercent: boolean;
  /** True if numbers have flags, which stand in a column of their own. */
  hasFlags: boolean;
  /** True for the column of the flags of the numbers before it. */
  isOfFlags: boolean;
  /** True if points in time have several zones, so that all are told in UTC. */
  isInUtc: boolean;
  doubts: Doubt[];
}

/** Digits that a double holds exactly, and with them the fast way to an exact decimal. */
const exactDigits = 15;
/** Digits of a decimal that leave room for the sum of 10^8 values. */
const wideDigits = 30;
/** Share of cells from which a column of texts looks like one of numbers or dates. */
const mostly = 0.7;

interface ColumnHead {
  name: string;
  unit: string | null;
}

/**
 * Chooses a column's type. It is text if one value is a text, or can be read in two ways and no
 * other value decides `implied` is the decimal sign that the delimiter tells, or null; `head` may
 * tell of codes or amounts.
 */
export function chooseType(
  survey: ColumnSurvey,
  implied: DecimalSign | null,
  head: ColumnHead,
): ColumnType {
  const type: ColumnType = {
    storage: 'text',
    scale: 0,
    decimalSign: implied ?? '.',
    dateForm: 'iso',
    unit: null,
    isInPercent: false,
    hasFlags: false,
    isOfFlags: false,
    isInUtc: false,
    doubts: [],
  };
  const { filled, first } = survey;
  if (survey.errors > 0)
    type.doubts.push({
      kind: 'error_cell',
      count: survey.errors,
      example: first.get('error') ?? '',
    });
  if (survey.uncomputed > 0)
    type.doubts.push({ kind: 'uncomputed_formula', count: survey.uncomputed, example: '' });
  if (filled === 0) return survey.uncomputed > 0 ? { ...type, storage: 'whole' } : type;
  if (survey.booleans === filled) {
    const mayBeCodes = [...survey.truthWords].every((word) => word.length === 2);
    if (mayBeCodes && isPlaceHead(head.name)) return type;
    if (areTruthValues(survey.truthWords)) return { ...type, storage: 'boolean' };
    return doubt(type, 'one_truth_value', filled, first.get('boolean'));
  }
  if (survey.dates === filled) return chooseDate(survey, type);
  if (survey.dates + survey.moments === filled) return chooseMoment(survey, type);
  if (
    survey.shortYears > 0 &&
    survey.shortYears < filled &&
    survey.shortYears + survey.dates + survey.moments === filled
  )
    return doubt(type, 'two_digit_year', survey.shortYears, first.get('short_year'));
  if (survey.shortYears === filled) {
    return survey.maybeVersions > 0
      ? type
      : doubt(type, 'two_digit_year', filled, first.get('short_year'));
  }
  if (survey.numbers === filled) return chooseNumber(survey, implied, type, head);
  const looksTyped = Math.max(survey.numbers, survey.dates + survey.moments) >= filled * mostly;
  const isPadded = survey.paddedCodes > 0 && survey.paddedCodes + survey.numbers === filled;
  if (!looksTyped || isPadded || isCodes(survey)) return type;
  const others = filled - Math.max(survey.numbers, survey.dates + survey.moments);
  const example =
    first.get('text') ?? first.get('short_year') ?? first.get('boolean') ?? first.get('date');
  return doubt(type, 'mixed_column', others, example ?? first.get('number'));
}

const doubt = (
  type: ColumnType,
  kind: Doubt['kind'],
  count: number,
  example: string | undefined,
): ColumnType => ({
  ...type,
  doubts: [...type.doubts, { kind, count, example: example ?? '' }],
});

/** Tells whether what looks like numbers is telephone numbers, addresses or the like. */
function isCodes({
  plusses,
  plusValues,
  longPlusses,
  negatives,
  addresses,
  numbers,
  evidence,
}: ColumnSurvey): boolean {
  if (longPlusses > 0 || (plusses > 0 && plusValues === 0 && negatives === 0)) return true;
  return addresses > 0 && (addresses === numbers || evidence[','] === 0);
}

function chooseNumber(
  survey: ColumnSurvey,
  implied: DecimalSign | null,
  type: ColumnType,
  { name: head, unit }: ColumnHead,
): ColumnType {
  const isQuantity = unit !== null || isAmountHead(head);
  const { filled, first, evidence, ambiguous } = survey;
  if (isCodes(survey)) return type;
  if (survey.bareExponents > 0 && survey.scientific === 0) {
    return doubt(type, 'exponent_or_code', survey.bareExponents, first.get('bare_exponent'));
  }
  const own =
    evidence['.'] > 0 ? (evidence[','] > 0 ? null : '.') : evidence[','] > 0 ? ',' : undefined;
  if (own === null) return doubt(type, 'two_decimal_signs', filled, first.get('number'));
  const sign = own ?? (ambiguous > 0 ? (implied ?? signOfWholeMoney(survey)) : (implied ?? '.'));
  if (sign === null) return doubt(type, 'thousands_or_decimals', ambiguous, first.get('ambiguous'));
  if (survey.fits[sign] < filled)
    return doubt(type, 'two_decimal_signs', filled, first.get('number'));
  const { fewest, most, endsInZero } = survey.decimals[sign];
  if (most > 0 && (isCodeHead(head) || (endsInZero !== null && mentionsCode(head)))) return type;
  const isDoubtful =
    endsInZero !== null && fewest < most && survey.negatives === 0 && survey.quantities === 0;
  if (isDoubtful && !isQuantity) return doubt(type, 'decimals_or_code', filled, endsInZero);
  if (!areFlags(survey, head))
    return doubt(type, 'flag_or_unit', survey.flagged, first.get('flagged'));
  const typed = withUnit(
    survey,
    { ...type, ...chooseStorage(survey, sign), decimalSign: sign },
    type,
  );
  if (typed.storage === 'text' || survey.flagged + survey.flaggedMissing === 0) return typed;
  const flagged = survey.flagged + survey.flaggedMissing;
  return doubt({ ...typed, hasFlags: true }, 'flags_apart', flagged, first.get('flagged'));
}

/** Currencies whose amounts have no decimals, so that `1,000円` has thousands. */
const wholeMoney = new Set(['JPY', 'KRW', 'VND', 'CLP']);

/**
 * Returns the decimal sign where amounts of a currency without decimals have three digits behind
 * one sign.
 */
function signOfWholeMoney({ units, bare, ambiguousSigns }: ColumnSurvey): DecimalSign | null {
  const currency = findCommonCurrency(units.keys());
  const [sign, ...others] = ambiguousSigns;
  if (currency === null || !wholeMoney.has(currency) || bare > 0 || others.length > 0) return null;
  return sign === ',' ? '.' : ',';
}

/** Letters that number the parts of a house or a list. */
const ordinalLetter = /^[a-f]$/;
const periodHead = /(?<!\d)(?:19|20)\d\d(?!\d)|^[qth]\s?[1-4]$/i;

/**
 * Tells whether letters behind numbers are flags. One letter behind each number may be a unit (`12
 * d`), and small letters behind whole numbers may be houses (`12 b`), unless the head is a period.
 */
function areFlags(
  { filled, flagged, letterFlagged, letterFlags, decimals }: ColumnSurvey,
  head: string,
): boolean {
  if (letterFlagged === 0) return true;
  if (periodHead.test(head)) return true;
  if (flagged === filled && letterFlagged === filled && letterFlags.size === 1) return false;
  const hasDecimals = decimals['.'].most > 0 || decimals[','].most > 0;
  return hasDecimals || [...letterFlags].some((flag) => !ordinalLetter.test(flag));
}

/**
 * Gives a column of numbers the unit of its cells, if all have it. Sums over two units or scales
 * would be false.
 */
function withUnit(survey: ColumnSurvey, typed: ColumnType, text: ColumnType): ColumnType {
  const { units, bare, first } = survey;
  if (units.size === 0) return typed;
  const counts = [...units.values()].reduce((sum, count) => sum + count, 0);
  const [only = ''] = units.keys();
  const unit = units.size === 1 ? only : findCommonCurrency(units.keys());
  if (unit === null) return doubt(text, 'several_units', counts, [...units.keys()].join(', '));
  if (bare === 0) return { ...(unit === '%' ? withPercentScale(survey, typed) : typed), unit };
  const mixesScales = unit === '%' && (survey.percentFormats > 0 || survey.fractions > 0);
  if (mixesScales) return doubt(text, 'percent_and_numbers', counts, unit);
  return doubt(typed, 'unit_of_some_cells', counts, first.get('unit') ?? unit);
}

/**
 * Puts cells that their format shows in percent, where texts with "%" stand beside them, on the
 * scale of the texts.
 */
function withPercentScale(
  { percentFormats, units, whole, scale }: ColumnSurvey,
  typed: ColumnType,
): ColumnType {
  const percentages = units.get('%') ?? 0;
  if (percentFormats === 0 || percentFormats === percentages) return typed;
  // A hundredfold has two digits more before the sign.
  const sign = typed.decimalSign;
  const storage = storageFor(whole[sign] + 2, scale[sign]);
  return doubt(
    { ...typed, ...storage, isInPercent: true },
    'percent_in_two_scales',
    percentFormats,
    '',
  );
}

const chooseStorage = ({ whole, scale }: ColumnSurvey, sign: DecimalSign) =>
  storageFor(whole[sign], scale[sign]);

/** @param whole digits before the decimal sign @param scale digits behind it */
function storageFor(whole: number, scale: number): { storage: Storage; scale: number } {
  const digits = whole + scale;
  if (scale === 0 && digits <= exactDigits) return { storage: 'whole', scale: 0 };
  if (digits <= exactDigits) return { storage: 'decimal', scale };
  if (digits <= wideDigits) return { storage: 'wide', scale };
  return { storage: 'double', scale: 0 };
}

/**
 * Days that could be written with the day or the month first stay texts: a guess would be wrong in
 * silence.
 */
function chooseDate(survey: ColumnSurvey, type: ColumnType): ColumnType {
  const { forms, filled, first } = survey;
  const possible = dateForms.filter((form) => forms[form] === filled);
  const [dateForm] = possible;
  if (dateForm === undefined) return doubt(type, 'mixed_column', filled, first.get('date'));
  if (dateForm !== 'iso' && possible.length > 1)
    return doubt(type, 'ambiguous_date', filled, first.get('date'));
  return { ...type, storage: 'date', dateForm };
}

/**
 * Chooses how points in time are read. With one zone, or none, each keeps the time that is written;
 * with several they are told in UTC, as they could not be compared otherwise.
 */
function chooseMoment(survey: ColumnSurvey, type: ColumnType): ColumnType {
  const { filled, first, offsets, withoutZone, dates } = survey;
  const possible = dateForms.filter(
    (form) => survey.momentForms[form] + survey.forms[form] === filled,
  );
  const [dateForm] = possible;
  const example = first.get('moment');
  if (dateForm === undefined) return doubt(type, 'mixed_column', filled, example);
  if (dateForm !== 'iso' && possible.length > 1)
    return doubt(type, 'ambiguous_date', filled, example);
  const typed: ColumnType = { ...type, storage: 'moment', dateForm };
  const [offset, ...others] = offsets;
  if (offset === undefined) return typed;
  if (others.length === 0 && withoutZone === 0 && (dates === 0 || offset === 0)) {
    return doubt(typed, 'time_zone', filled, writeOffset(offset));
  }
  if (withoutZone + dates > 0)
    return doubt(type, 'time_zone_of_some', withoutZone + dates, example);
  return doubt({ ...typed, isInUtc: true }, 'several_time_zones', filled, example);
}

/** Writes minutes east of UTC: `UTC`, `UTC+02:00`. */
function writeOffset(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Makes a pattern of words that stand anywhere in a head, but not within longer words. */
const anywhere = (words: readonly string[], others: readonly string[] = []) =>
  new RegExp([`(?:^|[^\\p{L}])(?:${words.join('|')})(?:$|[^\\p{L}])`, ...others].join('|'), 'iu');
const list = (words: string): string[] => words.trim().split(/\s+/);

/**
 * Numberings and classifications, whose decimals are parts of a code: 8471.30 of customs, 1.10 of a
 * work breakdown.
 */
const codes = list(`
  wbs psp hs taric isic nace sic naics cpv unspsc version release clause section chapter paragraph kapitel abschnitt klausel
  ziffer gliederung chapitre capítulo cláusula
`);
const codeHead = anywhere([
  ...codes,
  ...list('hts cn icd sku ean gtin codes? kode código schlüssel warennummer tariff?'),
]);
/** A column is a numbering if its whole head is one of these words. */
const numbers = list(`
  article paragraf gliederungs(?:nummer|nr) ordnungszahl oz capitolo hoofdstuk outline icd(?:-?10)? pos nr no nummer id №
`);
const codeColumn = new RegExp(
  `^(?:${[...codes, ...numbers].join('|')})(?:[\\s_-]?(?:code|no|nr|number|nummer|id|element|level))?\\.?$`,
  'iu',
);

/** Prices, marks and the like: they are amounts, and do not add up. */
const prices = list('prices? preise? rates? scores? note prix precio prezzo prijs cena pris');

const amountHead = anywhere(
  [
    ...prices,
    ...list(`
      costs? amounts? values? sales revenues? turnover profit income fees? balance weight length width height depth distance
      area volume hours temperature speed grade qty quantity menge betrag kosten umsatz erlös gewicht länge breite höhe fläche
      stunden saldo wert montant coût poids longueur quantité solde importe costo? peso cantidad importo quantità bedrag kwota
      ilość belopp beløb
    `),
  ],
  ['(?:preis|betrag|kosten|umsatz|gewicht|menge|stunden)$', '金額|価格|数量|重量'],
);

const rateHead = anywhere(
  [
    ...prices,
    ...list(`
      unit ratios? shares? avg average means? median margins? yields? index growth change age per stückpreis einzelpreis quote
      satz kurs anteile? durchschnitt marge rendite alter pro je wachstum veränderung taux part moyenne cours âge par tasa
      cuota promedio edad por tasso quota media età koers aandeel gemiddelde leeftijd stawka udział sats andel snitt
    `),
  ],
  ['(?:preis|quote|satz|kurs)$', '単価|率|平均|价格|单价|比'],
);

const placeHead = anywhere(
  list(`
    countr(?:y|ies) land länder nation nationality pays país pais países paese paesi language lang sprache langue idioma
    lingua taal språk sprog iso\\d? alpha-?[23] locale geo codes? kode código staat state bundesland kraj currency kürzel
    markets? märkte markt marché mercado mercato origin destination herkunft ziel origine origen destino provenance region
    regione nationalität nationalité nacionalidad citizenship territory cc nuts
  `),
  ['(?:code|land|länder|markt|märkte|sprache|staat)$', '国|地域|言語|仕向|原産'],
);

/** Tells whether a head is the name of a numbering, so that decimals below it are codes. */
const isCodeHead = (head: string): boolean => codeColumn.test(head);

/** Tells whether a head holds the name of a code, which decimals below it may be parts of. */
const mentionsCode = (head: string): boolean => codeHead.test(head);

/** Tells whether a head names amounts, which are no codes. */
const isAmountHead = (head: string): boolean => amountHead.test(head);

/** Tells whether a head names prices, rates or the like, whose values do not add up. */
export const isRateHead = (head: string): boolean =>
  rateHead.test(head) || /[%\p{L}]\s?\/\s?\p{L}/u.test(head);

/**
 * Tells whether a head names countries, languages or the like: `SI` and `NO` are Slovenia and
 * Norway there.
 */
const isPlaceHead = (head: string): boolean => placeHead.test(head);

/** Sets a cell of a column by the column's type; nothing for a cell without a value. */
export function fillCell(buffer: ColumnBuffer, row: number, cell: Cell, type: ColumnType): void {
  if (cell.kind === 'error' || cell.kind === 'uncomputed') return;
  if (type.isOfFlags) {
    const flag = cell.kind === 'text' ? readFlag(cell.text) : null;
    if (flag !== null) buffer.setText(row, flag);
  } else if (type.storage === 'text') buffer.setText(row, shownText(cell));
  else if (cell.kind === 'text' && isMissing(cell.text)) return;
  else if (type.storage === 'boolean') buffer.setBoolean(row, readBoolean(cell.text));
  else if (type.storage === 'moment') fillMoment(buffer, row, cell.text, type);
  else if (type.storage === 'date') {
    const days = readDateCell(cell.text);
    buffer.setDate(row, days[type.dateForm] ?? days.iso ?? 0);
  } else fillNumber(buffer, row, decimalOf(cell, type), type);
}

/** Sets a point in time; a day is its midnight. */
function fillMoment(
  buffer: ColumnBuffer,
  row: number,
  text: string,
  { dateForm, isInUtc }: ColumnType,
): void {
  const moment = readMoment(text);
  const days = moment?.days ?? readDateCell(text);
  const shift = isInUtc ? (moment?.offset ?? 0) * microsecondsPerMinute : 0;
  buffer.setMoment(row, days[dateForm] ?? days.iso ?? 0, (moment?.microseconds ?? 0) - shift);
}

const microsecondsPerMinute = 60_000_000;
const withoutNumbers: ReadonlySet<Storage> = new Set(['text', 'boolean', 'date', 'moment']);

/** Reads the number of a cell of a column; NaN if it has none. */
export function numberOf(cell: Cell | null, type: ColumnType): number {
  if (cell === null || withoutNumbers.has(type.storage)) return Number.NaN;
  return cell.kind === 'number' || cell.kind === 'text'
    ? Number(decimalOf(cell, type))
    : Number.NaN;
}

function decimalOf(cell: Cell, { decimalSign, isInPercent, hasFlags }: ColumnType): string {
  if (cell.kind === 'number')
    return isInPercent && isPercentFormat(cell) ? hundredfold(cell.text) : cell.text;
  const number =
    readNumberCell(cell.text) ?? (hasFlags ? readFlaggedNumber(cell.text)?.number : null);
  return (decimalSign === '.' ? number?.byPoint : number?.byComma) ?? 'NaN';
}

function fillNumber(
  buffer: ColumnBuffer,
  row: number,
  decimal: string,
  { storage, scale }: ColumnType,
): void {
  if (storage === 'double') buffer.setDouble(row, Number(decimal));
  else {
    const [whole = '', decimals = ''] = decimal.split('.');
    const digits = whole + decimals.padEnd(scale, '0');
    if (storage === 'wide') buffer.setWide(row, BigInt(digits));
    else buffer.setWhole(row, Number(digits));
  }
}
