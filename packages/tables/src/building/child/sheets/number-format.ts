import XLSX from '@e965/xlsx';
import { writtenUnit } from '@ecp/language/unit-words';
import { currencyPattern } from '@ecp/language/units';

/** What the number format of a cell says about its value. */
type FormatKind =
  /** A plain number, share or amount. */
  | 'number'
  /** A day, with or without a time of day. */
  | 'moment'
  /** A time of day alone, such as `h:mm`. */
  | 'time'
  /** Elapsed hours, minutes or seconds, such as `[h]:mm`. */
  | 'duration';

export interface NumberFormat {
  kind: FormatKind;
  /**
   * `%`, a currency, a measure such as `kg`, or the unit of a duration (`h`, `min`, `s`); null if
   * it shows none.
   */
  unit: string | null;
  /** True if it shows a time of day. */
  hasTime: boolean;
  /**
   * True if it shows whole numbers as codes, with zeros before them or signs between their digits:
   * `00000`.
   */
  isCode: boolean;
  /** The format in the notation that the library displays. */
  display: string;
}

/** Letters of days and years in formats in a user's language, such as TT.MM.JJJJ and jj/mm/aaaa. */
const localLetters: [RegExp, Record<string, string>][] = [
  [/^[tmjhs.\-/: \\]+$/i, { t: 'd', j: 'y' }],
  [/^[dmjhus.\-/: \\]+$/i, { j: 'y', u: 'h' }],
  [/^[jmahs.\-/: \\]+$/i, { j: 'd', a: 'y' }],
  [/^[gmahs.\-/: \\]+$/i, { g: 'd', a: 'y' }],
  [/^[dmahs.\-/: \\]+$/i, { a: 'y' }],
  [/^[rmdgs.\-/: \\]+$/i, { r: 'y', g: 'h' }],
  [/^[åmdths.\-/: \\]+$/i, { å: 'y', t: 'h' }],
  [/^[pkvhms.\-/: \\]+$/i, { p: 'd', k: 'm', v: 'y' }],
];
const currency = new RegExp(`\\p{Sc}|(?<!\\p{L})(?:${currencyPattern})(?!\\p{L})`, 'u');
/** Formats are short; a longer one is no format that a person made. */
const maxLength = 256;
/**
 * Digits that are always shown, two at least and nothing else: `00000`, `000-00-0000`, `00 00 00`,
 * `00"."00`.
 */
const codeForm = /^[(+]?0[-/() ]*0[-/() 0]*$/;
const known = new Map<string, NumberFormat>();

/**
 * Reads a number format in Excel's notation. Formats that cannot be read count as plain numbers.
 */
export function readFormat(format: string): NumberFormat {
  const found = known.get(format) ?? analyse(format.slice(0, maxLength));
  if (known.size < 10_000) known.set(format, found);
  return found;
}

function analyse(format: string): NumberFormat {
  const [first = ''] = splitSections(format);
  // Words in quotes and escaped signs are no codes; a locale in brackets is none either.
  const bare = first
    .replace(/"[^"]*"?/g, '')
    .replace(/\\./g, '')
    .replace(/[_*]./g, '');
  const elapsed = /\[(h+|m+|s+)\]/i.exec(bare)?.[1]?.toLowerCase();
  if (elapsed !== undefined) {
    const unit = elapsed.startsWith('h') ? 'h' : elapsed.startsWith('m') ? 'min' : 's';
    return { kind: 'duration', unit, hasTime: false, isCode: false, display: format };
  }
  const codes = bare.replace(/\[[^\]]*\]/g, '').trim();
  if (/general|standard/i.test(codes) || /[0#?]/.test(codes.replace(/s+[.,]0+/gi, '')))
    return {
      kind: 'number',
      unit: unitOf(first),
      hasTime: false,
      isCode: codeForm.test(codes),
      display: format,
    };
  const translated = translate(codes);
  const letters = translated.replace(/am\/pm|a\/p/gi, '');
  const hasDay = /[dyeg]|m{3,}/i.test(letters) || (/m/i.test(letters) && !/[hs]/i.test(letters));
  const hasTime = /[hs]/i.test(letters);
  if (!hasDay && !hasTime)
    return { kind: 'number', unit: unitOf(first), hasTime, isCode: false, display: format };
  const display = writeDates(first, codes, translated);
  return { kind: hasDay ? 'moment' : 'time', unit: null, hasTime, isCode: false, display };
}

/** Splits a format at the semicolons outside of quotes. */
function splitSections(format: string): string[] {
  return format.match(/(?:"[^"]*"?|\\.|[^;"\\])+/g) ?? [format];
}

