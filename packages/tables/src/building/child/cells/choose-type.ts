import { type DateForm, type DecimalSign, dateForms, readDateCell, readNumberCell } from '@ecp/language/cells';
import type { TableRemark } from '../../../table-types.ts';
import type { ColumnBuffer, Storage } from '../table-writer.ts';
import { type Cell, type ColumnSurvey, shownText } from './column-survey.ts';
import { areTruthValues, isMissing, readBoolean } from './read-boolean.ts';

/** A fact about a column that a reader should know; its place and words come later. */
interface Doubt {
  kind: TableRemark['kind'];
  /** How many cells it is about, and one of them. */
  count: number;
  example: string;
}

/** The type of a column: the notation of its cells and the type in storage. */
export interface ColumnType {
  storage: Storage;
  scale: number;
  decimalSign: DecimalSign;
  dateForm: DateForm;
  /** The unit that its cells show; null if none does. */
  unit: string | null;
  doubts: Doubt[];
}

/** Digits that a double holds exactly, and with them the fast way to an exact decimal. */
const exactDigits = 15;
/** Digits of a decimal that leave room for the sum of 10^8 values. */
const wideDigits = 30;
/** Share of cells from which a column of texts looks like one of numbers or dates. */
const mostly = 0.7;

export interface ColumnHead {
  name: string;
  unit: string | null;
}

/**
 * Chooses a column's type. It is text if one value is a text, or can be read in two ways and no other value decides
 * (contract 16). `implied` is the decimal sign that the delimiter tells, or null; `head` may tell of codes or amounts.
 */
export function chooseType(survey: ColumnSurvey, implied: DecimalSign | null, head: ColumnHead): ColumnType {
  const type: ColumnType = {
    storage: 'text',
    scale: 0,
    decimalSign: implied ?? '.',
    dateForm: 'iso',
    unit: null,
    doubts: [],
  };
  const { filled, first } = survey;
  if (survey.errors > 0)
    type.doubts.push({ kind: 'error_cell', count: survey.errors, example: first.get('error') ?? '' });
  if (survey.uncomputed > 0) type.doubts.push({ kind: 'uncomputed_formula', count: survey.uncomputed, example: '' });
  if (filled === 0) return survey.uncomputed > 0 ? { ...type, storage: 'whole' } : type;
  if (survey.booleans === filled) {
    if (isPlaceHead(head.name)) return type;
    if (areTruthValues(survey.truthWords)) return { ...type, storage: 'boolean' };
    return doubt(type, 'one_truth_value', filled, first.get('boolean'));
  }
  if (survey.dates === filled) return chooseDate(survey, type);
  if (survey.dates + survey.moments === filled) return type;
  if (
    survey.shortYears > 0 &&
    survey.shortYears < filled &&
    survey.shortYears + survey.dates + survey.moments === filled
  )
    return doubt(type, 'two_digit_year', survey.shortYears, first.get('short_year'));
  if (survey.shortYears === filled) {
    return survey.maybeVersions > 0 ? type : doubt(type, 'two_digit_year', filled, first.get('short_year'));
  }
  if (survey.numbers === filled) return chooseNumber(survey, implied, type, head);
  const looksTyped = Math.max(survey.numbers, survey.dates + survey.moments) >= filled * mostly;
  if (!looksTyped || isCodes(survey)) return type;
  const others = filled - Math.max(survey.numbers, survey.dates + survey.moments);
  const example = first.get('text') ?? first.get('short_year') ?? first.get('boolean') ?? first.get('date');
  return doubt(type, 'mixed_column', others, example ?? first.get('number'));
}

const doubt = (type: ColumnType, kind: Doubt['kind'], count: number, example: string | undefined): ColumnType => ({
  ...type,
  doubts: [...type.doubts, { kind, count, example: example ?? '' }],
});

/** Tells whether what looks like numbers is telephone numbers, addresses or the like. */
function isCodes({ plusses, plusValues, longPlusses, negatives, addresses, numbers, evidence }: ColumnSurvey): boolean {
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
  const own = evidence['.'] > 0 ? (evidence[','] > 0 ? null : '.') : evidence[','] > 0 ? ',' : undefined;
  if (own === null) return doubt(type, 'two_decimal_signs', filled, first.get('number'));
  const sign = own ?? (ambiguous > 0 ? implied : (implied ?? '.'));
  if (sign === null) return doubt(type, 'thousands_or_decimals', ambiguous, first.get('ambiguous'));
  if (survey.fits[sign] < filled) return doubt(type, 'two_decimal_signs', filled, first.get('number'));
  const { fewest, most, endsInZero } = survey.decimals[sign];
  if (most > 0 && (isCodeHead(head) || (endsInZero !== null && mentionsCode(head)))) return type;
  const isDoubtful = endsInZero !== null && fewest < most && survey.negatives === 0 && survey.quantities === 0;
  if (isDoubtful && !isQuantity) return doubt(type, 'decimals_or_code', filled, endsInZero);
  return withUnit(survey, { ...type, ...chooseStorage(survey, sign), decimalSign: sign }, type);
}

