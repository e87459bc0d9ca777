/** The unit of a number. */
export interface FoundUnit {
  /**
   * ISO 4217 code of a currency, `%`, `pp` (percentage points), `bp`, `x` (times), or a measure such as `h` or `kg`.
   */
  unit: string;
  kind: 'currency' | 'percent' | 'points' | 'times' | 'measure';
}

const currencies: [string, string][] = [
  ['USD', 'US\\$|USD|US[- ]Dollars?|米ドル'],
  ['$', 'dollars?|dólares|dólar|ドル|\\$'],
  ['EUR', 'EUR|euros?|ユーロ|€'],
  ['GBP', 'GBP|pounds?(?: sterling)?|Pfund|livres?(?: sterling)?|libras?(?: esterlinas)?|英?ポンド|£'],
  ['JPY', 'JPY|yen|yenes|円|¥|￥'],
  ['CHF', 'CHF|Sfr\\.?|Fr\\.|(?:Schweizer )?Franken|(?:Swiss )?francs?|francos?(?: suizos)?|スイスフラン|フラン'],
  ['DKK', 'DKK|Danish kron(?:er|e)|dänische Kronen'],
  ['KR', 'kroner|krone|kronor|Kronen|couronnes|coronas|クローネ|kr\\.?(?![\\p{L}])'],
  ['SEK', 'SEK|Swedish kron(?:or|a)|schwedische Kronen'],
  ['NOK', 'NOK|Norwegian kron(?:er|e)|norwegische Kronen'],
  ['CNY', 'CNY|RMB|yuan|元|人民元'],
  ['PLN', 'PLN|zloty|złoty|Zloty'],
  ['CZK', 'CZK'],
  ['CAD', 'CAD|C\\$'],
  ['AUD', 'AUD|A\\$'],
  ['INR', 'INR|₹|rupees?|Rupien'],
  ['COP', 'COP|pesos colombianos'],
  ['CLP', 'CLP|pesos chilenos'],
  ['MXN', 'MXN|mdp|pesos?'],
  ['ZAR', 'ZAR|rands?'],
  ['PEN', 'PEN|soles'],
  ['MAD', 'MAD|dirhams?'],
  ['KRW', 'KRW|won|ウォン'],
  ['SGD', 'SGD|S\\$'],
  ['NZD', 'NZD|NZ\\$'],
  ['HKD', 'HKD|HK\\$'],
  ['BRL', 'BRL|R\\$'],
];
const measures: [string, string][] = [
  [
    'h',
    '(?:working |man-?|labou?r )?hours?|hrs?|h|(?:Arbeits|Personen|Betriebs|Maschinen)?Stunden?|Std\\.?|heures?|horas?|時間',
  ],
  ['min', 'minutes?|mins?|Minuten?|minutos?|分(?!の)'],
  ['s', 'seconds?|Sekunden?|secondes?|segundos?|秒'],
  ['d', 'days?|Tagen?|Tage?|jours?|días?|日間|日'],
  ['wk', 'weeks?|Wochen?|semaines?|semanas?|週間'],
  ['mo', 'months?|Monaten?|Monate?|mois|meses|mes|か月|ヶ月|カ月|ヵ月|箇月'],
  ['qtr', 'quarters?|Quartalen?|Quartale?|trimestres?|四半期'],
  ['yr', 'years?|yrs?|Jahren?|Jahre?|ans?|années?|años?|年間|年(?![度代月\\d])'],
  ['kt', 'kt|kilotonnes?|Kilotonnen?|kilotoneladas?'],
  ['Mt', 'Mt|megatonnes?|Megatonnen?'],
  ['t', 'tonnes?|tons?|t|Tonnen?|toneladas?|トン'],
  ['kg', 'kg|kilograms?|kilos?|Kilogramm|Kilo|キログラム|キロ(?!メートル|ワット|リットル|カロリー)'],
  ['km', 'km|kilomet(?:er|re)s?|Kilometern?|kilomètres?|kilómetros?|キロメートル'],
  ['mi', 'miles'],
  ['m2', 'm²|m2|sqm|sq\\.? ?m|square met(?:er|re)s?|Quadratmetern?|mètres carrés|metros cuadrados|平方メートル|㎡'],
  ['ha', 'ha|hectares?|Hektar|hectáreas?|ヘクタール'],
  ['l', 'litres?|liters?|Litern?|litros?|リットル'],
  ['MWh', 'MWh|megawatt[- ]?hours?|Megawattstunden?|m[ée]gawatt[- ]?heures?|megavatios?[- ]?hora|メガワット時'],
  ['kWh', 'kWh|kilowatt[- ]?hours?|Kilowattstunden?|kilowatt[- ]?heures?|kilovatios?[- ]?hora|キロワット時'],
  ['GWh', 'GWh|gigawatt[- ]?hours?|Gigawattstunden?|gigawatt[- ]?heures?|gigavatios?[- ]?hora|ギガワット時'],
  ['MW', 'MW|megawatts?|Megawatt|mégawatts?|megavatios?|メガワット(?!時)'],
  ['kW', 'kW|kilowatts?|Kilowatt|kilovatios?|キロワット(?!時)'],
  ['GW', 'GW|ギガワット(?!時)'],
  ['TWh', 'TWh|テラワット時'],
  ['g', 'grams?|Gramm|grammes?|gramos?|グラム'],
  ['mm', 'mm|millimet(?:er|re)s?|Millimetern?|millimètres?|milímetros?|ミリメートル|ミリ(?!グラム|リットル)'],
  ['cm', 'cm|centimet(?:er|re)s?|Zentimetern?|centimètres?|centímetros?|センチ(?:メートル)?'],
  ['ml', 'ml|millilit(?:er|re)s?|Millilitern?|mililitros?|ミリリットル'],
  ['cl', 'cl|centilit(?:er|re)s?|centilitros?'],
  ['mg', 'mg|milligrams?|Milligramm|milligrammes?|miligramos?|ミリグラム'],
  ['m', 'm(?=\\p{Script=Hiragana})|met(?:er|re)s?|Metern?|mètres?|metros?|メートル'],
  ['m3', 'm³|cubic met(?:er|re)s?|Kubikmetern?|mètres cubes|metros cúbicos|立方メートル'],
  ['hl', 'hl|hectolit(?:er|re)s?|Hektolitern?|hectolitros?'],
  ['kl', 'kl|kilolit(?:er|re)s?|キロリットル'],
  ['km2', 'km²|square kilomet(?:er|re)s?|Quadratkilometern?|平方キロ(?:メートル)?'],
];
const points =
  'percentage[- ]points?|percent points?|%[- ]?points?|pp\\b|p\\.p\\.|pts?\\b(?! de base)|Prozentpunkten?|Prozentpunkte?|%-?Punkten?|%-?Punkte|points? de pourcentage|points? de %|puntos? porcentual(?:es)?|p\\. ?p\\.|パーセントポイント|ポイント|points?(?! de base)(?!\\p{L})|Punkten?(?!\\p{L})|Punkte(?!\\p{L})|puntos?(?! básicos)(?!\\p{L})';
