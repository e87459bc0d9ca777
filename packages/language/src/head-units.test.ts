import { expect, it } from 'vitest';
import { readHeadUnit } from './head-units.ts';
import type { Language } from './language.ts';
import { writtenUnit } from './unit-words.ts';

it.each<[string, Language, string]>([
  ['worst_year_million', 'en', '1000000'],
  ['schlimmstes_jahr_mio', 'de', '1000000'],
  ['mean_change_thousand', 'en', '1000'],
  ['years_from_1000', 'en', 'none'],
  ['Firm, fall of 40 %', 'en', 'none'],
  ['Growth 2019 %', 'en', '1 %'],
  ['Import price incl. 7.5 % duty (USD)', 'en', '1 USD'],
  ['Prix avec 5,5 % de TVA (€)', 'fr', '1 EUR'],
  ['Jahr', 'de', 'none'],
  ['année', 'fr', 'none'],
  ['Jahre', 'de', '1 yr'],
  ['amount_keur', 'en', '1000 EUR'],
  ['Payment (EUR million a year)', 'en', '1000000 EUR/yr'],
  ['Zahlung (Mio. € im Jahr)', 'de', '1000000 EUR/yr'],
])('the head “%s” names its scale and unit', (head, language, expected) => {
  const found = readHeadUnit(head, language);
  const per = found?.per ? `/${found.per}` : '';
  const unit = found?.unit ? ` ${found.unit.unit}` : '';
  expect(found ? `${found.scale}${unit}${per}` : 'none').toBe(expected);
});

it('takes a text for a unit only where it names no column', () => {
  expect(['EUR 000', 'in kEUR', 'Mio. €', 'kg', '%', 'pcs'].map(writtenUnit)).toEqual([
    'EUR 000',
    'kEUR',
    'Mio. €',
    'kg',
    '%',
    'pcs',
  ]);
  const columns = [
    'amount (EUR 000)',
    'Values USD',
    'Werte in TEUR',
    'Beträge (TEUR)',
    'montants (k€)',
    '金額（百万円）',
  ];
  expect(columns.map(writtenUnit)).toEqual(columns.map(() => null));
});
