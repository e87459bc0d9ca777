import type { Language } from './language.ts';

type WordLanguage = Exclude<Language, 'ja'> | 'it';

/** 0 and up. */
const small: Record<WordLanguage, string> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  de: 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
};
/** 30 and up by tens. */
const tens: Record<WordLanguage, string> = {
  en: 'thirty forty fifty sixty seventy eighty ninety',
  de: 'dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'trente quarante cinquante soixante septante huitante nonante',
  es: 'treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'trenta quaranta cinquanta sessanta settanta ottanta novanta',
};
const others: Record<WordLanguage, [string, number][]> = {
  en: [['dozen', 12]],
  de: [
    ['dutzend', 12],
    ['eins', 1],
    ['eine', 1],
    ['zwo', 2],
    ['dreissig', 30],
  ],
  fr: [
    ['douzaine', 12],
    ['une', 1],
    ['octante', 80],
  ],
  es: [
    ['docena', 12],
    ['una', 1],
    ['un', 1],
    ['veintiún', 21],
    ['veintiuna', 21],
    ...'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
      .split(' ')
      .flatMap((word, index): [string, number][] => [
        [word, 100 * (index + 2)],
        [word.replace(/os$/, 'as'), 100 * (index + 2)],
      ]),
  ],
  it: [],
};
const hundreds: Record<WordLanguage, string> = {
  en: 'hundred',
  de: 'hundert',
  fr: 'cent cents',
  es: 'cien ciento',
  it: 'cento',
};
const thousands: Record<WordLanguage, string> = {
  en: 'thousand',
  de: 'tausend',
  fr: 'mille',
  es: 'mil',
  it: 'mille mila',
};
type Atom = { value: number; kind: 'number' | 'hundred' | 'thousand' };
const of = (words: string, kind: Atom['kind'], value: number): [string, Atom][] =>
  words === '' ? [] : words.split(' ').map((word) => [word, { value, kind }]);
const numbers = (entries: [string, number][]) =>
  entries.map(([word, value]): [string, Atom] => [word, { value, kind: 'number' }]);
const wordLanguages = Object.keys(small) as WordLanguage[];
const atoms = new Map(
  wordLanguages.map((language) => [
    language,
    new Map<string, Atom>([
      ...numbers(small[language].split(' ').map((word, value) => [word, value])),
      ...numbers(tens[language].split(' ').map((word, index) => [word, 30 + 10 * index])),
      ...numbers(others[language]),
      ...of(hundreds[language], 'hundred', 100),
      ...of(thousands[language], 'thousand', 1_000),
    ]),
  ]),
);

interface NumberWords {
  length: number;
  value: number;
}

const word = /\p{L}+/uy;
const joint = /[ \u00a0-](?:(?:and|et|y)[ \u00a0-])?/y;

/**
 * Reads a number such as "twenty-five", "zweihundertdreißig" or "treinta y cinco mil" at an index,
 * else null.
 */
export function readNumberWords(
  text: string,
  start: number,
  language: Language | null,
): NumberWords | null {
  let [total, current]: [number, number | null] = [0, null];
  let end = start;
  let first: Atom | null = null;
  for (let at = start; ; ) {
    word.lastIndex = at;
    const found = word.exec(text)?.[0];
    const atom = found === undefined ? null : findAtom(found.toLowerCase(), language);
    if (found === undefined || atom === null) break;
    if (atom.kind === 'thousand') {
      if (total > 0) break;
      total = (current ?? 1) * 1_000;
      current = null;
    } else if (atom.kind === 'hundred') {
      if (current !== null && current >= 10) break;
      current = (current ?? 1) * 100;
    } else {
      const joined: number | null = current === null ? atom.value : join(current, atom.value);
      if (joined === null) break;
      current = joined;
    }
    first ??= atom;
    end = at + found.length;
    joint.lastIndex = end;
    const between = joint.exec(text)?.[0];
    if (between === undefined) break;
    at = end + between.length;
  }
  if (first === null) return null;
  return { length: end - start, value: total + (current ?? 0) };
}

/**
 * Joins a number word to the one before it: hundreds with tens, tens with units, and the French
 * twenties.
 */
function join(current: number, value: number): number | null {
  if (current === 4 && value === 20) return 80;
  const rest = current % 100;
  const fits =
    (rest === 0 && value < 100) ||
    (rest % 10 === 0 && rest >= 20 && value > 0 && value < 10) ||
    ((rest === 60 || rest === 80) && value > 0 && value < 20);
  return fits && current > 0 ? current + value : null;
}

