import type { Language } from './language.ts';

type WordLanguage = Exclude<Language, 'ja'> | 'it';

/** 0 and up, each one the next. */
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
  en: [],
  de: [
    ['eins', 1],
    ['eine', 1],
    ['zwo', 2],
    ['dreissig', 30],
  ],
  fr: [
    ['une', 1],
    ['octante', 80],
  ],
  es: [
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
/** Words for shares and dozens, in percent or pieces. Writers use them loosely. */
const loose: Record<WordLanguage, [string, number][]> = {
  en: [
    ['half', 50],
    ['quarter', 25],
    ['dozen', 12],
  ],
  de: [
    ['hälfte', 50],
    ['viertel', 25],
    ['dutzend', 12],
  ],
  fr: [
    ['moitié', 50],
    ['quart', 25],
    ['douzaine', 12],
  ],
  es: [
    ['mitad', 50],
    ['cuarto', 25],
    ['docena', 12],
  ],
  it: [['metà', 50]],
};

type Atom = { value: number; kind: 'number' | 'hundred' | 'thousand' | 'loose' };
const of = (words: string, kind: Atom['kind'], value: number): [string, Atom][] =>
  words === '' ? [] : words.split(' ').map((word) => [word, { value, kind }]);
const numbers = (entries: [string, number][], kind: Atom['kind'] = 'number') =>
  entries.map(([word, value]): [string, Atom] => [word, { value, kind }]);
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
      ...numbers(loose[language], 'loose'),
    ]),
  ]),
);

/**
 * A number in words at the start of a text. `isLoose` marks a bare "hundred" or "half", which no writer means exactly.
 */
interface NumberWords {
  length: number;
  value: number;
  isLoose: boolean;
}

const word = /\p{L}+/uy;
const joint = /[ \u00a0-](?:(?:and|et|y)[ \u00a0-])?/y;

/**
 * Reads the number that words at an index of a text make: "twenty-five", "zweihundertdreißig", "quatre-vingt-dix-sept",
 * "treinta y cinco mil". Null if the word there is no number of the language; with null as language, of any.
 */
export function readNumberWords(text: string, start: number, language: Language | null): NumberWords | null {
  let [total, current]: [number, number | null] = [0, null];
  let end = start;
  let first: Atom | null = null;
  let count = 0;
  for (let at = start; ; ) {
    word.lastIndex = at;
    const found = word.exec(text)?.[0];
    const atom = found === undefined ? null : findAtom(found.toLowerCase(), language);
    if (found === undefined || atom === null || (atom.kind === 'loose' && first !== null)) break;
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
    count += 1;
    end = at + found.length;
    if (atom.kind === 'loose') break;
    joint.lastIndex = end;
    const between = joint.exec(text)?.[0];
    if (between === undefined) break;
    at = end + between.length;
  }
  if (first === null) return null;
  return { length: end - start, value: total + (current ?? 0), isLoose: count === 1 && first.kind !== 'number' };
}

/** Joins a number word to the one before it: hundreds with tens, tens with units, and the French twenties. */
function join(current: number, value: number): number | null {
  if (current === 4 && value === 20) return 80;
  const rest = current % 100;
  const fits =
    (rest === 0 && value < 100) ||
    (rest % 10 === 0 && rest >= 20 && value > 0 && value < 10) ||
    ((rest === 60 || rest === 80) && value > 0 && value < 20);
  return fits && current > 0 ? current + value : null;
}

function findAtom(lower: string, language: Language | null): Atom | null {
  for (const one of wordLanguages) {
    if (language !== null && language !== one) continue;
    const known = atoms.get(one);
    const atom = known?.get(lower) ?? (one === 'fr' && lower.endsWith('vingts') ? known?.get('vingt') : undefined);
    if (atom) return atom;
    const compound = one === 'de' ? readGermanCompound(lower) : null;
    if (compound !== null) return { value: compound, kind: 'number' };
  }
  return null;
}

/** Reads a German number that is one word, such as "dreihundertfünfundzwanzig". Null for other words. */
function readGermanCompound(lower: string): number | null {
  if (lower.length < 7 || lower.length > 60 || !/zig|ßig|ssig|zehn|hundert|tausend/.test(lower)) return null;
  for (const [name, factor] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = lower.indexOf(name);
    if (at === -1) continue;
    const high = at === 0 ? 1 : readGerman(lower.slice(0, at));
    const low = at + name.length === lower.length ? 0 : readGerman(lower.slice(at + name.length).replace(/^und/, ''));
    return high === null || low === null || low >= factor ? null : high * factor + low;
  }
  const [, one = '', ten = ''] = /^(.{3,6})und(.{6,8})$/.exec(lower) ?? [];
  const [unit, high] = [atoms.get('de')?.get(one)?.value ?? 0, atoms.get('de')?.get(ten)?.value ?? 0];
  return unit > 0 && unit < 10 && high >= 20 && high < 100 ? unit + high : null;
}

function readGerman(lower: string): number | null {
  const atom = atoms.get('de')?.get(lower);
  return atom?.kind === 'number' ? atom.value : readGermanCompound(lower);
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
