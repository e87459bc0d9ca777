import { expect, it } from 'vitest';
import type { Language } from './language.ts';
import { readDates } from './read-dates.ts';

// LAN-2
it.each<[string, Language | null, string]>([
  ['am 12. Juni 2027 endet es', 'de', '2027-6-12'],
  ['bis 1. März', 'de', '-3-1'],
  ['Stand 12.06.2027.', 'de', '2027-6-12'],
  ['seit 1. Jan. 2025', 'de', '2025-1-1'],
  ['im Dezember 2026', 'de', '2026-12-'],
  ['ab 06.2027', 'de', '2027-6-'],
  ['le 12 juin 2027', 'fr', '2027-6-12'],
  ['au 1er mars', 'fr', '-3-1'],
  ['le 3 févr. 2026', 'fr', '2026-2-3'],
  ['el 12 de junio de 2027', 'es', '2027-6-12'],
  ['desde marzo de 2026', 'es', '2026-3-'],
  ['el 5 de enero', 'es', '-1-5'],
  ['2027年6月12日に', 'ja', '2027-6-12'],
  ['2027年3月に', 'ja', '2027-3-'],
  ['令和9年6月12日', 'ja', '2027-6-12'],
  ['on June 12, 2027', 'en', '2027-6-12'],
  ['on 12 June 2027', 'en', '2027-6-12'],
  ['the 3rd of May', 'en', '-5-3'],
  ['by 06/12/2027', 'en', '2027-6-12'],
  ['by 06/12/2027', 'fr', '2027-12-6'],
  ['by 25/12/2027', 'en', '2027-12-25'],
  ['2027-06-12', null, '2027-6-12'],
])('the date of: %s (%s)', (text, language, expected) => {
  expect(readDates(text, language).map(({ year, month, day }) => `${year ?? ''}-${month}-${day ?? ''}`)).toEqual([
    expected,
  ]);
});

it('takes no other numbers for dates', () => {
  for (const text of ['12 may be enough', '1.234.567 Euro', '3.14', 'section 4.2.1', 'marks 12', '12 marketing plans'])
    expect(readDates(text, 'en')).toEqual([]);
});
