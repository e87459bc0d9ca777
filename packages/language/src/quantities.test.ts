import { expect, it } from 'vitest';
import type { Language } from './language.ts';
import { type NumberStyle, readNumberStyle } from './number-style.ts';
import { type Quantity, readQuantities } from './quantities.ts';

const styles: Record<Language, NumberStyle> = {
  en: { language: 'en', decimalSign: '.' },
  de: { language: 'de', decimalSign: ',' },
  fr: { language: 'fr', decimalSign: ',' },
  es: { language: 'es', decimalSign: null },
  ja: { language: 'ja', decimalSign: '.' },
};

/** Writes what was read: value and unit, or in brackets what a number names. */
function show({ value, measure, names, sign }: Quantity): string {
  if (names !== null) return `(${names})`;
  const unit =
    measure === null ? '' : ` ${measure.unit}${measure.per === null ? '' : `/${measure.per}`}`;
  return `${sign > 0 ? '+' : ''}${Number(value.toPrecision(6))}${unit}`;
}

const readings: [Language, string, string][] = [
  ['en', 'Profit was EUR 1.25 million, a margin of -3.5 %.', '1250000 EUR, -3.5 %'],
  ['en', 'EBIT of −75 thousand euros, minus 300 thousand euros', '-75000 EUR, -300000 EUR'],
  ['en', 'It lost $(75) thousand and $ (1,250) of (1,250).', '-75000 $, -1250 $, 1250'],
  ['en', 'EBIT went from (12) to 8 million euros.', '-12000000 EUR, 8000000 EUR'],
  ['de', 'Das Ergebnis stieg von (1,5) auf 2 Mio. Euro.', '-1500000 EUR, 2000000 EUR'],
  ['en', 'Read from (2) to the end of part 3.', '(item), (label)'],
  [
    'en',
    'EUR -115 million, USD −3.1 billion, £-12m',
    '-115000000 EUR, -3100000000 USD, -12000000 GBP',
  ],
  ['en', '€ −115 million, $ -5, US$–2bn', '-115000000 EUR, -5 $, -2000000000 USD'],
  ['en', 'It costs 12 EUR -5, EUR 12-15, $3–$5', '12 EUR, 5 EUR, 12 EUR, 15 EUR, 3 $, 5 $'],
  ['de', 'CHF –12 Mio., € −3,5 Mrd., EUR -1.200', '-12000000 CHF, -3500000000 EUR, -1200 EUR'],
  ['fr', 'EUR −1,2 million, € -450', '-1200000 EUR, -450 EUR'],
  ['es', 'EUR -3,2 millones, $ −5', '-3200000 EUR, -5 $'],
  ['ja', '￥－450百万円、¥−12億', '-450000000 JPY, -1200000000 JPY'],
  ['en', 'a plus of 5 is +7 %', '5, +7 %'],
  ['en', '500 −640, 5 - 3, 12–15 %', '500, 640, 5, 3, 12 %, 15 %'],
  [
    'en',
    '250 basis points, 2.5 percentage points, 12 pp, 3 %-points',
    '2.5 pp, 2.5 pp, 12 pp, 3 pp',
  ],
  ['en', 'Option 3, Table 4, Conditions 1, 2 and 3, Scope 2', Array(6).fill('(label)').join(', ')],
  [
    'en',
    'ISO 9001, v1.2.3, 10.0.0.1, A320, COVID-19, 5G, +49 89 1234567',
    Array(9).fill('(code)').join(', '),
  ],
  ['en', 'in the last two years 46 parts, Year 2', '2 yr, 46, (label)'],
  ['en', 'the 3rd plant at 14:30', '(ordinal), (time)'],
  ['en', '1. First', '(item)'],
  ['en', 'in 2024, FY24, 2023/24, Q3, on 12 May 2026', ''],
  ['en', '2,024 people, 2024 euros', '2024, 2024 EUR'],
  [
    'en',
    'one in eight, two thirds of them, a quarter of it, half of the staff',
    '12.5 %, 66.6667 %, 25 %, 50 %',
  ],
  ['en', 'a third party, the third quarter, in a quarter', ''],
  ['en', '412 USD million, 3.5 EUR bn', '412000000 USD, 3500000000 EUR'],
  ['en', 'twenty-five trucks, one of them, a dozen, one million euros', '25, 12, 1000000 EUR'],
  [
    'en',
    'from 66.3 to 70.6 million, $5 to 7, EUR 5, 6 and 7',
    '66300000, 70600000, 5 $, 7 $, 5 EUR, 6 EUR, 7 EUR',
  ],
  [
    'en',
    '$4.8m, 12 m long, US$1.2bn, EUR 3.9 m, 12k',
    '4800000 $, 12 m, 1200000000 USD, 3900000 EUR, 12000',
  ],
  ['en', 'a prêt of 4,25 % par an, 12 EUR par mois', '4.25 %/yr, 12 EUR/mo'],
  [
    'en',
    '$45 per hour, EUR 12/m², 120 EUR/MWh, £12 an hour',
    '45 $/h, 12 EUR/m2, 120 EUR/MWh, 12 GBP/h',
  ],
  ['en', '12.5[3] percent, 12.5³ percent [4]', '12.5 %, 12.5 %'],
  ['en', 'a 12-month plan, 5-fold, 3 times, a ratio of 3:1', '12 mo, 5 x, 3 x, 3'],
  [
    'de',
    '3,4 Mio. EUR, 2.088 Tausend Euro, -450 TEUR, 120 T€',
    '3400000 EUR, 2088000 EUR, -450000 EUR, 120000 EUR',
  ],
  ['es', '12.345 € y 3,2 mil millones', '12345 EUR, 3200000000 EUR'],
  ['de', 'am 3. Tag, Bedingung 2, Maßnahme 4', '(ordinal), (label), (label)'],
  [
    'de',
    'zwei Drittel, jeder dritte Kunde, zwei von drei Kunden',
    '66.6667 %, 33.3333 %, 66.6667 %',
  ],
  ['de', 'dreimal, 2,4-fach, zweihundertdreißig Leute, 12 Prozentpunkte', '3 x, 2.4 x, 230, 12 pp'],
  [
    'fr',
    '3,4 millions d’euros, 1 234 567 euros, deux tiers',
    '3400000 EUR, 1234570 EUR, 66.6667 %',
  ],
  ['fr', 'au moins 5 %, moins 5 %, quatre-vingt-dix', '5 %, -5 %, 90'],
  [
    'es',
    '3,4 millones de euros, mil millones de euros, uno de cada ocho',
    '3400000 EUR, 1000000000 EUR, 12.5 %',
  ],
  ['ja', '1億2000万円、▲450百万円、マイナス3.5％', '120000000 JPY, -450000000 JPY, -3.5 %'],
  [
    'de',
    '1.234,5 Mio. €, 1,234 Tonnen, 7 Mrd. €, 2 Billionen Euro',
    '1234500000 EUR, 1.234 t, 7000000000 EUR, 2000000000000 EUR',
  ],
  [
    'de',
    "CHF 1'234.50, dreitausendfünfhundert, im 3. Quartal 2026, Abbildung 4",
    '1234.5 CHF, 3500, (label)',
  ],
  [
    'fr',
    '1 234,5 M€, 4 milliards, 3 Md€, la 2e étape',
    '1234500000 EUR, 4000000000, 3000000000 EUR, (ordinal)',
  ],
  [
    'fr',
    'quatre-vingt-dix-sept clients, deux cent cinquante magasins, soixante et onze',
    '97, 250, 71',
  ],
  [
    'es',
    '2,5 mil millones de euros, treinta y cinco talleres, doscientos cincuenta',
    '2500000000 EUR, 35, 250',
  ],
  [
    'ja',
    '平均で８７％、１，２３４人、3.5兆円、3万5000人、三千二百万円',
    '87 %, 1234, 3500000000000 JPY, 35000, 32000000 JPY',
  ],
  ['ja', '百貨店、千葉、万一、図2', '(label)'],
  [
    'ja',
    '4号車と12号室、第3回、第 2 期、2回目、3年目、3番線、1級、議題2、プラン3',
    '(label), (label), (ordinal), (ordinal), (ordinal), (ordinal), (label), (label), (label), (label)',
  ],
  ['ja', '3項目、5品目、3年目標、2番組、課題3件、条件2つ、店舗4店', '3, 5, 3 yr, 2, 3, 2, 4'],
  [
    'en',
    'Section 2 of Model 640, buildings 3 and 4; it has 12 models',
    '(label), (label), (label), (label), 12',
  ],
  ['de', 'Halle 4, Modell 640, Gebäude 7, Fahrzeug 12', Array(4).fill('(label)').join(', ')],
  ['en', 'once it is due, two hundred and fifty shops, 3k users', '250, 3000'],
  [
    'ja',
    '３割５分、三分の一、3人に1人、第3条、14時',
    '35 %, 33.3333 %, 33.3333 %, (ordinal), (time)',
  ],
];

