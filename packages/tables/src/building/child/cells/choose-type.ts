import type { Storage } from '../storing/stored-column.ts';
import type { ColumnSurvey } from './column-survey.ts';
import { type DateForm, dateForms } from './read-date.ts';
import type { DecimalSign } from './read-number.ts';

/** The type of a column: the notation of its cells and the type in storage. */
export interface ColumnType {
  storage: Storage;
  scale: number;
  decimalSign: DecimalSign;
  dateForm: DateForm;
  /** The unit that its cells show; null if none does. */
  unit: string | null;
  /** Why the column is text although most of its cells are not. */
  doubt: 'mixed_column' | 'ambiguous_date' | null;
}

/** Digits that a double holds exactly, and with them the fast way to an exact decimal. */
const exactDigits = 15;
/** Digits of a decimal that leave room for the sum of 10^8 values. */
const wideDigits = 30;
/** Share of cells from which a column of texts looks like one of numbers or dates. */
const mostly = 0.8;

/**
 * Returns the decimal sign that the numbers of a file show together; null if they do not tell. A column that does not
 * tell follows it.
 */
export function findDecimalSign(surveys: readonly ColumnSurvey[]): DecimalSign | null {
  const [points, commas] = (['.', ','] as const).map((sign) =>
    surveys.reduce((sum, { evidence }) => sum + evidence[sign], 0),
  ) as [number, number];
  return points === commas ? null : points > commas ? '.' : ',';
}

/** Chooses the type of a column. One text among the numbers makes it a column of texts: no value is lost or guessed. */
export function chooseType(survey: ColumnSurvey, fileSign: DecimalSign): ColumnType {
  const text: ColumnType = {
    storage: 'text',
    scale: 0,
    decimalSign: fileSign,
    dateForm: 'iso',
    unit: null,
    doubt: null,
  };
  const { filled, numbers, dates, booleans } = survey;
  if (filled === 0) return text;
  if (booleans === filled) return { ...text, storage: 'boolean' };
  if (dates === filled) return chooseDate(survey, text);
  if (numbers === filled) {
    const sign = signOf(survey, fileSign);
    const units = [...survey.units];
    // Sums over two currencies would be false.
    if (survey.fits[sign] === filled && units.length <= 1) {
      return { ...text, ...chooseNumber(survey, sign), decimalSign: sign, unit: units[0] ?? null };
    }
  }
  return { ...text, doubt: Math.max(numbers, dates) >= filled * mostly ? 'mixed_column' : null };
}

function signOf({ evidence }: ColumnSurvey, fileSign: DecimalSign): DecimalSign {
  if (evidence['.'] === evidence[',']) return fileSign;
  return evidence['.'] > evidence[','] ? '.' : ',';
}

function chooseNumber({ whole, scale }: ColumnSurvey, sign: DecimalSign): { storage: Storage; scale: number } {
  const digits = whole[sign] + scale[sign];
  if (scale[sign] === 0 && digits <= exactDigits) return { storage: 'whole', scale: 0 };
  if (digits <= exactDigits) return { storage: 'decimal', scale: scale[sign] };
  if (digits <= wideDigits) return { storage: 'wide', scale: scale[sign] };
  return { storage: 'double', scale: 0 };
}

/** Days that could be written with the day or the month first stay texts: a guess would be wrong in silence. */
function chooseDate({ forms, filled }: ColumnSurvey, text: ColumnType): ColumnType {
  const possible = dateForms.filter((form) => forms[form] === filled);
  const [dateForm] = possible;
  if (dateForm === undefined) return { ...text, doubt: 'mixed_column' };
  if (dateForm !== 'iso' && possible.length > 1) return { ...text, doubt: 'ambiguous_date' };
  return { ...text, storage: 'date', dateForm };
}