/** Gives a column of numbers the unit of its cells, if all have it. Sums over two units or scales would be false. */
function withUnit(survey: ColumnSurvey, typed: ColumnType, text: ColumnType): ColumnType {
  const { units, bare, first } = survey;
  if (units.size === 0) return typed;
  const counts = [...units.values()].reduce((sum, count) => sum + count, 0);
  if (units.size > 1) return doubt(text, 'several_units', counts, [...units.keys()].join(', '));
  const [[unit, count] = ['', 0]] = units;
  if (bare === 0) return { ...typed, unit };
  const mixesScales = unit === '%' && (survey.percentFormats > 0 || survey.fractions > 0);
  if (mixesScales) return doubt(text, 'percent_and_numbers', count, unit);
  return doubt(typed, 'unit_of_some_cells', count, first.get('unit') ?? unit);
}

function chooseStorage({ whole, scale }: ColumnSurvey, sign: DecimalSign): { storage: Storage; scale: number } {
  const digits = whole[sign] + scale[sign];
  if (scale[sign] === 0 && digits <= exactDigits) return { storage: 'whole', scale: 0 };
  if (digits <= exactDigits) return { storage: 'decimal', scale: scale[sign] };
  if (digits <= wideDigits) return { storage: 'wide', scale: scale[sign] };
  return { storage: 'double', scale: 0 };
}

/** Days that could be written with the day or the month first stay texts: a guess would be wrong in silence. */
function chooseDate(survey: ColumnSurvey, type: ColumnType): ColumnType {
  const { forms, filled, first } = survey;
  const possible = dateForms.filter((form) => forms[form] === filled);
  const [dateForm] = possible;
  if (dateForm === undefined) return doubt(type, 'mixed_column', filled, first.get('date'));
  if (dateForm !== 'iso' && possible.length > 1) return doubt(type, 'ambiguous_date', filled, first.get('date'));
  return { ...type, storage: 'date', dateForm };
}

/** Makes a pattern of words that stand anywhere in a head, but not within longer words. */
const anywhere = (words: readonly string[], others: readonly string[] = []) =>
  new RegExp([`(?:^|[^\\p{L}])(?:${words.join('|')})(?:$|[^\\p{L}])`, ...others].join('|'), 'iu');
const list = (words: string): string[] => words.trim().split(/\s+/);

