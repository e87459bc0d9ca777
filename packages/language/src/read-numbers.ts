import { myriadPattern, readMyriads, readScale } from './number-scales.ts';
import { anyStyle, type NumberStyle, readSpelling } from './number-style.ts';
import { readKanjiNumber, readNumberWords } from './number-words.ts';
import { type FoundDate, readDates } from './read-dates.ts';

/** A number of a text with the values that its spelling allows, such as 0.12 and 12 for 12 %. */
export interface FoundNumber {
  shown: string;
  start: number;
  end: number;
  /** The most likely one comes first. */
  values: number[];
  /** True if it names or counts something in the text ("Figure 2", "Q3", "1st") or is a word: it states no figure. */
  isLabel: boolean;
}

const pattern = new RegExp(
  [
    `(?<myriad>${myriadPattern})`,
    `(?<digits>\\d{1,3}(?:[,.’'\\u00a0\\u202f\\u2009 ]\\d{3}){1,8}(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)`,
    '(?<kanji>[〇一二三四五六七八九十百千万億兆]{2,})',
    '(?<word>(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])\\p{L})+)',
  ].join('|'),
  'gu',
);
const labelWord =
  /(?:figure|fig\.|table|section|chapter|page|pages|p\.|step|phase|option|note|point|task|question|issue|appendix|annex|level|tier|version|scenario|priority|slide|row|line|no\.|nr\.|#|abbildung|abb\.|tabelle|tab\.|abschnitt|kapitel|seite|s\.|schritt|stufe|folie|variante|szenario|frage|punkt|ziffer|anlage|anhang|zeile|priorität|tableau|chapitre|étape|diapositive|scénario|niveau|annexe|ligne|priorité|n°|figura|tabla|sección|capítulo|página|pág\.|paso|fase|opción|nivel|escenario|pregunta|punto|anexo|fila|prioridad|n\.º|núm\.|図表?|表|第|ページ|ステップ|フェーズ|シナリオ|案|質問|注)\s*$/i;
/** Nouns that German counts with an ordinal: "im 3. Quartal". */
const ordinalNoun =
  /^\.[ \u00a0](?:Quartal|Halbjahr|Phase|Stufe|Schritt|Etappe|Auflage|Rang|Platz|Kapitel|Abschnitt|Semester|Stock|Tag|Woche|Monat|Jahr|Jahrhundert|Mal)/;
const percent =
  /^[\s\u00a0\u202f]?(?:%|percent|per\s?cent|pct|prozent|pour\s?cent|por\s?ciento|pp\b|パーセント|ポイント)/i;
/** Number words below this are too common in prose to be figures. */
const smallestWord = 13;

/**
 * Reads the numbers of a text: digits with scale and percent, dates, and number words, in the forms of its style.
 * Full-width digits count as digits. Linear in the text's length.
 */
export function readNumbers(original: string, style: NumberStyle = anyStyle): FoundNumber[] {
  const text = original.replace(/[０-９，．％]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const dates = readDates(text, style.language);
  const numbers = dates.flatMap((date) => readDateParts(date, text));
  let [done, nextDate] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    while ((dates[nextDate]?.end ?? Number.POSITIVE_INFINITY) <= start) nextDate += 1;
    if (start < done || (dates[nextDate]?.start ?? Number.POSITIVE_INFINITY) < end) continue;
    const { myriad, digits, kanji, word } = match.groups ?? {};
    const place = { text, start, end, style };
    if (digits !== undefined) numbers.push(readDigits(digits, place));
    else if (myriad !== undefined)
      numbers.push({ ...place, shown: myriad, values: [readMyriads(myriad)], isLabel: false });
    else if (kanji !== undefined) numbers.push(...readKanji(kanji, place));
    else if (word !== undefined) {
      const found = readWord(place);
      if (found) numbers.push(found);
      done = found?.end ?? end;
    }
  }
  return numbers.map(({ shown, start, end, values, isLabel }) => ({ shown, start, end, values, isLabel }));
}

interface Place {
  text: string;
  start: number;
  end: number;
  style: NumberStyle;
}

/** Returns day, month and year of a date. The month states no figure, because another text may write it as a word. */
function readDateParts({ start, end, year, month, day }: FoundDate, text: string): FoundNumber[] {
  const bounds = { start, end };
  const isAttached = /\p{L}[-–]?$/u.test(
    text.slice(Math.max(0, start - 2), start).replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' '),
  );
  return [
    ...(day === null ? [] : [{ ...bounds, shown: String(day), values: [day], isLabel: isAttached }]),
    { ...bounds, shown: String(month), values: [month], isLabel: true },
    ...(year === null ? [] : [{ ...bounds, shown: String(year), values: [year], isLabel: isAttached }]),
  ];
}

