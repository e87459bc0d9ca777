import type { Language } from '@ecp/language/language';

/** A number in words, and whether it was rounded. */
export interface WrittenNumber {
  text: string;
  isRounded: boolean;
}

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', ja: 'ja-JP' };

/** Words for large round numbers, the largest first. */
const scales: Record<Language, [number, string][]> = {
  en: [
    [1e9, ' billion'],
    [1e6, ' million'],
  ],
  de: [
    [1e9, ' Mrd.'],
    [1e6, ' Mio.'],
  ],
  fr: [
    [1e9, ' Md'],
    [1e6, ' M'],
  ],
  es: [[1e6, ' M']],
  ja: [
    [1e8, '億'],
    [1e4, '万'],
  ],
};

/** Numbers outside have no word. */
const scaledRange = { from: 1e6, below: 1e13 };
/** Digits of a computed number. */
const shownDigits = 6;
/** Two numbers closer than this share of their size are the same to a reader. */
const negligible = 1e-9;

/** Writes a number with all its digits in the form of a language, large round ones with a word: `4,655 million`. */
export function writeNumber(value: number, language: Language): string {
  return writeScaled(value, language) ?? writeDigits(value, language);
}

/** Writes a number with all its digits in the form of a language. */
export function writeDigits(value: number, language: Language): string {
  return format(value, language, { maximumSignificantDigits: 17 });
}

/** Writes a computed number with at most six digits, or all those before the decimal point if they are more. */
export function writeComputed(value: number, language: Language): WrittenNumber {
  const size = Math.abs(value);
  const whole = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  const rounded = Number(value.toPrecision(Math.min(Math.max(shownDigits, whole), 17)));
  return { text: writeNumber(rounded, language), isRounded: Math.abs(rounded - value) > size * negligible };
}

/** Writes a number that may be a year, as a cell of a result: only five digits and more have separators. */
export function writeCellNumber(value: number, language: Language): string {
  return format(value, language, { maximumSignificantDigits: 17, useGrouping: 'min2' });
}

/** Puts a unit after a number: `12%`, `12 %` (German, French, Spanish), `4,655 million DKK`. */
export function withUnit(text: string, unit: string | null, language: Language): string {
  if (unit === null || unit === '') return text;
  const gap = unit === '%' && (language === 'en' || language === 'ja') ? '' : '\u00a0';
  return text + gap + unit;
}

function writeScaled(value: number, language: Language): string | null {
  if (Math.abs(value) < scaledRange.from || Math.abs(value) >= scaledRange.below) return null;
  for (const [scale, word] of scales[language]) {
    const scaled = value / scale;
    // 4.2 billion, but 4,655 million: more decimals of the larger word are harder to read than the smaller word.
    const decimals = scale === 1e6 ? 3 : 2;
    const rounded = Number(scaled.toFixed(decimals));
    if (Math.abs(rounded) >= 1 && Math.abs(rounded * scale - value) <= Math.abs(value) * 1e-15) {
      return format(rounded, language, { maximumFractionDigits: decimals }) + word.replace(' ', '\u00a0');
    }
  }
  return null;
}

/** Formatters are kept, because making one takes longer than a thousand uses. */
const formatters = new Map<string, Intl.NumberFormat>();

function format(value: number, language: Language, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.NumberFormat(locales[language], { useGrouping: 'always', ...options });
  formatters.set(key, known);
  // Typst's fonts and readers know the minus sign; Intl writes a hyphen in some languages.
  return known.format(value).replace('-', '−');
}
