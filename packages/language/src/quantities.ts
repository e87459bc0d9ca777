import { type DateSpan, readDates, widenDigits } from './dates.ts';
import { anyStyle, type NumberStyle, readSpelling } from './number-style.ts';
import { isNumberWord, readFraction, readKanjiNumber, readNumberWords } from './number-words.ts';
import {
  currencyPattern,
  type FoundUnit,
  type Measure,
  readUnitBefore,
  readUnitBehind,
} from './units.ts';

export interface Reading {
  /**
   * In whole units, with its sign: 3,400,000 for "3.4 million". Basis points are hundredths of
   * points.
   */
  value: number;
  /** The value of the last written digit: 100,000 for "3.4 million". */
  step: number;
  /** The scale that is written or given by a table's place, such as 1e6. */
  scale: number;
  measure: Measure | null;
}

export interface Quantity extends Reading {
  /** Its words in the text, with sign, currency, scale and unit. */
  text: string;
  start: number;
  end: number;
  /** The written sign. A noun such as "loss" gives none. */
  sign: -1 | 0 | 1;
  form: 'digits' | 'word' | 'fraction' | 'ratio';
  /** Other readings: 1.234 has two if the text's decimal sign is unknown. */
  others: readonly Reading[];
  /** What the number is instead of a quantity. Null for a quantity. */
  names: 'ordinal' | 'item' | 'label' | 'code' | 'time' | null;
}

const separator = "[,.’'\\u00a0\\u202f\\u2009 ]";
const pattern = new RegExp(
  [
    '(?<fraction>(?:\\d{1,2}|[一二三四五六七八九十])(?:分の|[人社件店軒台](?:に|のうち|中))(?:\\d{1,2}|[一二三四五六七八九十])(?![\\d.,])|半分|半数)',
    '(?<myriad>(?:\\d[\\d,]{0,20}(?:\\.\\d{1,9})?(?:千億|百億|十億|千万|百万|兆|億|万|千|百)){1,6}(?:\\d[\\d,]{0,20}(?![\\d年月日.]))?)',
    `(?<digits>\\d{1,2}(?:,\\d{2}){1,4},\\d{3}(?![\\d,])|\\d{1,3}(?<group>${separator})\\d{3}(?:\\k<group>\\d{3}){0,7}(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?|(?<=[\\s$€£(]|^)\\.\\d+)`,
    '(?<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])',
    '(?<kanji>[〇一二三四五六七八九十百千万億兆]{2,}|[二三四五六七八九十](?=[かヶカヵケ箇]月|年間|週間|日間|時間|倍))',
    '(?<word>\\p{Script=Latin}+)',
  ].join('|'),
  'gu',
);

/**
 * Reads numbers with units, scales and signs in linear time, and marks ordinals, labels and codes.
 * Dates are omitted (`readDates`).
 * @param dates the dates of the text, if they are read already
 */