/**
 * True for a word that may begin a number. "Once" is eleven in Spanish and "neuf" new in French.
 */
export function isNumberWord(lower: string, language: Language | null): boolean {
  if (
    language === null &&
    /^(?:once|neuf|sei|un|una|uno|une|due|tre|cent|cents|mil|mille)$/.test(lower)
  )
    return false;
  return findAtom(lower, language) !== null;
}

function findAtom(lower: string, language: Language | null): Atom | null {
  for (const one of wordLanguages) {
    if (language !== null && language !== one) continue;
    const known = atoms.get(one);
    const atom =
      known?.get(lower) ??
      (one === 'fr' && lower.endsWith('vingts') ? known?.get('vingt') : undefined);
    if (atom) return atom;
    const compound = one === 'de' ? readGermanCompound(lower) : null;
    if (compound !== null) return { value: compound, kind: 'number' };
  }
  return null;
}

/** Reads a German number in one word, such as "dreihundertfünfundzwanzig". Null for other words. */
function readGermanCompound(lower: string): number | null {
  if (lower.length < 7 || lower.length > 60 || !/zig|ßig|ssig|zehn|hundert|tausend/.test(lower))
    return null;
  for (const [name, factor] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = lower.indexOf(name);
    if (at === -1) continue;
    const high = at === 0 ? 1 : readGerman(lower.slice(0, at));
    const low =
      at + name.length === lower.length
        ? 0
        : readGerman(lower.slice(at + name.length).replace(/^und/, ''));
    return high === null || low === null || low >= factor ? null : high * factor + low;
  }
  const [, one = '', ten = ''] = /^(.{3,6})und(.{6,8})$/.exec(lower) ?? [];
  const [unit, high] = [
    atoms.get('de')?.get(one)?.value ?? 0,
    atoms.get('de')?.get(ten)?.value ?? 0,
  ];
  return unit > 0 && unit < 10 && high >= 20 && high < 100 ? unit + high : null;
}

function readGerman(lower: string): number | null {
  const atom = atoms.get('de')?.get(lower);
  return atom?.kind === 'number' ? atom.value : readGermanCompound(lower);
}

const parts: ReadonlyMap<string, number> = new Map(
  [
    '3 third thirds drittel dritteln tiers tercio tercios tercera terceras',
    '4 quarter quarters viertel vierteln quart quarts cuarto cuartos cuarta cuartas',
    '5 fifth fifths fünftel fünfteln cinquième cinquièmes quinto quintos quinta',
    '6 sixth sixths sechstel sixième sixièmes sexto sextos sexta',
    '7 seventh sevenths siebtel septième septièmes séptimo séptimos',
    '8 eighth eighths achtel huitième huitièmes octavo octavos octava',
    '10 tenth tenths zehntel dixième dixièmes décimo décimos décima',
  ].flatMap((line) => {
    const [number, ...names] = line.split(' ');
    return names.map((name): [string, number] => [name, Number(number)]);
  }),
);
const partEnd =
  /^(?: partes?)?(?=$|[.,;:)\s])(?!\s(?:of (?:an|the) (?:hour|year)|hours?|stunde|d.heure|de hora|of (?:fiscal |FY)?(?:19|20)\d|half|results|ended|part(?:y|ies)))/iu;