function translate(codes: string): string {
  if (/[ye]/i.test(codes)) return codes;
  const letters = localLetters.find(([form]) => form.test(codes))?.[1] ?? {};
  return codes.replace(/\p{L}/gu, (letter) => letters[letter.toLowerCase()] ?? letter);
}

/**
 * Writes a date format without locales and eras, and with escaped points, which the library takes
 * for decimals.
 */
function writeDates(first: string, codes: string, translated: string): string {
  const plain = first.replace(/\[[^\]]*\]/g, '');
  const local = codes === translated ? plain : translated;
  return local
    .replace(
      /("[^"]*"?|\\.|am\/pm|a\/p|s+[.,]0+)|(\.)|(g+)|(e+)|(@)/gi,
      (whole, kept, point, era, year, at) =>
        kept !== undefined
          ? whole
          : point !== undefined
            ? '\\.'
            : era !== undefined || at !== undefined
              ? ''
              : year
                ? 'yyyy'
                : whole,
    )
    .trim();
}

function unitOf(section: string): string | null {
  const shown = section.replace(/\\(.)/g, '$1').replace(/_./g, '').replace(/\*./g, '');
  if (shown.replace(/"[^"]*"/g, '').includes('%')) return '%';
  // A percent sign in quotes stands behind hundredths.
  if (shown.includes('%')) return null;
  const bracketed = /\[\$([^\]-]+)/.exec(shown)?.[1]?.trim();
  if (bracketed !== undefined && bracketed !== '') return bracketed;
  const money = currency.exec(shown.replace(/\[[^\]]*\]/g, ''))?.[0];
  if (money !== undefined) return money;
  const words = [...shown.matchAll(/"([^"]{1,30})"/g)].map(([, text = '']) =>
    writtenUnit(text.trim()),
  );
  return words.find((unit) => unit !== null) ?? null;
}

const groupMark = /(?<=\d),(?=\d{3}(?!\d))/g;

/** Returns the code that a format makes of a number, `02134`; null if the number is no code. */
export function displayCode(number: number, format: string): string | null {
  if (!readFormat(format).isCode || !Number.isSafeInteger(number) || number < 0) return null;
  return XLSX.SSF.format(format, number).trim();
}

/**
 * Writes a number as its format displays it, but without marks of thousands: "17,940" is a decimal
 * in other languages. `shift` is the days between the workbook's zero and that of 1900.
 */
export function displayNumber(number: number, format: string, shift = 0): string {
  const { kind, display } = readFormat(format);
  const value = kind === 'moment' ? number + shift : number;
  // The built-in short date is whatever a reader's country uses.
  const shownAs = format === 'm/d/yy' ? 'yyyy-mm-dd' : display === '' ? 'General' : display;
  try {
    const shown = XLSX.SSF.format(shownAs, value);
    // A format may hide numbers (`;;;`), but what a cell holds is no secret of the format.
    if (shown.trim() !== '') return kind === 'number' ? shown.replace(groupMark, '') : shown;
  } catch {
    // The library throws for codes that it does not know.
  }
  return kind === 'moment' ? XLSX.SSF.format('yyyy-mm-dd', value) : String(value);
}
