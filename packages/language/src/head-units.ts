import { type DateSpan, readDates } from './dates.ts';
import type { Language } from './language.ts';
import { findSentenceEnds } from './split-sentences.ts';
import { readUnitWords } from './unit-words.ts';
import type { FoundUnit } from './units.ts';

export type NamedUnit = Pick<FoundUnit, 'unit' | 'per' | 'scale'>;
/** Reads the dates of a head, in which "2019 €m" names a year. */
export const readHeadDates = (text: string, language: Language | null): DateSpan[] => {
  const dates = readDates(
    text
      .replace(/[$€£¥%]|['’‘]?(?<!\d)000s?/g, (sign) => ' '.repeat(sign.length))
      .replace(/((?:19|20)\d{2})\s?[A-Z]{2,3}(?!\p{L})/gu, (all, year: string) =>
        year.padEnd(all.length),
      ),
    language,
  );
  const year = dates.find((date) => date.year !== null && date.months === null);
  const part = dates.find((date) => date.year === null && date.months !== null);
  if (year === undefined || part === undefined || dates.length > 2) return dates;
  return [{ ...part, year: year.year, until: year.until, fiscal: year.fiscal }];
};

export const isMoney = ({ unit }: NamedUnit) => unit === null || unit.kind === 'money';
const percentWord =
  /%|％|(?<!\p{L})(?:percent(?:age)?|per cent|prozent|pourcentage|porcentaje|pct)(?!\p{L})|パーセント|割合|構成比/iu;
const percent: NamedUnit = {
  unit: { kind: 'percent', unit: '%', dimension: '%', size: 1 },
  per: null,
  scale: 1,
};
const pointWord =
  /percentage points|Prozentpunkte|points de pourcentage|puntos porcentuales|(?<!\p{L})p\.?p\.?(?!\p{L})/iu;

/** A capital letter alone is the name of a thing: "Option B", "A and B". */
const loneLetter = /^[A-Z]$/;

/** A time in the singular names the rows below it, and measures nothing. */
const timeName =
  /^(?:year|month|day|week|quarter|hour|minute|point|jahr|monat|tag|woche|quartal|stunde|année|mois|jour|semaine|trimestre|heure|año|mes|día|semana|hora|年|年度|月|日)$/iu;

/**
 * Amounts in a name: the "2 million USD" of "years above 2 million USD", but no year and no scale
 * ("in 1,000 EUR").
 */
const threshold =
  /(?<=\p{L}\s)(?<!(?:^|\s)(?:in|en|per|pro|par|por|je)\s)(?:[$€£¥]|[A-Z]{3}\s)?(?!(?:19|20)\d{2}(?!\d)|1[.,]?000(?!\d))(?:[1-9]\d*(?:[.,]\d+)?\s(?:thousand|million|billion|tausend|millionen|milliarden|milliers|millions|milliards|mil|millones|mio\.?|mrd\.?|tsd\.?|bn|mn)(?!\p{L})(?:\s(?:d[e’']\s?)?(?:[$€£¥]|[A-Z]{3}(?!\p{L})|US\$|euros?|dollars?))?|(?:[1-9]\d{0,2}(?:[.,]\d{3})+|[1-9]\d{3,})\s?(?:[$€£¥]|[A-Z]{3}(?!\p{L})|US\$|euros?|dollars?))/giu;

const withoutThresholds = (name: string): string =>
  /\d/.test(name) ? name.replace(threshold, ' ') : name;

/**
 * Finds the unit that a head names: "Sales (EUR 000)", "2019 €m", "% of revenue", "amount_keur",
 * "hours".
 */
export function readHeadUnit(written: string, language: Language | null): NamedUnit | null {
  const head = withoutThresholds(written);
  const inner = readBrackets(head, language);
  if (inner !== null) return inner;
  let rest = head;
  for (const { start, end } of readHeadDates(head, language).toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  // Words that joined removed dates: "EUR million, 2027 to 2031".
  rest = rest.replace(/[\s,;:–-]+(?:(?:to|bis|à|a|hasta|and|und|et|y)\s*)?$/iu, '');
  const whole =
    rest.trim() === '' ||
    loneLetter.test(head.trim()) ||
    timeName.test(rest.trim().replace(/^(?:a|per) /iu, ''))
      ? null
      : readUnitWords(rest, language);
  if (whole) return whole;
  // "Cash after a fall of 40 %" names a case.
  if (percentWord.test(head) && !pointWord.test(head) && !/\d\s?[%％]/u.test(rest)) return percent;
  const words = rest.trim().split(/\s+/);
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    const tail = readUnitWords(words.slice(-count).join(' '), language);
    if (
      tail !== null &&
      tail.scale > 1 &&
      (tail.unit !== null || !loneLetter.test(words.at(-1) ?? ''))
    )
      return tail;
  }
  return readSnake(head, language) ?? readTail(head, language) ?? readSigns(head, language);
}

/** A unit at the end of a column's name: `amount_keur`, `energy_mwh`, `revenue_eur_m`. */
function readSnake(name: string, language: Language | null): NamedUnit | null {
  const words = name.split(/[_\s]/);
  if (!name.includes('_') || words.length < 2) return null;
  for (const count of [3, 2, 1]) {
    // "after_12_months" is a time, not a unit.
    if (/^[1-9]\d?$/.test(words.at(-count - 1) ?? '') || /^[1-9]\d?$/.test(words.at(-count) ?? ''))
      continue;
    const tail = words.slice(Math.max(1, words.length - count)).join(' ');
    // "opening_month" is a date.
    if (timeName.test(tail)) continue;
    const found =
      readUnitWords(tail, language) ??
      readUnitWords(tail.toUpperCase(), language) ??
      readUnitWords(
        tail.replace(
          /([kmgt])wh?$/i,
          (unit) =>
            (/^k/i.test(unit) ? 'k' : unit.charAt(0).toUpperCase()) +
            unit.slice(1).replace(/^w/i, 'W').toLowerCase().replace(/^w/, 'W'),
        ),
        language,
      );
    // "worst_year_million" holds money of a year, and "from_1000" names a limit.
    if (found?.unit?.dimension === 'span' && found.scale > 1) continue;
    if (found && (found.unit !== null || (found.scale > 1 && !/^\d/.test(tail)))) return found;
  }
  return null;
}

/** A currency's sign or code somewhere in a head: "$ change", "Net sales US$". */
function readSigns(head: string, language: Language | null): NamedUnit | null {
  const word =
    /(?:^|[\s(])((?:(?:US|C|A|HK|S|NZ|R)?[$€£¥]|EUR|USD|GBP|CHF|JPY)(?:\s?['’‘]?(?:000s?|m|bn|mn|k|million|thousand))?|[kTM](?:€|EUR|USD))(?=[\s).]|$)/u.exec(
      head,
    )?.[1];
  return word === undefined ? null : readUnitWords(word, language);
}

function readBrackets(text: string, language: Language | null): NamedUnit | null {
  const inside = [...text.matchAll(/[([（［]([^()[\]（）［］]{1,80})[)\]）］]/gu)].map(
    ([, words = '']) => words.trim(),
  );
  for (const words of inside.toReversed()) {
    const [start = ''] = words.split(',');
    const tail = /(?<!\p{L})(?:in|en)\s+(.{1,40})$/iu.exec(start)?.[1];
    const found =
      readUnitWords(words, language) ??
      readUnitWords(start, language) ??
      (tail ? readUnitWords(tail, language) : null);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Words at the end of a label: "Umsatz in TEUR", "Energy, GWh", "Revenue – EUR m", "Revenue EUR m".
 */
function readTail(label: string, language: Language | null): NamedUnit | null {
  const tail = /(?:,\s*|\s[/–-]\s*|(?:^|\s)(?:in|en)\s+)((?:(?:in|en)\s+)?[^,/()]{1,40})$/iu.exec(
    label,
  )?.[1];
  const found = tail === undefined ? null : readUnitWords(tail, language);
  if (found !== null && (found.unit !== null || found.scale > 1)) return found;
  const money =
    /\s((?:EUR|USD|GBP|CHF|JPY|US\$|€|\$|£|[TkM]EUR|[Tk]€)(?:\s?(?:m|k|bn|mn|million|thousand|Mio\.?|Tsd\.?|'?000))?)$/u.exec(
      label,
    )?.[1];
  return money === undefined ? null : readUnitWords(money, language);
}

/** Finds the unit that a row's label names for its figures, or null. */
export function readLabelUnit(written: string, language: Language | null): NamedUnit | null {
  const label = withoutThresholds(written);
  return (
    readBrackets(label, language) ??
    readTail(label, language) ??
    readTail(label.replace(/[:：][^:：]*$/u, ''), language) ??
    (percentWord.test(label) && !pointWord.test(label) && !/\d\s?[%％]/u.test(label)
      ? percent
      : null)
  );
}

/**
 * Finds the unit and scale that a caption or a sentence names for a whole table: "in thousands",
 * "(€m)", "単位：百万円".
 */
export function findGeneral(text: string, language: Language | null): NamedUnit | null {
  if (text === '') return null;
  const near = text
    .slice(-1_200)
    .replace(/\((?:shares|units|Aktien|actions|acciones)\s[^()]{0,60}\)/giu, '');
  const isUseful = (found: NamedUnit | null): found is NamedUnit =>
    found !== null &&
    (found.scale > 1 || found.unit?.kind === 'money' || found.unit?.kind === 'percent');
  for (const found of [readUnitWords(near, language), readBrackets(near, language)])
    if (isUseful(found)) return found;
  const places = [...near.matchAll(/(?:^|[\s(,])((?:in|en|expressed in)\s|単位[:：])/giu)];
  for (const place of places.toReversed()) {
    const words =
      near
        .slice(place.index + place[0].length)
        .match(/^[^.;:()（）]{1,60}/u)?.[0]
        .split(/[\s,]+/) ?? [];
    for (let count = Math.min(5, words.length); count > 0; count -= 1) {
      const found = readUnitWords(words.slice(0, count).join(' '), language);
      if (isUseful(found)) return found;
    }
  }
  return null;
}

/** A unit that a sentence names once for the amounts behind it. */
export interface SentenceUnit {
  named: NamedUnit;
  /** The words that name it. */
  words: string;
  /** It holds from here to the end of its sentence. */
  from: number;
  to: number;
}

const unitPlace = /[(（［]([^()（）［\n]{1,60})[)）］]|[:：](?=[\s\p{L}])/gu;

/**
 * Finds the units that sentences name in brackets or before a colon: "Sales (in thousands of euros)
 * were 12,450", "In USD thousand: exports 3,400". It takes linear time.
 */
export function findSentenceUnits(text: string, language: Language | null): SentenceUnit[] {
  const found: SentenceUnit[] = [];
  let ends: readonly number[] | null = null;
  for (const match of [...text.matchAll(unitPlace)].slice(0, maxPlaces)) {
    const words = match[1] ?? readWordsBefore(text, match.index);
    const named =
      match[1] === undefined ? readLastWords(words, language) : readUnitWords(words, language);
    if (named === null || (named.scale === 1 && named.unit?.kind !== 'money')) continue;
    const from = match.index + match[0].length;
    ends ??= findSentenceEnds(text);
    const last = found.at(-1);
    if (last && last.to > match.index) last.to = match.index;
    found.push({
      named,
      words: words.trim(),
      from,
      to: ends.find((end) => end >= from) ?? text.length,
    });
  }
  return found;
}

const maxPlaces = 24;
/** Limits the characters before a colon in which a unit is sought. */
const maxAhead = 60;

const readWordsBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - maxAhead), at)
    .split(/[;!?。\n]|(?<=\p{Ll}{4})\.\s/u)
    .at(-1) ?? '';

/** Reads the unit and scale at the end of words. Null without a scale. */
function readLastWords(text: string, language: Language | null): NamedUnit | null {
  const eastern = /(?:単位は?|金額は?)([\p{Script=Han}]{1,6})$/u.exec(text)?.[1];
  const words =
    eastern === undefined ? text.split(/[\s,]+/u).filter((word) => word !== '') : [eastern];
  for (let count = Math.min(4, words.length); count > 0; count -= 1) {
    const found = readUnitWords(words.slice(-count).join(' '), language);
    if (found !== null && found.scale > 1) return found;
  }
  return null;
}
