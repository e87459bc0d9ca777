import type { Language } from './language.ts';

/**
 * What a number counts: money, a share, points, a multiple or a unit, and per what ("per hour").
 */
export interface Measure {
  kind: 'money' | 'percent' | 'points' | 'times' | 'unit';
  /** An ISO 4217 code, `$`, `kr`, `%`, `pp`, `point`, `x`, or a unit such as `h`, `kg`, `kWh`. */
  unit: string;
  /** The unit behind "per": `h` in "45 euros per hour". */
  per: string | null;
}

export interface Unit {
  kind: Measure['kind'];
  unit: string;
  dimension: string;
  size: number;
}

export interface FoundUnit {
  unit: Unit | null;
  per: string | null;
  /** 1e6 for "million". The others are other meanings of the word. */
  scale: number;
  otherScales: readonly number[];
  /** Where they start before a number, or end behind it. */
  at: number;
}

/**
 * Each line: the unit, its size, its symbols (case counts), and its words in all languages, as
 * `spell` reads them.
 */
type Row = readonly [unit: string, size: number, symbols: string, words: string];

const money: readonly Row[] = [
  ['USD', 1, 'US$|USD', 'usd|us dollar(s)|u s dollar(s)|u s $|us $|米ドル'],
  ['$', 1, '$', 'dollar(s)|dólar(es)|ドル'],
  ['EUR', 1, '€|EUR', 'euro(s)|eur|ユーロ'],
  [
    'GBP',
    1,
    '£|GBP',
    'pound(s)|pound(s) sterling|pfund|livre(s) sterling|libra(s) esterlina(s)|libra(s)|英ポンド|ポンド',
  ],
  ['JPY', 1, '¥|￥|JPY|円', 'jpy|yen|yenes'],
  [
    'CHF',
    1,
    'CHF|Fr|Sfr',
    'chf|franken|schweizer franken|swiss franc(s)|franc(s)|franc(s) suisse(s)|franco(s)|franco(s) suizo(s)|スイスフラン|フラン',
  ],
  ['kr', 1, 'kr', 'kroner|krone|kronor|krona|kronen|couronne(s)|corona(s)|クローネ|クローナ'],
  ['DKK', 1, 'DKK', 'danish krone(r)|dänische kronen'],
  ['SEK', 1, 'SEK', 'swedish kron(or|a)|schwedische kronen'],
  ['NOK', 1, 'NOK', 'norwegian krone(r)|norwegische kronen'],
  ['CNY', 1, 'CNY|RMB|元', 'yuan|renminbi|人民元'],
  ['PLN', 1, 'PLN|zł', 'zloty|złoty'],
  ['CAD', 1, 'CAD|C$|CA$', 'canadian dollar(s)'],
  ['AUD', 1, 'AUD|A$|AU$', 'australian dollar(s)'],
  ['NZD', 1, 'NZD|NZ$', ''],
  ['SGD', 1, 'SGD|S$', ''],
  ['HKD', 1, 'HKD|HK$', ''],
  ['BRL', 1, 'BRL|R$', 'reais|real brasileño'],
  ['INR', 1, 'INR|₹|Rs', 'rupee(s)|rupien'],
  ['MXN', 1, 'MXN|MX$', 'peso(s)|peso(s) mexicano(s)'],
  ['COP', 1, 'COP', 'peso(s) colombiano(s)'],
  ['CLP', 1, 'CLP', 'peso(s) chileno(s)'],
  ['ZAR', 1, 'ZAR', 'rand(s)'],
  ['PEN', 1, 'PEN', 'soles'],
  ['MAD', 1, 'MAD', 'dirham(s)'],
  ['KRW', 1, 'KRW|₩|원', 'ウォン'],
  ['TRY', 1, 'TRY|₺', ''],
  ['TWD', 1, 'TWD|NT$', 'nt dollar(s)|new taiwan dollar(s)'],
  ...'CZK|Kč HUF|Ft RON BGN|лв ISK RUB|₽|руб UAH|₴|грн ILS|₪ AED SAR THB|฿ IDR MYR PHP|₱ VND|₫ EGP NGN KES ARS'
    .split(' ')
    .map((symbols): Row => [symbols.slice(0, 3), 1, symbols, '']),
  ['cent', 0.01, '¢', 'cent(s)|pence|rappen|centime(s)|céntimo(s)|centavo(s)|セント'],
];
const units: Readonly<Record<string, readonly Row[]>> = {
  time: [
    ['s', 1, 's|sec', 'seconds|sekunden|secondes|segundos|秒|秒間'],
    ['min', 60, 'min', 'minute(s)|mins|minuten|minuto(s)|分|分間'],
    [
      'h',
      3_600,
      'h|hr|hrs',
      '(working|man|labour|labor|person) hour(s)|hour(s)|std|stunde(n)|(arbeits|personen|betriebs|maschinen)stunden|heure(s)|hora(s)|時間',
    ],
    [
      'd',
      86_400,
      '',
      'day(s)|(calendar|working|business) days|tag(|e|en)|(werk|arbeits|kalender)tage(n)|jour(s)|día(s)|日|日間',
    ],
    ['wk', 604_800, 'wk|wks', 'week(s)|woche(n)|semaine(s)|semana(s)|週間|週'],
  ],
  span: [
    [
      'mo',
      1,
      'mo',
      'month(s)|monat(|e|en|s)|mois|mes(es)|か月|ヶ月|カ月|ヵ月|ケ月|箇月|か月間|ヶ月間|カ月間',
    ],
    ['qtr', 3, 'qtr', 'quarter(s)|quartal(|e|en|s)|trimestre(s)|四半期'],
    ['yr', 12, 'yr|yrs', 'year(s)|jahr(|e|en|es)|an(s)|année(s)|año(s)|年間|年'],
  ],
  mass: [
    ['mg', 1e-6, 'mg', 'milligram(s)|milligramm|milligramme(s)|miligramo(s)|ミリグラム'],
    ['g', 1e-3, 'g', 'gram(s)|gramm|gramme(s)|gramo(s)|グラム'],
    ['kg', 1, 'kg|kgs', 'kilogram(s)|kilo(s)|kilogramm|kilogramme(s)|kilogramo(s)|キログラム|キロ'],
    ['lb', 0.45359237, 'lb|lbs', ''],
    ['t', 1e3, 't', '(metric) ton(s)|(metric) tonne(s)|tonnen|tonelada(s)|トン'],
    ['kt', 1e6, 'kt', 'kilotonne(s)|kilotonnen|kilotonelada(s)'],
    ['Mt', 1e9, 'Mt', 'megatonne(s)|megatonnen'],
  ],
  length: [
    [
      'mm',
      1e-3,
      'mm',
      'millimet(er|re)(s)|millimetern|millimètre(s)|milímetro(s)|ミリメートル|ミリ',
    ],
    [
      'cm',
      1e-2,
      'cm',
      'centimet(er|re)(s)|zentimeter(n)|centimètre(s)|centímetro(s)|センチメートル|センチ',
    ],
    ['m', 1, 'm', 'met(er|re)(s)|metern|mètre(s)|metro(s)|メートル'],
    ['km', 1e3, 'km', 'kilomet(er|re)(s)|kilometern|kilomètre(s)|kilómetro(s)|キロメートル'],
    ['mi', 1609.344, '', 'miles'],
    ['ft', 0.3048, 'ft', 'feet'],
  ],
  area: [
    [
      'm2',
      1,
      'm²|m2|sqm|qm|㎡',
      'sq m|square met(er|re)(s)|quadratmeter(n)|mètre(s) carré(s)|metro(s) cuadrado(s)|平方メートル',
    ],
    ['sqft', 0.09290304, 'sqft', 'sq ft|square feet'],
    ['ha', 1e4, 'ha', 'hectare(s)|hektar|hectárea(s)|ヘクタール'],
    ['acre', 4046.8564224, '', 'acre(s)'],
    [
      'km2',
      1e6,
      'km²|km2',
      'square kilomet(er|re)(s)|quadratkilometer(n)|kilomètre(s) carré(s)|平方キロメートル|平方キロ',
    ],
  ],
  volume: [
    ['ml', 1e-3, 'ml', 'millilit(er|re)(s)|millilitern|mililitro(s)|ミリリットル'],
    ['cl', 1e-2, 'cl', 'centilit(er|re)(s)|centilitro(s)'],
    ['l', 1, 'l|L', 'lit(er|re)(s)|litern|litro(s)|リットル'],
    ['hl', 100, 'hl', 'hectolit(er|re)(s)|hektoliter(n)|hectolitro(s)'],
    ['kl', 1e3, 'kl', 'kilolit(er|re)(s)|キロリットル'],
    [
      'm3',
      1e3,
      'm³|m3',
      'cubic met(er|re)(s)|kubikmeter(n)|mètre(s) cube(s)|metro(s) cúbico(s)|立方メートル',
    ],
  ],
  barrels: [['bbl', 1, 'bbl', 'barrel(s)']],
  energy: [
    [
      'kWh',
      1,
      'kWh|kwh',
      'kilowatt hour(s)|kilowattstunde(n)|kilowatt(s) heure(s)|kilovatio(s) hora|キロワット時',
    ],
    [
      'MWh',
      1e3,
      'MWh',
      'megawatt hour(s)|megawattstunde(n)|m(e|é)gawatt(s) heure(s)|megavatio(s) hora|メガワット時',
    ],
    [
      'GWh',
      1e6,
      'GWh',
      'gigawatt hour(s)|gigawattstunde(n)|gigawatt(s) heure(s)|gigavatio(s) hora|ギガワット時',
    ],
    ['TWh', 1e9, 'TWh', 'terawatt hour(s)|terawattstunde(n)|テラワット時'],
  ],
  power: [
    ['W', 1e-3, 'W', 'watt(s)|ワット'],
    ['kW', 1, 'kW|kw', 'kilowatt(s)|kilovatio(s)|キロワット'],
    ['MW', 1e3, 'MW', 'megawatt(s)|mégawatt(s)|megavatio(s)|メガワット'],
    ['GW', 1e6, 'GW', 'gigawatt(s)|ギガワット'],
    ['kWp', 1, 'kWp', ''],
    ['MWp', 1e3, 'MWp', ''],
  ],
  data: [
    ['MB', 1, 'MB', 'megabyte(s)'],
    ['GB', 1e3, 'GB', 'gigabyte(s)'],
    ['TB', 1e6, 'TB', 'terabyte(s)'],
  ],
  temperature: [
    ['°C', 1, '°C|℃', 'degree(s) celsius|grad celsius|degré(s) celsius|grado(s) celsius'],
    ['°', 1, '°', 'degree(s)|grad|degré(s)|grado(s)'],
  ],
};
const shares: readonly (readonly [Measure['kind'], string, number, string])[] = [
  ['percent', '%', 1, '%|percent|per cent|pct|prozent|v h|pour cent|por ciento|パーセント'],
  ['percent', '%', 0.1, '‰|promille'],
  [
    'points',
    'pp',
    1,
    'percentage point(s)|percent point(s)|% point(s)|%pt(s)|pp|ppt|ppts|p p|prozentpunkt(|e|en)|% punkt(|e|en)|point(s) de pourcentage|point(s) de %|punto(s) porcentual(es)|パーセントポイント',
  ],
  [
    'points',
    'pp',
    0.01,
    'basis point(s)|bp|bps|basispunkt(|e|en)|point(s) de base|punto(s) básico(s)|ベーシスポイント',
  ],
  ['points', 'point', 1, 'point(s)|pt(s)|punkt(|e|en)|punto(s)|ポイント'],
  ['times', 'x', 1, 'times|x|×|fold|fach(|e|es|er|en)|mal|fois|veces|倍'],
];
/** Scales by factor: symbols, whose case counts, and words. */
const scales: readonly (readonly [number, string, string])[] = [
  [1e3, 'k|K|T|t|000|000s', 'thousand(s)|thsd|thous|tsd|tausend|mille|millier(s)|mil|mila|千'],
  [1e4, '', '万'],
  [1e5, '', 'lakh(s)'],
  [1e6, 'm|M|MM', 'million(s)|millionen|mio(s)|mn|mln|mill|millón|millones|百万'],
  [1e7, '', 'crore(s)|千万'],
  [1e8, '', '億'],
  [
    1e9,
    'B|Md|Mds',
    'bn|bln|mrd|milliarde(n)|milliard(s)|mia|mld|mil millones|miles de millones|十億',
  ],
  [1e10, '', '百億'],
  [1e11, '', '千億'],
  [1e12, '', 'tn|trn|bio|billones|billón|兆'],
];

