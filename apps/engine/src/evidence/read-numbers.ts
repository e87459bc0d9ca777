import { readNumberWord, readScale } from './number-words.ts';

/** A number of a text with the values that its spelling allows, such as 1200 and 1.2 for 1.200. */
export interface FoundNumber {
  shown: string;
  start: number;
  end: number;
  values: number[];
  /** True if it names or counts something in the document ("Figure 2", "Q3", "1st") or is a word: it is not checked. */
  isLabel: boolean;
}

const pattern =
  /(?<day>\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?![\d.,]*\d)|(?<digits>\d{1,3}(?:[,.’'\u00a0\u202f\u2009 ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)|(?<word>\p{L}+(?:-\p{L}+)?)/gu;
const labelWord =
  /(?:figure|fig\.|table|section|chapter|page|pages|p\.|step|phase|option|note|point|task|question|issue|appendix|annex|level|tier|version|scenario|priority|slide|row|line|no\.|nr\.|#|abbildung|tabelle|abschnitt|seite|schritt|folie|étape|paso|fase)\s*$/i;
/** Number words below this are too common in prose to be figures. */
const smallestWord = 13;

/** Reads the numbers of a text: digits with scale and percent, dates, and number words. */
export function readNumbers(text: string): FoundNumber[] {
  const numbers: FoundNumber[] = [];
  for (const match of text.matchAll(pattern)) {
    const { day, digits, word } = match.groups ?? {};
    const place = { text, start: match.index, end: match.index + match[0].length };
    if (day !== undefined) numbers.push(...readDay(day, place));
    else if (digits !== undefined) numbers.push(readDigits(digits, place));
    else if (word !== undefined) numbers.push(...readWord(word, place));
  }
  return numbers;
}

interface Place {
  text: string;
  start: number;
  end: number;
}

/** Reads the day and the year of a date. The month is not checked, because a text may write it as a word. */
function readDay(day: string, { start, end }: Place): FoundNumber[] {
  const parts = day.split(/[-./]/);
  return parts.map((part, index) => ({
    shown: part,
    ...{ start, end },
    values: [Number(part), ...(index === 2 && part.length === 2 ? [2000 + Number(part)] : [])],
    isLabel: index === 1,
  }));
}

function readDigits(digits: string, place: Place): FoundNumber {
  const before = place.text.slice(Math.max(0, place.start - 24), place.start);
  const after = place.text.slice(place.end, place.end + 24);
  const unit = /^[\s\u00a0\u202f-]?(\p{L}+\.?)/u.exec(after);
  const factors = (unit?.[1] !== undefined && readScale(unit[1])) || [1];
  const isPercent =
    /^[\s\u00a0\u202f]?(?:%|percent|per\s?cent|pct|prozent|pour\s?cent|por\s?ciento|per\s?cento|pp\b)/i.test(after);
  const values = readSpelling(digits).flatMap((value) => factors.map((factor) => value * factor));
  const isShortYear = /\d{4}\s?[-–/]$/.test(before) && digits.length === 2;
  const attached = /\p{L}[-–]?$/u.test(before) && !/(?:US|USD|EUR|GBP|CHF|CA|AU|Rs)$/.test(before);
  const isOrdinal = /^(?:st|nd|rd|th|er|e|º|ª)\b/.test(after);
  const isCode = /^\p{Lu}(?![\p{L}\p{N}])/u.test(after) && !/^[KMB]/.test(after);
  return {
    shown: place.text.slice(place.start, place.end) + (isPercent ? ' %' : factors[0] === 1 ? '' : (unit?.[0] ?? '')),
    start: place.start,
    end: place.end,
    values: [
      ...values,
      ...(isPercent ? values.map((value) => value / 100) : []),
      ...(isShortYear ? [2000 + Number(digits)] : []),
    ],
    isLabel: attached || isOrdinal || isCode || isShortYear || (/^\d{1,3}$/.test(digits) && labelWord.test(before)),
  };
}

/** Returns the values of digits with separators. A separator before exactly three digits may group or be a decimal sign. */
function readSpelling(digits: string): number[] {
  const plain = digits.replace(/[’'\u00a0\u202f\u2009 ]/g, '');
  const signs = plain.match(/[.,]/g) ?? [];
  if (signs.length === 0) return [Number(plain)];
  const last = signs.at(-1) ?? '.';
  const grouped = Number(plain.replace(/[.,]/g, ''));
  const decimal = Number(
    plain.slice(0, plain.lastIndexOf(last)).replace(/[.,]/g, '') +
      plain.slice(plain.lastIndexOf(last)).replace(',', '.'),
  );
  const endsInThree = /[.,]\d{3}$/.test(plain);
  if (signs.length > 1) return new Set(signs).size === 1 ? [grouped] : [decimal];
  return endsInThree && !/^0/.test(plain) ? [grouped, decimal] : [decimal];
}

function readWord(word: string, { text, start, end }: Place): FoundNumber[] {
  const value = readNumberWord(word);
  if (value === null) return [];
  const next = /^\s(\p{L}+)/u.exec(text.slice(end, end + 16))?.[1];
  const factors = (next !== undefined && readScale(next)) || [1];
  const values = factors.map((factor) => value * factor);
  const isFraction =
    /^(?:half|hälfte|moitié|mitad|quarter|viertel|dozen|dutzend|cent|mille|hundred|hundert|cien|cento)$/i.test(word);
  const isLabel = isFraction || (value < smallestWord && factors[0] === 1);
  return [{ shown: word, start, end, values: isFraction ? [...values, value / 100] : values, isLabel }];
}
