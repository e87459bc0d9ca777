import { describe, expect, it } from 'vitest';
import type { Language } from './language.ts';
import { readNumberStyle } from './number-style.ts';
import { readNumbers } from './read-numbers.ts';

/** Reads the figures of a text, without labels, in a language whose style nothing contradicts. */
const figures = (text: string, language: Language | null) =>
  readNumbers(text, readNumberStyle(text, language))
    .filter(({ isLabel }) => !isLabel)
    .map(({ values }) => values[0]);

// LAN-2
describe('the figures of a text', () => {
  it.each<[string, Language | null, number[]]>([
    ['1.234,5 Mio. €', 'de', [1_234_500_000]],
    ['Umsatz von 1.234 Euro', 'de', [1234]],
    ['1,234 Tonnen', 'de', [1.234]],
    ['1.234,50 Euro und 12 % Rabatt', 'de', [1234.5, 12]],
    ['3,5-fach', 'de', [3.5]],
    ['12 TEUR, 3 T€, 4,2 MEUR, 7 Mrd. €, 2 Billionen Euro', 'de', [12_000, 3_000, 4_200_000, 7e9, 2e12]],
    ['fünfundzwanzig Filialen, zweihundertdreißig Kunden, dreitausendfünfhundert', 'de', [25, 230, 3500]],
    ['im 3. Quartal 2026, Abbildung 4, 2. Phase', 'de', [2026]],
    ["CHF 1'234.50", 'de', [1234.5]],
    ['1 234,5 M€', 'fr', [1_234_500_000]],
    ['2,35 millions d’euros, 4 milliards, 3 Md€, 12 k€', 'fr', [2_350_000, 4e9, 3e9, 12_000]],
    ['quatre-vingt-dix-sept clients, deux cent cinquante magasins, soixante et onze', 'fr', [97, 250, 71]],
    ['le 1er mars 2026, la 2e étape, 12 %', 'fr', [1, 2026, 12]],
    ['2,5 mil millones de euros, 3 millones, 12,5 %', 'es', [2.5e9, 3e6, 12.5]],
    ['treinta y cinco talleres, veintiséis, doscientos cincuenta', 'es', [35, 26, 250]],
    ['1億2000万円、3.5兆円、3万5000人', 'ja', [120_000_000, 3.5e12, 35_000]],
    ['平均で８７％、１，２３４人、3割', 'ja', [87, 1234, 30]],
    ['2027年6月12日に二十五社、第3章、図2', 'ja', [12, 2027, 25]],
    ['三千二百万円、百貨店、千葉、万一', 'ja', [32_000_000]],
    ['1,234 people and 1.234 tonnes', 'en', [1234, 1.234]],
    ['$1.2 billion, 3k users, two hundred and fifty shops, twenty-five', 'en', [1.2e9, 3000, 250, 25]],
    ['once it is due, half of them, hundreds', 'en', []],
    ['by 12 June 2027 or 2027-06-12', 'en', [12, 2027, 12, 2027]],
  ])('%s (%s)', (text, language, expected) => {
    const found = figures(text, language);
    expect([...found].sort()).toEqual([...expected].sort());
  });
});

// LAN-2
describe('the style of numbers', () => {
  it('is that of the language, unless the numbers of the text contradict it', () => {
    expect(readNumberStyle('Der Umsatz stieg um 3,5 % auf 1.234 Euro.').decimalSign).toBe(',');
    expect(readNumberStyle('Revenue rose by 3.5 % to 1,234.').decimalSign).toBe('.');
    expect(readNumberStyle('Der Umsatz stieg um 3.5 % auf 1,234 Euro.').decimalSign).toBeNull();
  });

  it('is that of the numbers where no word tells a language, and open where those do not tell either', () => {
    expect(readNumberStyle('24.50;25.10;26.75', null).decimalSign).toBe('.');
    expect(readNumberStyle('24,50;25,10;26,75', null).decimalSign).toBe(',');
    expect(readNumbers('1.234', readNumberStyle('1.234', null))[0]?.values).toEqual([1234, 1.234]);
  });
});