const eastern = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
/** Symbols as written, words in lower case, names in Japanese. */
const unitNames = new Map<string, Unit>();
const scaleNames = new Map<string, number>();
const unitsByCode = new Map<string, Unit>();

/** Expands words: `(er|re)` is one of both, `(s)` may be omitted. */
function* spell(words: string): Generator<string> {
  for (const form of words.split(/\|(?![^(]*\))/)) {
    const [, head = '', inner, tail = ''] = /^([^(]*)\(([^)]*)\)(.*)$/u.exec(form) ?? [];
    if (inner === undefined) {
      if (form.trim() !== '') yield form.trim();
      continue;
    }
    const choices = inner.includes('|') ? inner.split('|') : [inner, ''];
    for (const choice of choices) yield* spell(`${head}${choice}${tail}`);
  }
}

function addUnit(unit: Unit, symbols: string, words: string): void {
  if (!unitsByCode.has(unit.unit)) unitsByCode.set(unit.unit, unit);
  for (const name of [...symbols.split('|'), ...spell(words)])
    if (name !== '') unitNames.set(name, unit);
}
for (const [unit, size, symbols, words] of money)
  addUnit({ kind: 'money', unit, dimension: unit, size }, symbols, words);
for (const [dimension, rows] of Object.entries(units))
  for (const [unit, size, symbols, words] of rows)
    addUnit({ kind: 'unit', unit, dimension, size }, symbols, words);