/** Numberings and classifications, whose decimals are parts of a code: 8471.30 of customs, 1.10 of a work breakdown. */
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
    countr(?:y|ies) land länder nation nationality pays país pais paese language lang sprache langue idioma lingua taal språk
    sprog iso\\d? alpha-?2 locale geo codes? kode código staat state bundesland kraj currency kürzel
  `),
  ['(?:code|land)$'],
);

/** Tells whether a head is the name of a numbering, so that decimals below it are codes. */
const isCodeHead = (head: string): boolean => codeColumn.test(head);

/** Tells whether a head holds the name of a code, which decimals below it may be parts of. */
const mentionsCode = (head: string): boolean => codeHead.test(head);

/** Tells whether a head names amounts, which are no codes. */
const isAmountHead = (head: string): boolean => amountHead.test(head);

/** Tells whether a head names prices, rates or the like, whose values do not add up. */
export const isRateHead = (head: string): boolean => rateHead.test(head) || /[%\p{L}]\s?\/\s?\p{L}/u.test(head);

/** Tells whether a head names countries, languages or the like: `SI` and `NO` are Slovenia and Norway there. */
const isPlaceHead = (head: string): boolean => placeHead.test(head);

/** Sets a cell of a column by the column's type; nothing for a cell without a value. */
export function fillCell(buffer: ColumnBuffer, row: number, cell: Cell, type: ColumnType): void {
  if (cell.kind === 'error' || cell.kind === 'uncomputed') return;
  if (type.storage === 'text') buffer.setText(row, shownText(cell));
  else if (cell.kind === 'text' && isMissing(cell.text)) return;
  else if (type.storage === 'boolean') buffer.setBoolean(row, readBoolean(cell.text));
  else if (type.storage === 'date') {
    const days = readDateCell(cell.text);
    buffer.setDate(row, days[type.dateForm] ?? days.iso ?? 0);
  } else fillNumber(buffer, row, decimalOf(cell, type), type);
}

/** Reads the number of a cell of a column; NaN if it has none. */
export function numberOf(cell: Cell | null, type: ColumnType): number {
  if (cell === null || type.storage === 'text' || type.storage === 'boolean' || type.storage === 'date')
    return Number.NaN;
  return cell.kind === 'number' || cell.kind === 'text' ? Number(decimalOf(cell, type)) : Number.NaN;
}

function decimalOf(cell: Cell, { decimalSign }: ColumnType): string {
  if (cell.kind === 'number') return cell.text;
  const number = readNumberCell(cell.text);
  return (decimalSign === '.' ? number?.byPoint : number?.byComma) ?? 'NaN';
}

function fillNumber(buffer: ColumnBuffer, row: number, decimal: string, { storage, scale }: ColumnType): void {
  if (storage === 'double') buffer.setDouble(row, Number(decimal));
  else {
    const [whole = '', decimals = ''] = decimal.split('.');
    const digits = whole + decimals.padEnd(scale, '0');
    if (storage === 'wide') buffer.setWide(row, BigInt(digits));
    else buffer.setWhole(row, Number(digits));
  }
}

/** Limits the remarks of a table, and the length of the value that one quotes. */
const [maxRemarks, maxExample] = [200, 80];

type Words = (example: string, count: number) => string;

const cells = (count: number) => (count === 1 ? 'One cell' : `${count} cells`);

/** The sentences for readers of a table. Each says what the column holds, and why. */
const sentences: Record<TableRemark['kind'], Words> = {
  mixed_column: (example, count) =>
    `The column is text: ${count === 1 ? 'one cell is' : `${count} cells are`} not like the others, such as “${example}”.`,
  ambiguous_date: (example) =>
    `The column is text: “${example}” may have the day or the month first, and no other cell tells which.`,
  two_digit_year: (example) =>
    `The column is text: the year of “${example}” has two digits, which leave its century open.`,
  thousands_or_decimals: (example) =>
    `The column is text: “${example}” may have thousands or decimals, and no other cell tells which.`,
  two_decimal_signs: (example) =>
    `The column is text: its numbers, such as “${example}”, are not all written with the same decimal sign.`,
  decimals_or_code: (example) =>
    `The column is text: “${example}” may be a number or a code, because the cells have different numbers of decimals.`,
  exponent_or_code: (example) => `The column is text: “${example}” may be a number with an exponent or a code.`,
  one_truth_value: (example) =>
    `The column is text: words such as “${example}” may mean yes and no or be codes, and no pair of both is in the column.`,
  several_units: (example) => `The column is text: its cells have several units, ${example}.`,
  unit_of_some_cells: (example, count) =>
    `${cells(count)} of the column ${count === 1 ? 'has' : 'have'} a unit, such as “${example}”, and others have none. The column has no unit.`,
  percent_and_numbers: (_, count) =>
    `The column is text: ${cells(count).toLowerCase()} ${count === 1 ? 'is a percentage' : 'are percentages'} and others are plain numbers, so that they have two scales.`,
  error_cell: (example, count) =>
    `${cells(count)} ${count === 1 ? 'holds' : 'hold'} an error instead of a value, such as “${example}”, and ${count === 1 ? 'is' : 'are'} empty here.`,
  uncomputed_formula: (_, count) =>
    `${cells(count)} ${count === 1 ? 'holds a formula' : 'hold formulas'} without a result in the file, and ${count === 1 ? 'is' : 'are'} empty here. Open and save the file in a spreadsheet program.`,
  total_kept: (example) =>
    `Row ${example} is named as a total or mean, but its numbers are not that of the rows above it. It is a row of the table.`,
  likely_total: (example) =>
    `Row ${example} looks like a total or mean of rows above it, but it may be a record of its own. It is a row of the table; leave it out of sums if it is a total.`,
  uneven_rows: (example, count) =>
    count === 1
      ? `Row ${example} has more or fewer fields than the others. Its fields stand where they look as the others do.`
      : `${count} rows, the first of them row ${example}, have more or fewer fields than the others. Their fields stand where they look as the others do.`,
  doubtful_encoding: (name) =>
    `The encoding of the file is in doubt; it was read as ${name}. Letters other than a to z may be wrong.`,
  lost_characters: (_, count) =>
    count === 1
      ? 'One character of the file could not be read and stands as \ufffd.'
      : `${count} characters of the file could not be read and stand as \ufffd.`,
};

/** Writes a remark about a column, or about rows if `column` is null. */
export function writeRemark(column: string | null, { kind, count, example }: Doubt): TableRemark {
  const short = example.length > maxExample ? `${example.slice(0, maxExample)}…` : example;
  return { column, kind, text: sentences[kind](short, count) };
}

/** Writes the remarks of a table's columns in their order, at most 200. */
export function writeRemarks(columns: readonly { name: string; type: { doubts: readonly Doubt[] } }[]): TableRemark[] {
  return columns.flatMap(({ name, type }) => type.doubts.map((doubt) => writeRemark(name, doubt))).slice(0, maxRemarks);
}
