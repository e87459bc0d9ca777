import { takePlaces } from './take-places.ts';

/** A share or a multiple that a text tells in words. */
export interface FoundFraction {
  start: number;
  end: number;
  kind: 'share' | 'times';
  /** 0.25 for "a quarter" and "one in four", 2 for "doubled". */
  value: number;
}

const counts: Record<string, number> = Object.fromEntries(
  [
    'one a an un una une ein eine einer einen einem 一 1',
    'two deux dos zwei zwo zweite zweiter zweites second deuxième segundo 二 2',
    'three trois tres drei dritte dritter drittes third troisième tercer 三 3',
    'four quatre cuatro vier vierte vierter viertes fourth quatrième cuarto 四 4',
    'five cinq cinco fünf fünfte fünfter fünftes fifth cinquième quinto 五 5',
    'six sechs seis sechste sechster sixth sixième sexto 六 6',
    'seven sept siete sieben siebte siebter seventh septième séptimo 七 7',
    'eight huit ocho acht achte achter eighth huitième octavo 八 8',
    'nine neuf nueve neun neunte neunter ninth neuvième noveno 九 9',
    'ten dix diez zehn zehnte zehnter tenth dixième décimo 十 10',
    '',
    'twelve douze doce zwölf zwölfte twelfth douzième doce 12',
  ].flatMap((line, index) =>
    line
      .split(' ')
      .filter(Boolean)
      .map((word) => [word, index + 1]),
  ),
);
const count = `(?:${Object.keys(counts)
  .filter((word) => !/[一-龯]/u.test(word))
  .sort((one, other) => other.length - one.length)
  .join('|')}|\\d{1,2})`;
const small =
  '(?:a|an|one|two|three|four|five|six|seven|eight|nine|ein|eine|einen|einem|einer|zwei|drei|vier|fünf|sechs|sieben|acht|un|une|deux|trois|quatre|cinq|una|dos|tres|cuatro|cinco|1|2|3|4|5|6|7|8|9)';
const parts: [RegExp, number][] = [
  [/^(?:thirds?|drittel\p{L}*|tiers|tercios?|terceras? partes?|tercera parte)$/iu, 3],
  [/^(?:quarters?|viertel\p{L}*|quarts?|cuartos?|cuartas? partes?|cuarta parte)$/iu, 4],
  [/^(?:fifths?|fünftel\p{L}*|cinquièmes?|quintos?|quintas? partes?|quinta parte)$/iu, 5],
  [/^(?:sixths?|sechstel|sixièmes?|sextos?|sexta parte)$/iu, 6],
  [/^(?:sevenths?|siebtel|septièmes?|séptimos?)$/iu, 7],
  [/^(?:eighths?|achtel|huitièmes?|octavos?|octava parte)$/iu, 8],
  [/^(?:tenths?|zehntel|dixièmes?|décimos?|décima parte)$/iu, 10],
];
const partWord =
  '(?:thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|tenths?|(?:drittel|viertel|fünftel)n?|sechstel|siebtel|achtel|zehntel|tiers|quarts?|cinquièmes?|sixièmes?|septièmes?|huitièmes?|dixièmes?|tercios?|cuartos?|quintos?|sextos?|séptimos?|octavos?|décimos?|(?:tercera|cuarta|quinta|sexta|octava|décima)s? partes?)';