for (const [kind, unit, size, words] of shares)
  addUnit({ kind, unit, dimension: unit, size }, '', words);
for (const [factor, symbols, words] of scales)
  for (const name of [...symbols.split('|'), ...spell(words)])
    if (name !== '') scaleNames.set(name, factor);

export const currencyPattern: string = money
  .flatMap(([, , symbols]) => symbols.split('|'))
  .sort((one, other) => other.length - one.length)
  .map((symbol) => `${symbol.replace('$', '\\$')}${/^\p{L}{2,3}$/u.test(symbol) ? '\\.?' : ''}`)
  .join('|');

/**
 * Words for currencies in the cells of tables, as `5 Euro` and `1,000 yen`. Words that measure as
 * well are left out.
 */
export const currencyWords =
  '[Ee]uros?|EUROS?|[Dd]ollars?|[Yy]en|[Yy]uan|[Rr]enminbi|[Ff]ranken|[Ff]rancs?|[Kk]ron(?:er|or|en|a|e)|[Zz][lł]oty|ユーロ|ドル|米ドル|ポンド';

/**
 * Returns the currency of a sign, a code or a word: `JPY` of `円`, `$` of `dollars`; null for
 * others.
 */
function currencyOf(written: string): string | null {
  const plain = written.replace(/\.$/, '');
  const unit = unitNames.get(plain) ?? unitNames.get(plain.toLowerCase());
  return unit?.kind === 'money' ? unit.unit : null;
}

