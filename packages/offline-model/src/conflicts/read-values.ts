import { findFigures } from '../evidence/find-figures.ts';
import type { Passage } from '../evidence/passage.ts';
import { readCellNumber } from '../tables/read-number.ts';
import { readStems, stemWord } from '../text/read-words.ts';

/** A quantity in a sentence that can be compared with others of the same unit. */
export interface Value {
  /** The quantity as the sentence shows it. */
  shown: string;
  value: number;
  /** `€`, `%`, `day` and so on; empty for a plain count. */
  unit: string;
  /** The stem of what is counted, if it directly follows the figure. */
  noun: string | null;
  /** The stems of the word before the figure and of the two after it. */
  beside: string[];
  isPeriod: boolean;
  /** The year directly after the figure: "10.91 million in 2023". */
  year: string | null;
}

const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** A length or an area, which says how big a thing is, not how many there are. */
const isMeasure = /^\s?(?:square|cubic|m²|metres?|meters? (?:long|wide|high)|kilomet)/i;
const wordPattern = new RegExp(String.raw`\b(${words.join('|')})(?=\s(?:days?|weeks?|months?|years?)\b)`, 'gi');
const scales: [RegExp, number][] = [
  [/(?:trillion|tn)\b/i, 1e12],
  [/(?:billion|bn|Mrd)\b/i, 1e9],
  [/(?:million|mn|Mio)\b|\dm$/i, 1e6],
  [/thousand\b|\dk$/i, 1e3],
];
const signs: Record<string, string> = {
  eur: '€',
  euro: '€',
  euros: '€',
  usd: '$',
  dollar: '$',
  dollars: '$',
  gbp: '£',
  pounds: '£',
};

/** Reads the quantities of a sentence: digits, number words before a period, "one in nine" as a share; no dates. */
export function readValues(passage: Passage): Value[] {
  const text = passage.text
    .replace(wordPattern, (word) => String(words.indexOf(word.toLowerCase()) + 1))
    .replace(/\bone in (\w+)\b/gi, (whole, of: string) => {
      const count = words.indexOf(of.toLowerCase()) + 1 || Number(of);
      return count > 1 ? `${(100 / count).toFixed(1)} percent` : whole;
    });
  let cursor = 0;
  return findFigures({ ...passage, text }).flatMap(({ shown, kind }) => {
    const at = Math.max(cursor, text.indexOf(shown, cursor));
    cursor = at + shown.length;
    if (kind === 'date' || isMeasure.test(text.slice(cursor, cursor + 12))) return [];
    const numbers = shown.match(/\d(?:[\d.,]*\d)?/g) ?? [];
    const scale = scales.find(([pattern]) => pattern.test(shown))?.[1] ?? 1;
    const after = /\d[\s-]?(\p{L}{3,})$/u.exec(shown)?.[1]?.toLowerCase();
    const noun = kind === 'count' && after && scale === 1 ? stemWord(after) : null;
    return numbers.flatMap((digits) => {
      const value = readCellNumber(digits);
      if (value === null || (kind === 'count' && value < 5)) return [];
      return [
        {
          shown: shown.trim(),
          value: value * scale,
          unit: readUnit(shown, kind),
          noun,
          isPeriod: kind === 'period',
          year: /^\s?in ((?:19|20)\d{2})\b/.exec(text.slice(cursor))?.[1] ?? null,
          beside: [...(noun ? [noun] : []), ...readBeside(text, at, cursor)],
        },
      ];
    });
  });
}

function readBeside(text: string, start: number, end: number): string[] {
  const topical = (part: string) =>
    readStems(part).filter((stem) => !/\d|^(?:percent|million|billion|thousand)$/.test(stem));
  return [
    ...topical(text.slice(Math.max(0, start - 60), start)).slice(-1),
    ...topical(text.slice(end, end + 80)).slice(0, 2),
  ];
}

function readUnit(shown: string, kind: string): string {
  if (kind === 'share') return '%';
  if (kind === 'period') return stemWord(/(\p{L}+)$/u.exec(shown)?.[1]?.toLowerCase() ?? '');
  if (kind !== 'money') return '';
  const sign = /[$€£¥₹₩]|\b[A-Z]{3}\b|euros?|dollars?|pounds/iu.exec(shown)?.[0].toLowerCase() ?? '';
  return signs[sign] ?? sign;
}

const quarters = 'first second third fourth'.split(' ');

/** Returns the years that a text names, and its quarters as `2025 Q4`. A quarter without a year does not count. */
export function readYears(text: string): Set<string> {
  const spelled = text.replace(
    /\b(first|second|third|fourth) quarter (?:of )?((?:19|20)\d{2})\b/gi,
    (_, word: string, year: string) => `${year} Q${quarters.indexOf(word.toLowerCase()) + 1} ${year}`,
  );
  return new Set(spelled.match(/\b(?:19|20)\d{2}(?: Q[1-4])?\b/g));
}
