const small: Record<string, string> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  de: 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
};
const tens: Record<string, string> = {
  en: 'thirty forty fifty sixty seventy eighty ninety hundred',
  de: 'dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert',
  fr: 'trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent',
  es: 'treinta cuarenta cincuenta sesenta setenta ochenta noventa cien',
  it: 'trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
};
const others: [string, number][] = [
  ['dozen', 12],
  ['dutzend', 12],
  ['half', 50],
  ['hälfte', 50],
  ['moitié', 50],
  ['mitad', 50],
  ['quarter', 25],
  ['viertel', 25],
];

const values = new Map<string, number>([
  ...Object.values(small).flatMap((line) => line.split(' ').map((word, value): [string, number] => [word, value])),
  ...Object.values(tens).flatMap((line) =>
    line.split(' ').map((word, index): [string, number] => [word, 30 + 10 * index]),
  ),
  ...others,
]);

/** Returns the value of a number word in English, German, French, Spanish or Italian, also "twenty-five". Null for other words. */
export function readNumberWord(word: string): number | null {
  const lower = word.toLowerCase();
  const known = values.get(lower);
  if (known !== undefined) return known;
  const [ten = '', one = ''] = lower.split('-');
  const [high, low] = [values.get(ten), values.get(one)];
  return high !== undefined && low !== undefined && high >= 20 && high < 100 && low > 0 && low < 10 ? high + low : null;
}

/** Factors of words and letters after a number. A single letter may also be a unit. */
const scales: [RegExp, number[]][] = [
  [/^(?:k|thousand|tsd\.?|tausend|mille|mila|mil)$/i, [1e3]],
  [/^miles$/i, [1e3, 1]],
  [/^(?:million(?:s|en)?|mio\.?|mn|mln|mill?ones|milioni|millón)$/i, [1e6]],
  [/^m$/i, [1e6, 1]],
  [/^(?:bn|billion(?:s)?|mrd\.?|milliarden?|milliards?|miliardi|mld)$/i, [1e9]],
  [/^(?:trn?|trillion(?:s)?|billionen)$/i, [1e12]],
];

/** Returns the factors by which a word after a number may multiply it. Null for a word that is not a scale. */
export function readScale(word: string): number[] | null {
  return scales.find(([pattern]) => pattern.test(word.replace(/\.$/, '')))?.[1] ?? null;
}