const basis = 'basis points?|bps?\\b|Basispunkten?|Basispunkte|points? de base|puntos básicos|ベーシスポイント';
const percents = '%|％|percent(?!age)|per cent|pct\\.?|Prozent(?!p)|v\\. ?H\\.|pour cent|por ciento|パーセント';
const times =
  'times(?!\\p{L})|x(?![\\p{L}\\p{N}])|×(?!\\s?\\d)|-?fold|-?fach(?:e[nrs]?)?|-mal|Mal(?!\\p{L})|fois|veces|倍';

/** A scale between a number and its currency: "Mio. €", "millions d’euros", "k€". */
const scale =
  "(?:(?:k|K|T|t|m|M|mn|mln|bn|tn|Md|Mds|MM|Mia\\.?|Mio\\.?|Mios\\.?|Mrd\\.?|Tsd\\.?|Tausend|thousand|(?:[mb]|tr)illion(?:s|en)?|Million(?:en)?|Milliarden?|Billionen?|mille|milliers?|milliards?|mil|miles|mill(?:ón|ones)|mil millones|billón|billones|miles de millones|百万|千|万|億|兆)(?:\\s?(?:de|d['’])\\s?)?)?";
const gap = '[\\s\\u00a0\\u202f-]{0,2}';
/** Signs and codes may stand before a number, words may not: in 1ドル156円 the 156 are yen. */
const signs: Record<string, string> = {
  USD: 'US\\$',
  $: '\\$',
  EUR: '€',
  GBP: '£',
  JPY: '¥|￥',
  CHF: 'Sfr\\.?|Fr\\.',
  CAD: 'C\\$',
  AUD: 'A\\$',
  INR: '₹',
  BRL: 'R\\$',
  KR: 'kr\\.?',
};
const before = currencies.map(([code]) => {
  const words = [signs[code], /^[A-Z]{3}$/.test(code) ? code : undefined].filter((one) => one !== undefined).join('|');
  return [code, new RegExp(`(?:${words})[\\s\\u00a0]?[-−–+(]?$`, 'u')] as const;
});
const word = (words: string, flags = 'iu') =>
  new RegExp(`^${gap}${scale}${gap}(?:${words})(?!\\p{Script=Latin})`, flags);