const free = '(?<![\\p{L}\\p{N}-])';
const bound = '(?![\\p{L}\\p{N}])';
type Read = (groups: Record<string, string | undefined>) => number | null;
const numberOf = (word: string | undefined): number => counts[word?.toLowerCase() ?? ''] ?? Number(word);
const forms: readonly [FoundFraction['kind'], RegExp, Read][] = [
  // two thirds of, ein Viertel der, un tiers des, la cuarta parte de
  [
    'share',
    new RegExp(
      `${free}(?<top>${small}|le|la|el|das|dem|des)[\\s-](?<part>${partWord})(?=[\\s,.;:)]|$)(?! (?:hour|of an hour|of the year|stunde|d.heure|de hora|of 20|20|half|results|ended))`,
      'giu',
    ),
    ({ top, part = '' }) => {
      const bottom = parts.find(([form]) => form.test(part))?.[1];
      const over = /^(?:le|la|el|das|dem|des)$/i.test(top ?? '') ? 1 : numberOf(top);
      return bottom === undefined || over >= bottom ? null : over / bottom;
    },
  ],
  // one in eight, one customer in eight, one out of five, jede dritte, un client sur huit, uno de cada ocho
  [
    'share',
    new RegExp(
      `${free}(?<top>one|two|three|four|five)\\s(?:\\p{L}+\\s){0,2}?(?:in|out of(?: every)?)\\s(?:every\\s)?(?<all>${count})${bound}(?!\\s(?:years?|months?|weeks?|days?|million|percent|%))`,
      'giu',
    ),
    ({ top, all }) => shareOf(numberOf(top), numberOf(all)),
  ],
  [
    'share',
    new RegExp(
      `${free}(?:every|jede[rsnm]?)\\s(?<nth>second|third|fourth|fifth|tenth|zweite[nmrs]?|dritte[nmrs]?|vierte[nmrs]?|fünfte[nmrs]?|sechste[nmrs]?|siebte[nmrs]?|achte[nmrs]?|neunte[nmrs]?|zehnte[nmrs]?)${bound}(?!\\s(?:years?|months?|weeks?|days?|Jahre?|Monate?|Wochen?|Tage?|Quartal))`,
      'giu',
    ),
    ({ nth = '' }) => shareOf(1, numberOf(nth.toLowerCase().replace(/[nms]$/, ''))),
  ],
  [
    'share',
    new RegExp(
      `${free}(?<top>${small})\\s(?:von|der)\\s(?<all>zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\\d{1,2})${bound}(?=\\s\\p{L}+n?\\b)`,
      'giu',
    ),
    ({ top, all }) => shareOf(numberOf(top), numberOf(all)),
  ],
  [
    'share',
    new RegExp(
      `${free}(?<top>un|une|deux|trois|quatre|cinq)\\s(?:\\p{L}+\\s){0,2}?sur\\s(?<all>deux|trois|quatre|cinq|six|sept|huit|neuf|dix|\\d{1,2})${bound}`,
      'giu',
    ),
    ({ top, all }) => shareOf(numberOf(top), numberOf(all)),
  ],
  [
    'share',
    new RegExp(
      `${free}(?<top>uno|una|un|dos|tres|cuatro|cinco)\\s(?:\\p{L}+\\s){0,2}?de\\scada\\s(?<all>dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|\\d{1,2})${bound}`,
      'giu',
    ),
    ({ top, all }) => shareOf(/^uno$/i.test(top ?? '') ? 1 : numberOf(top), numberOf(all)),
  ],
  [
    'share',
    /(?<all>\d{1,2}|[二三四五六七八九十])(?:人|社|件|店|世帯|軒|台)(?:に|のうち|中)(?<top>\d|[一二三])(?:人|社|件|店|世帯|軒|台)/gu,
    ({ top, all }) => shareOf(numberOf(top), numberOf(all)),
  ],
  [
    'share',
    /(?<all>\d{1,2}|[二三四五六七八九十])分の(?<top>\d|[一二三四五六七八九])/gu,
    ({ top, all }) => shareOf(numberOf(top), numberOf(all)),
  ],
  [
    'share',
    new RegExp(
      `${free}(?:(?<!(?:first|second|1st|2nd|other) )half (?:of|the|its|our|their|all)|one half|a half|die hälfte|der hälfte|zur hälfte|(?:la|une|de) moitié|la mitad)${bound}`,
      'giu',
    ),
    () => 0.5,
  ],
  ['share', /半分|半数(?!以上)/gu, () => 0.5],
  [
    'times',
    new RegExp(
      `${free}(?:twice (?:as|the)|doubled?|doubling|doppelt so|zweimal so|(?:das|dem|vom) (?:doppelte|zweifache)n?|verdoppel\\p{L}*|deux fois|le double|doublée?s?|dos veces|el doble|duplic\\p{L}*)(?=[\\s,.;:]|$)`,
      'giu',
    ),
    () => 2,
  ],
  [
    'times',
    new RegExp(
      `${free}(?:three times|dreimal so|(?:das|dem|vom) dreifachen?|verdreifach\\p{L}*|tripled?|trebled?|trois fois|le triple|tres veces|el triple|triplic\\p{L}*)(?=[\\s,.;:]|$)`,
      'giu',
    ),
    () => 3,
  ],
  [
    'times',
    new RegExp(
      `${free}(?:half as|halb so|moitié moins|halved?|halving|halbier\\p{L}*|divisée?s? par deux)(?=[\\s,.;:]|$)`,
      'giu',
    ),
    () => 0.5,
  ],
];

const shareOf = (part: number, whole: number) => (whole > part && part > 0 ? part / whole : null);

/** Finds the shares and multiples that a text tells in words, in the forms of all languages, in order. */
export function readFractions(text: string): FoundFraction[] {
  const found: FoundFraction[] = [];
  const taken = takePlaces(text.length);
  for (const [kind, form, read] of forms) {
    for (const match of text.matchAll(form)) {
      const value = read(match.groups ?? {});
      const [start, end] = [match.index, match.index + match[0].length];
      if (value === null || !Number.isFinite(value) || taken.has(start, end)) continue;
      found.push({ start, end, kind, value });
      taken.add(start, end);
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