const singularEnd =
  /^(?: partes?)?\s?(?:[.,;:)]|$|\s(?:of|de|des|del|d[’']|der|die|des|aller|in|to|or|more|less|higher|lower|below|above|are|is|were|was)(?!\p{L}))/iu;
const openers: ReadonlySet<string> = new Set(
  'half hälfte moitié mitad every jede jeder jedes jeden jedem chaque a an ein eine einem einen eines das dem des un une le la el the'.split(
    ' ',
  ),
);
const otherHalf =
  /(?<!\p{L})(?:first|second|other|1st|2nd|erste[nr]?|zweite[nr]?|première|seconde|primera|segunda)\s$/iu;
const halves = /^(?:half(?= of | the | its | our | their | all )|hälfte|moitié|mitad)/iu;
const every =
  /^(?:every|jede[rsnm]?|chaque)[\s](?<nth>second|third|fourth|fifth|tenth|zweite|dritte|vierte|fünfte|sechste|siebte|achte|neunte|zehnte)[nmrs]?(?!\p{L})(?!\s(?:years?|months?|weeks?|days?|Jahre?|Monate?|Wochen?|Tage?|Quartal))/iu;
const nths = 'second third fourth fifth - - - - tenth'.split(' ');
const germanNths = 'zweite dritte vierte fünfte sechste siebte achte neunte zehnte'.split(' ');
const among =
  /^[\s\u00a0](?:\p{L}{2,20}\s){0,2}?(?:in|out of|von|sur|de cada)\s(?:every\s)?(?<all>\p{L}+|\d{1,3})(?!\p{L}|[\d.,]*\d)(?!\s?(?:years?|months?|weeks?|days?|million|percent|%|Jahre|Monate|Tage|ans|años))/iu;

/**
 * Reads a fraction such as "two thirds", "ein Viertel", "one in eight", "jeder dritte" or "half of"
 * at an index.
 */
export function readFraction(
  text: string,
  start: number,
  language: Language | null,
): { value: number; length: number } | null {
  word.lastIndex = start;
  const own = word.exec(text)?.[0] ?? '';
  const lower = own.toLowerCase();
  const isOpener = openers.has(lower);
  const isNumber = isNumberWord(lower, language);
  if (!isOpener && !isNumber) return null;
  const after = text.slice(start + own.length, start + own.length + 48);
  if (isOpener) {
    const before = text.slice(Math.max(0, start - 12), start);
    if (halves.test(lower + after) && !otherHalf.test(before))
      return { value: 0.5, length: own.length };
    const nth = every.exec(lower + after.toLowerCase());
    if (nth) {
      const name = nth.groups?.['nth'] ?? '';
      return {
        value: 1 / (Math.max(nths.indexOf(name), germanNths.indexOf(name)) + 2),
        length: nth[0].length,
      };
    }
    const part = nextPart(after);
    const isTold =
      part !== null &&
      partEnd.test(part.rest) &&
      (/tel/u.test(part.name) || singularEnd.test(part.rest));
    if (part?.name === 'quarter' && !/^\s(?:of|or|more|less|higher|lower)\s/.test(part.rest))
      return null;
    // "The third" is an ordinal, "le tiers" and "la cuarta parte" are parts.
    if (
      isTold &&
      (!/^(?:the|le|la|el)$/.test(lower) ||
        /^(?:tiers|quart|tercera|cuarta|quinta)$/.test(part.name))
    )
      return { value: 1 / part.bottom, length: own.length + part.length };
  }
  const found = isNumber ? readNumberWords(text, start, language) : null;
  if (found === null) return null;
  const rest = text.slice(start + found.length, start + found.length + 48);
  const part = nextPart(rest);
  if (part !== null && found.value < part.bottom && partEnd.test(part.rest))
    return { value: found.value / part.bottom, length: found.length + part.length };
  const whole = found.value < 10 ? among.exec(rest) : null;
  const all = whole?.groups?.['all'] ?? '';
  const count = /^\d/.test(all) ? Number(all) : (readNumberWords(all, 0, language)?.value ?? 0);
  const isShare = whole !== null && count > found.value && count <= 100;
  return isShare ? { value: found.value / count, length: found.length + whole[0].length } : null;
}

/** Reads the next word for a part: `thirds` in " thirds of the staff". */
function nextPart(
  after: string,
): { name: string; bottom: number; length: number; rest: string } | null {
  const [gap, next = ''] = /^[\s\u00a0-](\p{Script=Latin}+)/u.exec(after) ?? [];
  const bottom = parts.get(next.toLowerCase());
  if (gap === undefined || bottom === undefined) return null;
  return { name: next.toLowerCase(), bottom, length: gap.length, rest: after.slice(gap.length) };
}

const kanjiDigits = '〇一二三四五六七八九';
const kanjiPlaces: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 };
const kanjiMyriads: Record<string, number> = { 万: 1e4, 億: 1e8, 兆: 1e12 };

/** Reads a number in kanji, such as 二十五, 三千二百万 or 二〇二七. Null for other words, such as 万一. */
export function readKanjiNumber(kanji: string): number | null {
  if (/^[〇一二三四五六七八九]{3,}$/.test(kanji))
    return Number([...kanji].map((one) => kanjiDigits.indexOf(one)).join(''));
  let [total, group, digit]: [number, number, number | null] = [0, 0, null];
  for (const one of kanji) {
    const place = kanjiPlaces[one];
    const myriad = kanjiMyriads[one];
    if (myriad !== undefined) {
      if (group + (digit ?? 0) === 0) return null;
      total += (group + (digit ?? 0)) * myriad;
      [group, digit] = [0, null];
    } else if (place !== undefined) {
      group += (digit ?? 1) * place;
      digit = null;
    } else {
      if (digit !== null) return null;
      digit = kanjiDigits.indexOf(one);
    }
  }
  return total + group + (digit ?? 0);
}
