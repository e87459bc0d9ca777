import { type DateForm, type DecimalSign, dateForms } from '@ecp/language/cells';
import type { TableRemark } from '../../../table-types.ts';
import type { Storage } from '../storing/stored-column.ts';
import { isAmountHead, isCodeHead, isPlaceHead, mentionsCode } from './column-heads.ts';
import type { ColumnSurvey } from './column-survey.ts';
import { areTruthValues } from './read-boolean.ts';

/** A fact about a column that a reader should know; its place and words come later. */
export interface Doubt {
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

/** The head of a column. */
export interface ColumnHead {
  name: string;
  unit: string | null;
}

/**
 * Chooses the type of a column. One text among the numbers makes it a column of texts, and so does a value that can be
 * read in two ways where no other value tells which is meant (contract 16): no value is lost or guessed.
 * @param implied the decimal sign that the file's delimiter tells: a comma between fields is none; null if it tells none
 * @param head the column's head, which may say that it holds codes or amounts
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