/**
 * Signs that several currencies share. One that is named without doubt beside them tells which is
 * meant.
 */
const sharedSigns: Readonly<Record<string, RegExp>> = {
  $: /^(?:USD|CAD|AUD|NZD|SGD|HKD|TWD|MXN|CLP|COP|ARS)$/,
  kr: /^(?:SEK|NOK|DKK|ISK)$/,
  '¥': /^(?:JPY|CNY)$/,
};

/**
 * Returns the one currency that all signs, codes and words mean: `JPY` of `円` and `¥`, `EUR` of `€`
 * and `Euro`. Null if they mean several, or something else.
 */
export function findCommonCurrency(written: Iterable<string>): string | null {
  const codes = new Set<string>();
  const signs = new Set<string>();
  for (const one of written) {
    const sign = one === '￥' ? '¥' : one;
    const code = sign === '¥' ? sign : currencyOf(sign);
    if (code === null) return null;
    (code in sharedSigns ? signs : codes).add(code);
  }
  const [code, ...others] = codes;
  if (code === undefined)
    return signs.size === 1
      ? ([...signs].map((sign) => (sign === '¥' ? 'JPY' : sign))[0] ?? null)
      : null;
  const isMeant = [...signs].every((sign) => sharedSigns[sign]?.test(code) === true);
  return others.length === 0 && isMeant ? code : null;
}