const bare = (words: string, flags = 'iu') => new RegExp(`^${gap}(?:${words})`, flags);
const japanese = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const split = (words: string): [string, string] => {
  const all = words.split(/\|(?![^(]*\))/);
  return [all.filter((part) => !japanese.test(part)).join('|'), all.filter((part) => japanese.test(part)).join('|')];
};
const compile = (list: [string, string][]) =>
  list.map(([unit, words]) => {
    const [western, eastern] = split(words);
    const forms = [word(western, /^[a-z]\|/.test(western) ? 'u' : 'iu')];
    if (eastern !== '') forms.push(new RegExp(`^${gap}${scale}(?:${eastern})`, 'u'));
    return { unit, forms };
  });
const behindCurrency = compile(currencies);
const behindMeasure = compile(measures);
/** Matches wherever one of the forms may. Most numbers stand before an ordinary noun, and need no other test. */
const anyBehind = new RegExp(
  `^${gap}${scale}${gap}(?:${[...currencies, ...measures].map(([, words]) => words).join('|')})`,
  'iu',
);
const anyBefore = /[\p{L}$€£¥￥₹.][\s\u00a0]?[-−–+(]?$/u;
const forms: [string, FoundUnit['kind'], RegExp][] = [
  ['bp', 'points', bare(basis)],
  ['pp', 'points', bare(points)],
  ['%', 'percent', bare(percents)],
  ['x', 'times', bare(times)],
];
const attached = /^(?:\s?)(?:[TkKmM]|Mio|Mrd|Md|M)(€|EUR|CHF|USD|GBP|JPY|\$|£)/u;
const symbols: Record<string, string> = { '€': 'EUR', '£': 'GBP' };

/**
 * Reads what the number between two indices of a text counts or measures, in the forms of all languages: "€4.8m",
 * "12 Prozentpunkte", "2,4-fach", "DKK 4,655 million", "3割". Null for a plain number or one before an ordinary noun.
 */
export function readUnit(text: string, start: number, end: number): FoundUnit | null {
  const after = text.slice(end, end + 48);
  for (const [unit, kind, form] of forms) if (form.test(after)) return { unit, kind };
  if (/^割/.test(after) || /割(?:\d分)?$/.test(text.slice(start, end))) return { unit: '%', kind: 'percent' };
  const glued = attached.exec(after)?.[1];
  if (glued !== undefined) return { unit: symbols[glued] ?? glued, kind: 'currency' };
  const ahead = text.slice(Math.max(0, start - 24), start);
  if (anyBefore.test(ahead)) {
    for (const [unit, form] of before)
      if (form.test(ahead) && !isWordPart(ahead, form)) return { unit, kind: 'currency' };
  }
  if (!anyBehind.test(after)) return null;
  for (const { unit, forms: own } of behindCurrency)
    if (own.some((form) => form.test(after))) return { unit, kind: 'currency' };
  for (const { unit, forms: own } of behindMeasure)
    if (own.some((form) => form.test(after))) return { unit, kind: 'measure' };
  return null;
}

/** Returns true if a currency's letters end a longer word: "Fluxeur 5". */
function isWordPart(ahead: string, form: RegExp): boolean {
  const at = form.exec(ahead)?.index ?? 0;
  return /\p{L}$/u.test(ahead.slice(0, at)) && /^\p{L}/u.test(ahead.slice(at)) && !japanese.test(ahead.charAt(at - 1));
}

/** The unit and scale that a head or a label names for the figures of its column or row. */
export interface HeadUnit {
  unit: FoundUnit | null;
  /** What a figure is multiplied with: 1,000,000 for "EUR m". */
  factor: number;
  /** The words that name them, as they are written. Empty if nothing does. */
  words: string;
}

const noUnit: HeadUnit = { unit: null, factor: 1, words: '' };
/** Letters of a currency beside which a single letter is a scale: "EUR m", "k€", "MUSD". */
const money =
  '(?:US\\$|[$€£¥]|EUR|USD|GBP|CHF|JPY|DKK|SEK|NOK|PLN|CZK|CAD|AUD|INR|CNY|euros?|dollars?|dólares|francs?|Franken|yen|kr)';
const beside = (letters: string) =>
  `(?<![\\p{L}])(?:${letters})[\\s\\u00a0.]?${money}(?![\\p{L}])|${money}[\\s\\u00a0]?(?:${letters})(?![\\p{L}])`;
const whole = (words: string) => `(?<![\\p{L}])(?:${words})(?![\\p{L}])`;
/** The largest scale comes first: "mil millones" are no millions. */
const headScales: readonly [RegExp, number][] = [
  [new RegExp(`${whole('trillions?|trn|billones|Billionen|Bio')}|兆`, 'iu'), 1e12],
  [
    new RegExp(
      `${whole('billions?|milliards?|Milliarden?|Mrd|Mds?|mil millones|miles de millones|bn|bln|mld|mia')}|${beside('bn|B|Mrd|Md|Mds')}|十億`,
      'iu',
    ),
    1e9,
  ],
  [/億/u, 1e8],
  [
    new RegExp(
      `${whole('millions?|Millionen?|millones|millón|Mios?|mn|mln|mill?|MM|mdp')}|${beside('m|M|MM|mn|Mio')}|百万`,
      'iu',
    ),
    1e6,
  ],
  [/万/u, 1e4],
  [
    new RegExp(
      `(?<![\\d.,])['’]?000['’]?s?(?![\\d])|${whole('thousands?|Tausend|Tsd|milliers|miles|mil|thsd|thous')}|${beside('k|K|T|t')}|千`,
      'iu',
    ),
    1e3,
  ],
];
/** Words of a scale that leave the unit: "Mio." of "Mio. EUR". */
const scaleWords = new RegExp(
  `${whole('trillions?|trn|billions?|milliards?|Milliarden?|Mrd\\.?|Mds?|bn|mil millones|miles de millones|millions?|Millionen?|millones|Mios?\\.?|mn|mln|mill?\\.?|thousands?|Tausend|Tsd\\.?|milliers|miles|mil|in|en|of|de')}|(?<!\\p{L})d['’]|['’]?000['’]?s?|単位|[:：]`,
  'giu',
);

/** Finds the unit that a head, a caption or a heading names for the figures below it: "Sales (EUR 000)", "in %". */
export function readHeadUnit(head: string): HeadUnit {
  const inner = readBrackets(head);
  if (inner !== null && isNamed(inner)) return inner;
  const factor = headScales.find(([form]) => form.test(head))?.[1] ?? 1;
  const padded = ` ${head.replace(/\b(?:in|en)\b/giu, ' ')} `;
  const at = padded.search(
    /%|％|percent|Prozent|pour cent|por ciento|€|\$|£|¥|円|(?<!\p{L})[TkKmM](?:EUR|CHF|USD|GBP)(?!\p{L})|euros?|hours?|Stunden|heures|horas|tonnes?|\b(?:kg|km|[kMGT]Wh?)\b/iu,
  );
  const places = [at, padded.search(/\b[A-Z]{3}\b/u)].filter((place) => place !== -1);
  const unit = places.length === 0 ? null : readUnit(`1 ${padded.slice(Math.min(...places))}`, 0, 1);
  return unit === null && factor === 1 ? noUnit : { unit, factor, words: head.trim() };
}

/**
 * Finds the unit that the label of a row names for its own figures, in brackets or at its end: "Revenue (EUR m)",
 * "Umsatz in TEUR", "Staff (000)", "Energy, GWh". A count in brackets, as in "Employees (number)", has neither unit nor
 * scale. Null if the label names nothing.
 */
export function readLabelUnit(label: string): HeadUnit | null {
  const inner = readBrackets(label);
  if (inner !== null) return inner;
  const tail = /(?:,\s*|\s[/–-]\s*|(?:^|\s)(?:in|en)\s+)((?:(?:in|en)\s+)?[^,/()]{1,30})$/iu.exec(label)?.[1];
  const found = tail === undefined ? null : readWhole(tail);
  return found !== null && isNamed(found) ? found : null;
}

const isNamed = ({ unit, factor }: HeadUnit) => unit !== null || factor !== 1;
const counted =
  /^(?:numbers?(?: of .*)?|no\.?|#|count|units?|pieces|headcount|FTEs?|x|Anzahl|Stück|VZÄ|Köpfe|nombre|nb|ETP|effectif|número|n\.?º|uds\.?|unidades|人|名|件|社|台|店|個|回)$/iu;

/** Reads the last brackets of a head that hold nothing but a unit and scale, or the word for a count. */
function readBrackets(text: string): HeadUnit | null {
  const inside = [...text.matchAll(/[([（［]([^()[\]（）［］]{1,30})[)\]）］]/gu)].map(([, words = '']) =>
    words.trim(),
  );
  for (const words of inside.toReversed()) {
    if (counted.test(words)) return { ...noUnit, words };
    const found = readWhole(words);
    if (found !== null) return found;
  }
  return null;
}

/** Reads words that are nothing but a unit with its scale. Null for other words. */
function readWhole(words: string): HeadUnit | null {
  const factor = headScales.find(([form]) => form.test(words))?.[1] ?? 1;
  const rest = words.replace(scaleWords, ' ').replace(/\s+/g, ' ').trim();
  if (rest === '') return factor === 1 ? null : { unit: null, factor, words };
  // A letter beside a currency is its scale, which readUnit reads before the unit only.
  const [, code] = new RegExp(`^(${money})[\\s\\u00a0]?\\p{L}{0,3}$`, 'iu').exec(rest) ?? [];
  const unit = readUnit(`1 ${code ?? rest.replace(/^[百十千万億兆]+/u, '')}`, 0, 1) ?? readUnit(`1${rest}`, 0, 1);
  if (unit !== null) {
    const isWord = unit.kind === 'measure' && !measureOnly.test(rest);
    return isWord ? null : { unit, factor, words };
  }
  return factor !== 1 && /^[百十千万億兆]+\p{Script=Han}?$/u.test(rest) ? { unit: null, factor, words } : null;
}

/** A measure alone, or with what it measures: "kg", "kg CO2". "Per day" or "days of stay" is no unit of a row. */
const measureOnly = /^[\p{L}²³]+(?:[\s-](?:CO2?e?|eq)\p{N}*)?$/iu;