function readDigits(digits: string, { text, start, end, style }: Place): FoundNumber {
  const before = text.slice(Math.max(0, start - 24), start);
  // The scale of an amount in brackets stands behind them: "$(75) thousand".
  const after = text.slice(before.endsWith('(') && text.charAt(end) === ')' ? end + 1 : end, end + 32);
  const [, unit, next = ''] =
    /^[\s\u00a0\u202f-]?(\p{L}+)(?![\p{L}²³])(?:\.?[\s\u00a0\u202f]((?:de (?=millones))?\p{L}+))?/u.exec(after) ?? [];
  const factors = (unit !== undefined && readScale(unit, next, style.language)) || [1];
  const tenths = /^割(?:(\d)分)?/.exec(after);
  const isPercent = tenths !== null || percent.test(after);
  const spelled = readSpelling(digits, style.decimalSign).map((value) =>
    tenths ? value * 10 + Number(tenths[1] ?? 0) : value,
  );
  const values = spelled.flatMap((value) => factors.map((factor) => value * factor));
  const isShortYear = /\d{4}\s?[-–/]$/.test(before) && digits.length === 2;
  const attached =
    /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}[-–]?$/u.test(before) &&
    !/(?:US|USD|EUR|GBP|CHF|CA|AU|Rs)$/.test(before);
  const isOrdinal = /^(?:st|nd|rd|th|er|re|e|ère|ème|[ºª°]|目)(?!\p{L})/u.test(after) || ordinalNoun.test(after);
  const isCode = /^\p{Lu}(?![\p{L}\p{N}])/u.test(after) && !/^[KMBT]/.test(after);
  const scale = tenths?.[0] ?? (factors[0] === 1 ? '' : /^[\s\u00a0\u202f-]?\p{L}+/u.exec(after)?.[0]);
  return {
    shown: text.slice(start, end) + (isPercent && !tenths ? ' %' : (scale ?? '')),
    start,
    end,
    values: [
      ...values,
      ...(isPercent ? values.map((value) => value / 100) : []),
      ...(isShortYear ? [2000 + Number(digits)] : []),
    ],
    isLabel: attached || isOrdinal || isCode || isShortYear || (/^\d{1,3}$/.test(digits) && labelWord.test(before)),
  };
}

function readKanji(kanji: string, { start, end }: Place): FoundNumber[] {
  const value = readKanjiNumber(kanji);
  return value === null ? [] : [{ shown: kanji, start, end, values: [value], isLabel: value < smallestWord }];
}

function readWord({ text, start, style }: Place): FoundNumber | null {
  const found = readNumberWords(text, start, style.language);
  if (found === null) return null;
  const end = start + found.length;
  const [, unit, next = ''] = /^\s(\p{L}+)(?:\s(\p{L}+))?/u.exec(text.slice(end, end + 32)) ?? [];
  const factors = (unit !== undefined && readScale(unit, next, style.language)) || [1];
  const values = factors.map((factor) => found.value * factor);
  return {
    shown: text.slice(start, end),
    start,
    end,
    values: found.isLoose ? [...values, found.value / 100] : values,
    isLabel: found.isLoose || (found.value < smallestWord && factors[0] === 1),
  };
}