/** Returns the unit of a code that `Measure.unit` holds. */
export const unitOfCode = (code: string): Unit | null => unitsByCode.get(code) ?? null;

/** Currencies that share a sign or a word: "$" may be any dollar. */
const shared: Readonly<Record<string, RegExp>> = {
  $: /^(?:\$|USD|CAD|AUD|NZD|SGD|HKD|TWD|MXN|CLP|COP|ARS)$/,
  kr: /^(?:kr|SEK|NOK|DKK|ISK)$/,
  cent: /^[A-Z]{3}$|^[$]$/,
  point: /^(?:point|pp|%)$/,
  '°': /^°C$/,
};

/** True if two units may be the same: `$` and `CAD`, points and percentage points. */
export const mayBeSame = (one: string, other: string): boolean =>
  one === other || shared[one]?.test(other) === true || shared[other]?.test(one) === true;

function scalesOf(name: string, language: Language | null): readonly number[] | null {
  const lower = name.toLowerCase();
  const [, long] = /^(b|tr)illion(?:s|en)?$/.exec(lower) ?? [];
  if (long !== undefined) {
    const [short, tall] = long === 'b' ? [1e9, 1e12] : [1e12, 1e18];
    if (language === 'en' || language === 'ja') return [short];
    return language === null && !lower.endsWith('en') ? [short, tall] : [tall];
  }
  if (lower === 'mil') return language === 'en' ? [1e6] : [1e3];
  if (lower === 'miles') return language === 'es' ? [1e3] : null;
  if (name === 'T' && language === 'en') return [1e12];
  const factor = scaleNames.get(name) ?? (name.length > 1 ? scaleNames.get(lower) : undefined);
  return factor === undefined ? null : [factor];
}