export function readQuantities(
  original: string,
  style: NumberStyle = anyStyle,
  dates: readonly DateSpan[] = readDates(original, style.language),
): Quantity[] {
  const text = widenDigits(original);
  const found: Quantity[] = [];
  let [done, next] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    while ((dates[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if (start < done || (dates[next]?.start ?? Number.POSITIVE_INFINITY) < end) continue;
    const quantity = readAt(match.groups ?? {}, { text, start, end, style });
    if (quantity === null) continue;
    const last = found.at(-1);
    const from = last === undefined ? quantity.start : Math.max(quantity.start, last.end);
    found.push({ ...quantity, start: from, text: original.slice(from, quantity.end) });
    done = quantity.end;
  }
  shareUnits(found, text);
  return found;
}

interface Place {
  text: string;
  start: number;
  end: number;
  style: NumberStyle;
}
type Found = Omit<Quantity, 'text'>;

function readAt(groups: Record<string, string | undefined>, place: Place): Found | null {
  const { digits, myriad, kanji, word, fraction, vulgar } = groups;
  if (digits !== undefined) return readDigits(digits, place);
  if (word !== undefined) return readWord(word, place);
  if (myriad !== undefined) return withUnit([readMyriads(myriad)], 'digits', place);
  if (fraction !== undefined) return toShare(readEasternFraction(fraction), place.start, place.end);
  if (vulgar !== undefined) {
    const value = vulgarFractions[vulgar] ?? 0;
    return withUnit([{ value, step: 0.1, scale: 1 }], 'fraction', place);
  }
  const value = kanji === undefined ? null : readKanjiNumber(kanji);
  return value === null ? null : withUnit([{ value, step: 1, scale: 1 }], 'word', place);
}

type Plain = Omit<Reading, 'measure'>;

const vulgarFractions: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅚': 5 / 6,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};

/** Reads digits with units of ten thousands: 1億2000万, 3.5兆. */
function readMyriads(text: string): Plain {
  let [value, step, scale] = [0, 1, 1];
  for (const [, digits = '', name = ''] of text.matchAll(
    /([\d,.]+)(千億|百億|十億|千万|百万|兆|億|万|千|百)?/g,
  )) {
    const factor = myriads[name] ?? 1;
    const plain = digits.replaceAll(',', '');
    value += Number(plain) * factor;
    step = factor / 10 ** (plain.split('.')[1]?.length ?? 0);
    scale = Math.max(scale, factor);
  }
  return { value, step, scale };
}
const myriads: Readonly<Record<string, number>> = {
  千億: 1e11,
  百億: 1e10,
  十億: 1e9,
  千万: 1e7,
  百万: 1e6,
  兆: 1e12,
  億: 1e8,
  万: 1e4,
  千: 1e3,
  百: 100,
};

const noteMark = /\\?\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\\?\](?!\()|[⁰¹²³⁴-⁹]+/uy;

/** Returns the index behind the mark of a note: `12.5[3] percent`, `12.5³ percent`. */
function skipNote(text: string, at: number): number {
  noteMark.lastIndex = at;
  const mark = noteMark.exec(text)?.[0];
  return mark === undefined || (text.slice(at - 2, at) === '10' && !mark.includes('['))
    ? at
    : at + mark.length;
}

function readDigits(digits: string, place: Place): Found | null {
  const { text, start, end, style } = place;
  const before = text.slice(Math.max(0, start - 28), start);
  const after = text.slice(end, end + 16);
  if (
    /\[\^?(?:\d{1,3}\s?[,;–-]\s?){0,9}$/u.test(before) &&
    /^(?:\s?[,;–-]\s?\d{1,3}){0,9}\\?\]/u.test(after)
  )
    return null;
  const named = {
    start,
    end,
    value: Number.NaN,
    step: 0,
    scale: 1,
    measure: null,
    sign: 0,
    form: 'digits',
    others: [],
  } as const;
  const chain = /^(?:[.,:/-]\d+){1,8}/u.exec(after)?.[0];
  if (chain !== undefined) {
    const whole = digits + chain;
    const ratio = /^\d{1,3}(?:[.,]\d+)?:(\d{1,3}(?:[.,]\d+)?)$/u.exec(whole);
    if (/^\d{1,2}:[0-5]\d(?::[0-5]\d)?$/.test(whole) && Number(digits) < 24)
      return { ...named, end: end + chain.length, names: 'time' };
    if (ratio && toNumber(ratio[1] ?? '') > 0) {
      const value = toNumber(digits) / toNumber(ratio[1] ?? '1');
      return {
        ...named,
        value,
        end: end + chain.length,
        form: 'ratio',
        step: value / 100,
        names: null,
      };
    }
    const parts = /^(\d{1,2})\/(\d{1,3})$/.exec(whole);
    if (parts && Number(parts[1]) < Number(parts[2]))
      return toShare(Number(parts[1]) / Number(parts[2]), start, end + chain.length, 'digits');
    if (!/^-\d+(?:[.,]\d+)?$/.test(chain) || /^0\d/.test(digits))
      return { ...named, end: end + chain.length, names: 'code' };
  }
  const power = readPower(digits, text.slice(end, end + 24));
  const plain = spellings(digits, style).map(({ value, step }) => ({
    value: clean(value * power.factor),
    step: step * power.factor,
    scale: power.factor,
  }));
  const found = withUnit(plain, 'digits', { ...place, end: end + power.length });
  if (power.length > 0) return found;
  return { ...found, names: nameOf(digits, found, before, after, place) };
}

const powerOfTen =
  /^[ \u00a0]?[×x·*∙⋅][ \u00a0]?10(?:(?:\^|\*\*)[ \u00a0]?\{?(?<digits>[-+−]?\d{1,2})\}?(?!\d)|(?<raised>⁻?[⁰¹²³⁴-⁹]{1,2})|<sup>(?<marked>[-−]?\d{1,2})<\/sup>)/u;
/** `1.2e6` and `12E+3`; digits, an E and digits may be an article number. */
const exponent = /^[eE](?<digits>[-+]?\d{1,2})(?![\p{L}\d.,])/u;
const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Reads the power of ten behind a number: "× 10^6", "· 10⁶", "e6". Its length is 0 without one. */
function readPower(digits: string, after: string): { factor: number; length: number } {
  const written = powerOfTen.exec(after);
  const found =
    written ?? (/[.,]/.test(digits) || /^[eE][-+]/.test(after) ? exponent.exec(after) : null);
  if (found === null) return { factor: 1, length: 0 };
  const { digits: plain, raised, marked } = found.groups ?? {};
  const told = [...(raised ?? '')]
    .map((one) => (one === '⁻' ? '-' : raisedDigits.indexOf(one)))
    .join('');
  const power = Number((plain ?? marked ?? told).replace('−', '-'));
  return { factor: 10 ** power, length: found[0].length };
}

const toNumber = (digits: string) => Number(digits.replace(',', '.'));

/** The values of digits with separators, and the value of the last digit. */
const spellings = (digits: string, { decimalSign }: NumberStyle): Plain[] =>
  readSpelling(digits, decimalSign).map((plain) => ({
    value: Number(plain),
    step: 10 ** -(plain.split('.')[1]?.length ?? 0),
    scale: 1,
  }));

const attached = /[\p{Script=Latin}_][-–_/.]?$/u;
const ordinalEnd = /^(?:(?:st|nd|rd|th|er|re|ère|ème|e|[ºª])(?!\p{L})|位(?!置))/u;
/** 2回目, 3か月目: a counter before 目, that is no noun (項目) and begins none (目標). */
const easternOrdinal =
  /^\s?(?:[\p{Script=Han}つかヶカ]{0,3}(?<![項品科種費細曲演役題面注着節]))目(?![的標指安線当処玉盛視])/u;
const ordinalNoun = /^\.[ \u00a0](?:\p{Lu}\p{L}+)/u;
const ordinalArticle =
  /(?<!\p{L})(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|einen?|jede[rsnm]?|ihr|sein)[ \u00a0](?:\d{1,2}\. (?:und|bis|oder) )?$/iu;
const standards =
  /(?<!\p{L})(?:ISO|IEC|DIN|EN|RFC|IFRS|IAS|ASC|SOC|GRI|IEEE|ASTM|COVID|Windows|Basel|Euro|Airbus|Boeing|ISO\/IEC)[\s\u00a0-]$/u;

function nameOf(
  digits: string,
  found: Found,
  before: string,
  after: string,
  { text, start, end }: Place,
): Quantity['names'] {
  const hasUnit = found.measure !== null || found.scale > 1;
  // "1kg当たり" says per what another number is.
  if (
    digits === '1' &&
    /^\s?(?:当たり|あたり|当り|につき)/u.test(text.slice(found.end, found.end + 4))
  )
    return 'label';
  const own = text.slice(Math.max(0, found.start - 3), found.start);
  if (found.start === start && attached.test(before) && !/\s$/.test(before)) return 'code';
  if (/[\p{Script=Latin}\d]$/u.test(own) && found.measure?.kind === 'unit') return 'code';
  if (/第\s?$/u.test(before) || easternOrdinal.test(after) || (ordinalEnd.test(after) && !hasUnit))
    return 'ordinal';
  if (!hasUnit && /^[\p{Script=Latin}_]/u.test(after)) return 'code';
  if (
    /^0\d/.test(digits) ||
    (/[+]$/.test(before) && /^\d{1,3}$/.test(digits) && /^[\s(]\d/.test(after) && !hasUnit)
  )
    return 'code';
  if (hasUnit) return null;
  if (
    /(?:^|\n)[ \t>*-]*$/u.test(before) &&
    before.length < 28 + 1 &&
    /^(?:[.)]\s|\\\.\s)/u.test(after) &&
    /^\d{1,3}$/.test(digits)
  )
    return 'item';
  if (/(?:^|\n)#{1,6} $/u.test(before) && /^[.)]?\s\p{L}/u.test(after)) return 'item';
  const isBracketed = /[(（]$/u.test(before) && /^[)）]/u.test(after);
  if (
    isBracketed &&
    /^\d{1,2}$/.test(digits) &&
    found.sign === 0 &&
    /^.\s?\p{L}/u.test(after) &&
    !/\d\s?[(（]$/u.test(before)
  )
    return 'item';
  if (ordinalNoun.test(after) && ordinalArticle.test(before) && /^\d{1,3}$/.test(digits))
    return 'ordinal';
  if (
    /^(?:時(?!間)|[ \u00a0](?:Uhr|[ap]\.?m\.?)(?!\p{L}))/u.test(after) &&
    /^\d{1,2}$/.test(digits)
  )
    return 'time';
  if (standards.test(before)) return 'code';
  if (/^\s?(?:号|番(?!組)|級|章)/u.test(after)) return 'label';
  if (end - start <= 5 && isLabelled(before, after)) return 'label';
  return null;
}

const labelWords = new Set(
  `figure fig table tab section sec chapter page p pp step phase option note point task question issue appendix annex level
  tier version scenario priority slide row line no nr scope stage wave sprint release lot group team zone class type category
  goal principle rule article art clause paragraph item case condition criterion alternative recommendation hypothesis
  finding risk exhibit box schedule part volume vol module package workstream query footnote year month day top grade room
  abbildung abb tabelle abschnitt kapitel seite s schritt stufe folie variante szenario frage punkt ziffer anlage anhang
  zeile priorität bedingung maßnahme empfehlung hypothese risiko kriterium kategorie klasse gruppe ziel regel artikel
  klausel absatz satz fall teil band paket modul welle typ los halle werk linie jahr monat tag fußnote
  model series building hall gate ward district vehicle modell serie gebäude gleis bezirk fahrzeug
  modèle série bâtiment véhicule salle modelo edificio vehículo sala
  tableau chapitre étape diapositive scénario niveau annexe ligne priorité mesure recommandation hypothèse partie groupe
  catégorie objectif règle année
  figura tabla sección capítulo página pág paso fase opción nivel escenario pregunta punto anexo fila prioridad núm
  condición medida recomendación hipótesis parte grupo categoría objetivo artículo regla año`.split(
    /\s+/,
  ),
);
const easternLabels =
  /(?:図表?|表|条件|案|注|ページ|ステップ|フェーズ|シナリオ|オプション|質問|章|節|項|議題|課題|対策|論点|仮説|手順|段階|別紙|付録|資料|様式|リスク|プラン|モデル|タイプ|パターン|ケース|グループ|レベル|クラス|ゾーン|セクション)\s?$/u;
const easternCounter = /^\s?[つかヶカ件点種個社人名本枚台回店軒箇項]/u;

/** True behind the word for a part, a step or an option: "Bedingung 2", "No. 5", "§ 3", 図2. */
function isLabelled(before: string, after: string): boolean {
  if (/(?:#|§|№|n°|n\.º)[\s\u00a0]?$/iu.test(before)) return true;
  if (easternLabels.test(before)) return !easternCounter.test(after);
  const [, ahead = '', name] =
    /(?<![\p{L}\d])(?:([\p{L}\d]+)\s)?(\p{L}+)\.?[\s\u00a0]{1,2}(?:\d{1,3}[a-z]?(?:,|\s?[–-]|\s(?:and|und|et|y|to|bis|or|oder|à|a))\s?){0,4}$/u.exec(
      before,
    ) ?? [];
  const word = name?.toLowerCase() ?? '';
  // "In two years 46 parts" counts years and parts.
  const isCounted = /^\d+$/.test(ahead) || isNumberWord(ahead.toLowerCase(), null);
  if (word === '' || (isCounted && /^(?:year|month|day|jahr|monat|tag|année|año)/.test(word)))
    return false;
  // Endings of plurals and cases; "lost" is no form of "Los".
  const [, shorter = word] = /^(.+)[ensr]$/u.exec(word) ?? [];
  const [, shortest = word] = /^(.+)(?:es|en|er|ns)$/u.exec(word) ?? [];
  return [word, shorter, shortest].some(
    (one) => (one.length > 2 || one === word) && labelWords.has(one),
  );
}

function withUnit(
  readings: readonly Plain[],
  form: Quantity['form'],
  { text, start, end, style }: Place,
): Found {
  const { language } = style;
  const isBracketed = /[(（]/u.test(text.charAt(start - 1)) && /[)）]/u.test(text.charAt(end));
  let from = start;
  let sign = form === 'word' ? null : signAt(text, start);
  const ahead = readUnitBefore(text, isBracketed ? start - 1 : (sign?.start ?? start), language);
  // "für einen Franken 1,04 €" is in euros.
  const isOwnSign = /^[\s\u00a0\u202f]?[€£$¥](?!\p{L})/u.test(text.slice(end, end + 3));
  const money =
    ahead?.unit?.kind === 'money' && !(isOwnSign && /\p{Ll}{3}/u.test(text.slice(ahead.at, start)))
      ? ahead
      : null;
  if (sign !== null) from = sign.start;
  if (money) {
    from = money.at;
    sign ??= signAt(text, money.at);
    from = Math.min(from, sign?.start ?? from);
  }
  const closed = skipNote(text, isBracketed ? end + 1 : end);
  const tenths = /^割(?:(\d)分)?/u.exec(text.slice(end, end + 3));
  if (tenths)
    return toTenths(readings, Number(tenths[1] ?? 0), tenths[1] !== undefined, {
      start,
      end: end + tenths[0].length,
    });
  const behind = readUnitBehind(text, closed, language, money !== null);
  const hasBehind =
    behind.at > closed &&
    (!isBracketed || money !== null || behind.scale > 1 || behind.unit?.kind === 'money');
  const isNegative =
    isBracketed &&
    (money !== null || (hasBehind && (behind.scale > 1 || behind.unit?.kind === 'money')));
  const used: FoundUnit = hasBehind
    ? behind
    : { unit: null, per: null, scale: 1, otherScales: [], at: closed };
  const unit = money?.unit ?? used.unit;
  const scale = (money?.scale ?? 1) * used.scale;
  const factor = isNegative || sign?.sign === -1 ? -1 : 1;
  const size = unit && unit.kind !== 'unit' && unit.kind !== 'money' ? unit.size : 1;
  const measure: Measure | null = unit && { kind: unit.kind, unit: unit.unit, per: used.per };
  const scaled = ({ value, step, scale: own }: Plain, by: number): Reading => ({
    value: clean(factor * value * by * size),
    step: step * by * size,
    scale: own * by,
    measure,
  });
  const all = [scale, ...used.otherScales.map((other) => (money?.scale ?? 1) * other)].flatMap(
    (by) => readings.map((one) => scaled(one, by)),
  );
  if (unit?.unit === 'm' && used.otherScales.length > 0)
    for (const one of all) if (one.scale >= 1e6) one.measure = null;
  // In English, meters are also things that measure.
  if (
    unit?.unit === 'm' &&
    (language ?? 'en') === 'en' &&
    /meters?$/i.test(text.slice(closed, used.at))
  )
    all.push(...readings.map((one) => ({ ...scaled(one, scale), measure: null })));
  const [first = { value: 0, step: 1, scale: 1, measure: null }, ...others] = all;
  return {
    ...first,
    others,
    form,
    start: isNegative && money === null ? start - 1 : from,
    end: hasBehind ? behind.at : isNegative ? end + 1 : end,
    sign: isNegative ? -1 : (sign?.sign ?? 0),
    names: null,
  };
}

/** Removes the error of binary fractions: 4.1 million is 4,100,000. */
export const clean = (value: number) => Number(value.toPrecision(14));

function toTenths(
  readings: readonly Plain[],
  hundredths: number,
  isFine: boolean,
  bounds: { start: number; end: number },
): Found {
  const value = (readings[0]?.value ?? 0) * 10 + hundredths;
  const measure: Measure = { kind: 'percent', unit: '%', per: null };
  return {
    ...bounds,
    value,
    step: isFine ? 1 : 10,
    scale: 1,
    measure,
    sign: 0,
    form: 'digits',
    others: [],
    names: null,
  };
}

const dash = /(?<gap>[-‐‑‒−–－]\s?|[+＋]\s?|[▲△]\s?)$/u;
const minusWord =
  /(?<!(?<!\p{L})(?:au|al|o|ou|du|\d|\d ?%|\d \p{L}{1,9})\s)(?<!\p{L})(?:minus|moins|menos)\s$|マイナス\s?$/iu;
const plusWord = /(?<!\p{L})plus\s$|プラス\s?$/iu;
/** A dash behind a figure subtracts or spans: "500 −640", "12 Mio. −5". */
const joins = /(?:[\d%)\]]|(?:million|billion|thousand|Mio\.?|Mrd\.?|Tsd\.?))\s?$/u;
/**
 * A currency before a dash. It subtracts or spans behind an amount ("12 EUR −5"), else it has a
 * sign: "EUR −5".
 */
const currencyAhead = new RegExp(
  `(?<![\\p{L}\\d])(?:${currencyPattern})[\\s\\u00a0\\u202f]?$`,
  'u',
);
const afterYear = /(?<!\d)(?:19|20)\d{2}\s$/u;

function signAt(text: string, at: number): { sign: -1 | 1; start: number } | null {
  const before = text.slice(Math.max(0, at - 28), at);
  const mark = dash.exec(before)?.groups?.['gap'];
  if (mark === undefined) {
    const word = minusWord.exec(before)?.[0] ?? plusWord.exec(before)?.[0];
    return word === undefined
      ? null
      : { sign: minusWord.test(before) ? -1 : 1, start: at - word.length };
  }
  const rest = before.slice(0, -mark.length);
  const start = at - mark.length;
  if (/[▲△]/u.test(mark)) return { sign: -1, start };
  const money = currencyAhead.exec(rest)?.[0] ?? '';
  if (money === '' && /[\p{Script=Latin}\d]$/u.test(rest)) return null;
  const ahead = rest.slice(0, rest.length - money.length);
  if (/\s$/.test(mark) && !/(?:^|[(（|:：;=\n])\s*$/u.test(ahead)) return null;
  if (joins.test(ahead) && !afterYear.test(ahead)) return null;
  return { sign: /[+＋]/u.test(mark) ? 1 : -1, start };
}

function readWord(word: string, place: Place): Found | null {
  const { text, start, style } = place;
  const share = readFraction(text, start, style.language);
  if (share !== null) return toShare(share.value, start, start + share.length);
  if (!isNumberWord(word.toLowerCase(), style.language))
    return /(?:mal|fach(?:e[nrs]?)?)$/i.test(word) ? readTimes(word, place) : null;
  const found = readNumberWords(text, start, style.language);
  if (found === null) return null;
  const end = start + found.length;
  const read = withUnit([{ value: found.value, step: 1, scale: 1 }], 'word', { ...place, end });
  // "One" and "a" are pronouns and articles, unless a scale or a long word of a unit follows.
  const isArticle =
    read.end === end || (found.length < 4 && read.scale === 1 && read.measure?.kind === 'unit');
  if (found.value === 1 && isArticle) return null;
  const isNamed = isLabelled(text.slice(Math.max(0, start - 28), start), text.slice(end, end + 16));
  return { ...read, start, names: isNamed ? 'label' : null };
}

/** Reads a multiple in one word: "dreimal", "vierfach". */
function readTimes(word: string, place: Place): Found | null {
  const [, number = ''] = /^(\p{Ll}{3,20}?)(?:mal|fach(?:e[nrs]?)?)$/iu.exec(word) ?? [];
  const found = number === '' ? null : readNumberWords(number.toLowerCase(), 0, 'de');
  if (found === null || found.length < number.length) return null;
  const measure: Measure = { kind: 'times', unit: 'x', per: null };
  return {
    start: place.start,
    end: place.end,
    value: found.value,
    step: 1,
    scale: 1,
    measure,
    sign: 0,
    form: 'word',
    others: [],
    names: null,
  };
}

/** Fractions in words are inexact: two thirds may be 65 % or 68 %. */
function toShare(
  share: number,
  start: number,
  end: number,
  form: 'fraction' | 'digits' = 'fraction',
): Found {
  const loose = form === 'fraction' ? Math.min(0.06, share * 0.2) : 0.001;
  return {
    start,
    end,
    form: 'fraction',
    sign: 0,
    names: null,
    scale: 1,
    value: share * 100,
    step: loose * 100,
    measure: { kind: 'percent', unit: '%', per: null },
    others: [{ value: share, step: loose, scale: 1, measure: null }],
  };
}

function readEasternFraction(words: string): number {
  if (words.startsWith('半')) return 0.5;
  const [all = '1', part = '1'] = words
    .split(/分の|[人社件店軒台](?:に|のうち|中)/u)
    .map((one) => (/\d/.test(one) ? one : String('一二三四五六七八九十'.indexOf(one) + 1)));
  return Number(part) / Number(all);
}

const pairGap =
  /^\s?(?:(?<comma>,)\s|(?<last>and|or|und|oder|et|ou|y|o|と)|to|bis|auf|à|a|against|versus|gegenüber|contre|frente a|から|[-–—/~〜])?\s?$/u;

/**
 * Shares a scale and unit written once: "12 to 15 million", "EUR 5 to 7". A comma joins if a later
 * word does.
 */
function shareUnits(found: Quantity[], text: string): void {
  /** True for numbers joined to the next one by a comma or a last word such as "and". */
  const joined = new Map<number, boolean>();
  for (let index = found.length - 2; index >= 0; index -= 1) {
    const [one, other] = [found[index], found[index + 1]];
    const gap =
      one && other && one.end < other.start
        ? text.slice(one.end, Math.min(other.start, one.end + 14))
        : '';
    if (one?.names === 'code' && one.text.startsWith('+') && /^[\s()-]{1,2}$/.test(gap))
      markPhone(found, index, text);
    const isChangeOfLoss = one !== undefined && other !== undefined && readLoss(one, other, text);
    const isPlain =
      one?.form === 'digits' &&
      other?.form === 'digits' &&
      one.names === null &&
      other.names === null;
    const match = isPlain && gap !== '' ? pairGap.exec(isChangeOfLoss ? gap.slice(1) : gap) : null;
    const { comma, last } = match?.groups ?? {};
    if (match && (comma === undefined || joined.get(index + 1)))
      joined.set(index, (comma ?? last) !== undefined);
  }
  const pairs = [...joined.keys()].flatMap((index) => {
    const [one, other, next] = [
      found[index],
      found[index + 1],
      joined.has(index + 1) ? found[index + 2] : undefined,
    ];
    return one && other
      ? [{ one, other, isLast: !next?.measure || next.measure.kind === 'money' }]
      : [];
  });
  for (const { one, other, isLast } of pairs.toReversed())
    if (one.measure?.kind === 'money' && other.measure === null && isLast)
      other.measure = one.measure;
  for (const { one, other } of pairs) takeUnit(one, other);
}

/**
 * Makes a number in brackets negative where the text says from what to what an amount went: "from
 * (12) to 8 million".
 */
function readLoss(one: Quantity, other: Quantity, text: string): boolean {
  const isAmount = other.measure?.kind === 'money' || other.scale > 1;
  const before = text.slice(Math.max(0, one.start - 9), one.start);
  const isBracketed =
    /(?<!\p{L})(?:from|von|de|desde)\s[(（]$/iu.test(before) &&
    /^[)）]\s/u.test(text.slice(one.end, one.end + 2));
  const isPlain = one.sign === 0 && (one.names === null || one.names === 'item');
  if (!isAmount || !isBracketed || !isPlain) return false;
  one.names = null;
  one.sign = -1;
  one.value = -one.value;
  for (const reading of one.others) reading.value = -reading.value;
  return true;
}

/** Marks the groups of a phone number behind its country code. */
function markPhone(found: Quantity[], first: number, text: string): void {
  for (let index = first + 1; index < found.length; index += 1) {
    const [one, other] = [found[index - 1], found[index]];
    if (
      !one ||
      !other ||
      !/^[\s()/-]{1,2}$/.test(text.slice(one.end, other.start)) ||
      other.measure !== null
    )
      return;
    other.names = 'code';
  }
}

function takeUnit(one: Quantity, other: Quantity): void {
  if (one.measure !== null && one.measure.unit !== other.measure?.unit && other.measure !== null)
    return;
  const own: Reading = { value: one.value, step: one.step, scale: one.scale, measure: one.measure };
  // "12 € and 3 million": a unit behind a number closes it.
  const isClosed = one.measure !== null && /\D$/.test(one.text);
  one.measure ??= other.measure;
  const factor = one.scale === 1 && !isClosed ? other.scale : 1;
  if (factor === 1 || Math.abs(one.value) >= factor) return;
  const scaled = (reading: Reading): Reading => ({
    value: clean(reading.value * factor),
    step: reading.step * factor,
    scale: factor,
    measure: one.measure,
  });
  Object.assign(one, { ...scaled(own), others: [...one.others.map(scaled), own] });
}