// LAN-2
it.each(readings)(
  'reads numbers with unit, scale and sign (%s): %s',
  (language, text, expected) => {
    expect(readQuantities(text, styles[language]).map(show).join(', ')).toBe(expected);
  },
);

it('gives the step of the last written digit, and both readings of 1.234 where the text does not tell', () => {
  const [found] = readQuantities('1.234 Mio. Euro', { language: null, decimalSign: null });
  expect([found?.step, found?.scale, found?.text]).toEqual([1e6, 1e6, '1.234 Mio. Euro']);
  expect(found?.others.map(({ value, step }) => [value, step])).toEqual([[1_234_000, 1_000]]);
});

it('gives the place of a number with its sign, currency and unit', () => {
  const text = 'A loss of −EUR 12 million.';
  const [found] = readQuantities(text, styles.en);
  expect(text.slice(found?.start, found?.end)).toBe('−EUR 12 million');
});

// LAN-2
it('takes the style of numbers from the language, unless the numbers of the text contradict it', () => {
  expect(readNumberStyle('Der Umsatz stieg um 3,5 % auf 1.234 Euro.').decimalSign).toBe(',');
  expect(readNumberStyle('Revenue rose by 3.5 % to 1,234.').decimalSign).toBe('.');
  expect(readNumberStyle('Der Umsatz stieg um 3.5 % auf 1,234 Euro.').decimalSign).toBeNull();
  expect(readNumberStyle('24.50;25.10;26.75', null).decimalSign).toBe('.');
  expect(readNumberStyle('24,50;25,10;26,75', null).decimalSign).toBe(',');
});