const token =
  /[\p{Sc}％%‰×㎡℃]|°[CF]?|[\p{Script=Latin}µ][\p{Script=Latin}\d²³µ]*\$?|['’‘]?000s?(?!\d)/uy;
const between = /\.?[ \u00a0\u202f\n-]?/uy;
/** Words that are units in one language only. */
const only: Readonly<Record<string, Language>> = { an: 'fr', mal: 'de' };
const combined =
  /^(?:(?<before>[TtKkMm]|Mio|Mrd|bn|mn)(?<money>EUR|USD|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|kr|Kr)|(?<first>EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|kr)(?<after>m|k|K|M|mn|bn))$/u;

/**
 * A unit, a scale or both that a text names from a place to `end`. `word` is that name as it is
 * written.
 */
export interface Name {
  unit: Unit | null;
  scales: readonly number[] | null;
  end: number;
  word: string;
}

/** Reads the unit or scale that begins at a place of a text. Null for another word. */
export function readName(text: string, at: number, language: Language | null): Name | null {
  if (eastern.test(text.charAt(at))) {
    for (let length = 8; length > 0; length -= 1) {
      const word = text.slice(at, at + length);
      const [unit, factor] = [unitNames.get(word), scaleNames.get(word)];
      if (unit || factor)
        return {
          unit: unit ?? null,
          scales: factor ? [factor] : null,
          end: at + word.length,
          word,
        };
    }
    return null;
  }
  const words: string[] = [];
  const ends: number[] = [];
  for (let place = at; words.length < 3; ) {
    token.lastIndex = place;
    const word = token.exec(text)?.[0];
    if (word === undefined) break;
    words.push(word.replace(/^['’‘]|％/gu, (sign) => (sign === '％' ? '%' : '')));
    between.lastIndex = place + word.length;
    ends.push(place + word.length);
    place += word.length + (between.exec(text)?.[0].length ?? 0);
  }
  for (let count = words.length; count > 0; count -= 1) {
    const word = words.slice(0, count).join(' ');
    const lower = word.toLowerCase();
    const home = only[lower];
    // Spanish counts thousands, not miles.
    const isForeign =
      (home !== undefined && language !== home) || (lower === 'miles' && language === 'es');
    const unit = isForeign
      ? undefined
      : (unitNames.get(word) ?? (word.length > 1 ? unitNames.get(lower) : undefined));
    const factors = scalesOf(word, language);
    if (unit || factors)
      return { unit: unit ?? null, scales: factors, end: ends[count - 1] ?? at, word };
  }
  const code = (words[0] ?? '').replace(
    /^[tkm](?:eur|usd|gbp|chf|jpy)$/,
    (lower) => lower.charAt(0) + lower.slice(1).toUpperCase(),
  );
  const parts = combined.exec(code)?.groups;
  const unit = parts && unitNames.get((parts['money'] ?? parts['first'] ?? '').replace('Kr', 'kr'));
  const factors = parts && scalesOf(parts['before'] ?? parts['after'] ?? '', 'de');
  return unit && factors
    ? { unit, scales: factors, end: ends[0] ?? at, word: words[0] ?? '' }
    : null;
}

const gap = /\.?[\s\u00a0\u202f]{0,2}-?/uy;
const joint = /(?:[ \u00a0](?:de|of)[ \u00a0]|[ \u00a0](?:de[ \u00a0])?d['’])/uy;
const perSign =
  /[ \u00a0]?[/／][ \u00a0]?|[ \u00a0](?:per|pro|je|im|par|por|an|a|al|à l['’]|the|each|every|chaque|cada|la|le|el|das|die)[ \u00a0]|[ \u00a0]l['’]/uy;
/** Units of time that may be one letter behind a slash. */
const perLetters: Readonly<Record<string, string>> = {
  a: 'yr',
  d: 'd',
  annum: 'yr',
  head: 'head',
  Kopf: 'head',
};
/** What an amount may be for besides units, in all languages. */
const perThings: ReadonlyMap<string, string> = new Map(
  [
    'head capita person persons inhabitant kopf einwohner personne tête habitant persona cabeza habitante',
    'piece unit item stück einheit pièce unité pieza unidad',
    'share aktie action acción',
    'customer client kunde kundin cliente',
    'household haushalt ménage foyer hogar',
    'employee worker mitarbeiter mitarbeiterin mitarbeitenden beschäftigten salarié empleado trabajador',
    'room zimmer chambre habitación',
    'night nacht nuit noche',
    'vehicle fahrzeug véhicule vehículo',
    'order bestellung commande pedido',
    'visit besuch visite visita',
    'patient patientin paciente',
    'user nutzer utilisateur usuario',
    'ticket billet billete',
    'store shop filiale magasin tienda',
    'pallet palette palé',
    'parcel paket colis paquete',
  ].flatMap((line) => {
    const words = line.split(' ');
    return words.map((word): [string, string] => [word, words[0] ?? word]);
  }),
);
/** Adverbs and abbreviations that say per what length of time, by its unit. */
const perAdverbs: readonly (readonly [string, RegExp])[] = [
  [
    'yr',
    /[ \u00a0]?(?:p\.[ \u00a0]?a\.|\(p\.[ \u00a0]?a\.\)|(?:annually|yearly|jährlich|annuels?|annuelles?|anual(?:es)?)(?!\p{L}))/iuy,
  ],
  ['mo', /[ \u00a0](?:monthly|monatlich|mensuels?|mensuelles?|mensual(?:es)?)(?!\p{L})/iuy],
  ['wk', /[ \u00a0](?:weekly|wöchentlich|hebdomadaires?|semanal(?:es)?)(?!\p{L})/iuy],
  ['d', /[ \u00a0](?:daily|täglich|quotidiens?|quotidiennes?|diari[oa]s?)(?!\p{L})/iuy],
  ['h', /[ \u00a0](?:hourly|stündlich)(?!\p{L})/iuy],
];
/** Words behind a length of time that make it a date: "im Jahr 2024", "a year earlier". */
const isDated =
  /^[ \u00a0](?:(?:19|20)\d{2}|earlier|ago|later|before|after|from|of|and|or|zuvor|davor|danach|später|plus tard|plus tôt|auparavant|antes|después|siguiente|anterior)(?!\p{L})/iu;
const eastPer =
  /(?:(?:1|一)?(?:(?<unit>kg|キログラム|キロ|トン|リットル|kWh|時間|日|週間|週|[かカヶケ]月|月|年)|(?<head>人|名)|(?<piece>個|台)|(?<share>株)|(?<home>世帯))(?:当たり|あたり|当り|につき)|(?<month>月額|毎月|月給|月間|月)|(?<year>年額|毎年|年間|年)|(?<hour>時給))[^\d、。]{0,8}$/u;

/** Reads before a Japanese number per what it counts: 1kg当たり, 月額, 年間. Null without such words. */
export function readPerBefore(text: string, at: number): string | null {
  const groups = eastPer.exec(text.slice(Math.max(0, at - 16), at))?.groups;
  if (groups === undefined) return null;
  const { unit, head, piece, share, home, month, year, hour } = groups;
  // The 年 of 2024年 is that of a date, and so is the 月 of 3月.
  const isDate = (word: string | undefined) =>
    word !== undefined && word.length === 1 && isPartOfDate(text, at, word);
  if (month) return isDate(month) ? null : 'mo';
  if (year) return isDate(year) ? null : 'yr';
  if (hour) return 'h';
  if (unit !== undefined) {
    const known = unitNames.get(unit) ?? unitNames.get(unit.replace(/^月$/u, 'か月'));
    return known?.unit ?? null;
  }
  return head ? 'head' : piece ? 'piece' : share ? 'share' : home ? 'household' : null;
}

function isPartOfDate(text: string, at: number, word: string): boolean {
  const before = text.slice(Math.max(0, at - 16), at);
  return /[\d〇一二三四五六七八九十毎同今昨来翌前本当]$/u.test(
    before.slice(0, before.lastIndexOf(word)),
  );
}

/** Reads behind an amount per what it is: "per kg", "a month", "p.a.". Null without such words. */
export function readPerBehind(
  text: string,
  at: number,
  language: Language | null,
): { per: string; at: number } | null {
  const found = readPer(text, { unit: null, per: null, scale: 1, otherScales: [], at }, language);
  return found.per === null ? null : { per: found.per, at: found.at };
}

/**
 * Reads the scale and unit behind a number: "million euros", "Mio. €", "12-month", "kWh", "€/m²".
 * @param hasMoney true if a currency stands before the number: then `m` is a million
 */
export function readUnitBehind(
  text: string,
  from: number,
  language: Language | null,
  hasMoney: boolean,
): FoundUnit {
  const found: FoundUnit = { unit: null, per: null, scale: 1, otherScales: [], at: from };
  const first = text.charAt(from) === '.' ? null : nameBehind(text, from, language);
  if (first === null) return hasMoney ? readPer(text, found, language) : found;
  const isGlued = first.at === from;
  const next = first.scales === null ? null : nameBehind(text, first.end, language);
  const isBeforeMoney = next?.unit?.kind === 'money';
  if (first.scales !== null && isScale(first, hasMoney || isBeforeMoney, isGlued)) {
    const [scale = 1, ...others] = first.scales;
    Object.assign(found, { scale, otherScales: others, at: first.end, unit: first.unit });
    joint.lastIndex = first.end;
    const filler = joint.exec(text)?.[0].length;
    const unit =
      first.unit === null ? (filler ? readName(text, first.end + filler, language) : next) : null;
    if (unit?.unit) Object.assign(found, { unit: unit.unit, at: unit.end });
    else if (first.word === 'm' && !hasMoney) found.otherScales = [1];
  } else if (first.unit !== null && !isMultiplication(text, first)) {
    Object.assign(found, { unit: first.unit, at: first.end });
    if (/^[mM]$/.test(first.word)) found.otherScales = [1e6];
    // "412 USD million"
    const after = first.unit.kind === 'money' ? nameBehind(text, first.end, language) : null;
    if (after?.scales && after.unit === null && after.word.length > 1) {
      const [scale = 1, ...others] = after.scales;
      Object.assign(found, { scale, otherScales: others, at: after.end });
    }
  }
  return found.unit === null && !hasMoney ? found : readPer(text, found, language);
}

function nameBehind(
  text: string,
  from: number,
  language: Language | null,
): (Name & { at: number }) | null {
  gap.lastIndex = from;
  const at = from + (gap.exec(text)?.[0].length ?? 0);
  const name = readName(text, at, language);
  return name && { ...name, at };
}

/** A letter is a scale beside money, and directly behind a number without money: 4.8m, 12k. */
function isScale({ word, unit }: Name, isMoney: boolean, isGlued: boolean): boolean {
  if (unit?.kind === 'money' || isMoney) return true;
  if (/^[tT]$/.test(word)) return false;
  if (/^[mkKB]$/.test(word)) return isGlued;
  return unit === null;
}

/** "3 x 4" and "3 × 4" are calculations. */
const isMultiplication = (text: string, { unit, end }: Name) =>
  unit?.unit === 'x' && /^\s?[\d(]/.test(text.slice(end, end + 2));

export function readPer(text: string, found: FoundUnit, language: Language | null): FoundUnit {
  for (const [per, adverb] of perAdverbs) {
    adverb.lastIndex = found.at;
    const words = adverb.exec(text)?.[0];
    if (words !== undefined) return { ...found, per, at: found.at + words.length };
  }
  perSign.lastIndex = found.at;
  const sign = perSign.exec(text)?.[0];
  if (sign === undefined) return found;
  const at = found.at + sign.length;
  token.lastIndex = at;
  const word = token.exec(text)?.[0] ?? '';
  const letter = perLetters[word];
  // "par" is French, whatever the language of the text around it: "4 % par an".
  const spoken = sign.trim() === 'par' ? 'fr' : language;
  const name = letter === undefined ? readName(text, at, spoken) : null;
  if (letter !== undefined && (letter.length > 1 || /[/／]/.test(sign)))
    return { ...found, per: letter, at: token.lastIndex };
  if (name?.unit?.kind === 'unit') {
    // "12 euros la tonne", but not "12 % le jour".
    const isArticle = /^(?:la|le|el|das|die|l['’])$/u.test(sign.trim());
    if (isArticle && (found.unit?.kind !== 'money' || /^(?:span|d|wk)$/.test(name.unit.dimension)))
      return found;
    const isOfTime = name.unit.dimension === 'span' || name.unit.dimension === 'time';
    return isOfTime && isDated.test(text.slice(name.end, name.end + 14))
      ? found
      : { ...found, per: name.unit.unit, at: name.end };
  }
  const thing = /^(?:per|pro|je|par|por|each|every|chaque|cada|\/|／)$/iu.test(sign.trim())
    ? perThings.get((/^\p{L}+/u.exec(text.slice(at))?.[0] ?? '').toLowerCase())
    : undefined;
  return thing === undefined
    ? found
    : { ...found, per: thing, at: at + (/^\p{L}+/u.exec(text.slice(at))?.[0].length ?? 0) };
}

const ahead =
  /(?:(?<head>\p{Sc}[\s\u00a0]?|(?<!\p{Script=Latin})[A-Z]{2,3}\$?[\s\u00a0]))?(?<last>\p{Script=Latin}{0,5}\p{Sc}|(?<!\p{Script=Latin})\p{Script=Latin}{1,8}\.?|['’]000)[\s\u00a0]?$/u;

/**
 * Reads the currency, with its scale, that ends at an index: "EUR ", "US$", "T€ ", "EUR million ".
 */
export function readUnitBefore(
  text: string,
  at: number,
  language: Language | null,
): FoundUnit | null {
  const groups = ahead.exec(text.slice(Math.max(0, at - 18), at));
  const { head, last = '' } = groups?.groups ?? {};
  if (groups === null) return null;
  const start = at - groups[0].length;
  const own = readWhole(last, language);
  if (own?.unit?.kind === 'money')
    return {
      ...own,
      at: head === undefined ? start : at - groups[0].length + groups[0].indexOf(last),
    };
  const sign = /\p{Sc}$/u.exec(last)?.[0];
  const money = sign === undefined ? undefined : unitNames.get(sign);
  if (money)
    return {
      unit: money,
      per: null,
      scale: 1,
      otherScales: [],
      at: start + groups[0].lastIndexOf(sign ?? ''),
    };
  const before = head === undefined ? undefined : unitNames.get(head.trim());
  if (before?.kind === 'money' && own !== null && own.unit === null)
    return { ...own, unit: before, at: start };
  return null;
}

function readWhole(word: string, language: Language | null): FoundUnit | null {
  const plain = word.replace(/\.$/, '');
  const name = readName(plain, 0, language);
  if (name === null) return null;
  const [scale = 1, ...otherScales] = name.scales ?? [1];
  if (name.end === plain.length) return { unit: name.unit, per: null, scale, otherScales, at: 0 };
  const rest = name.scales === null ? null : readName(plain, name.end, language);
  return rest?.unit && rest.end === plain.length
    ? { unit: rest.unit, per: null, scale, otherScales, at: 0 }
    : null;
}
