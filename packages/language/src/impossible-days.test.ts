import { expect, it } from 'vitest';
import { findImpossibleDays } from './impossible-days.ts';

it.each([
  ['By 35 March 2027 and 31 March 2027.', ['35 March 2027']],
  [
    'On April 31, 2027, on 29 February 2028 and on 29 February 2027.',
    ['April 31, 2027', '29 February 2027'],
  ],
  ['Bis zum 38. Mai 2027 oder 41.05.2027', ['38. Mai 2027', '41.05.2027']],
  ['le 32 juin 2027, el 45 de agosto de 2027', ['32 juin 2027', '45 de agosto de 2027']],
  ['2027年3月35日と2027年3月31日、2027-02-30', ['2027-02-30', '2027年3月35日']],
  ['35 March fairs, 45 may go, 99.12.2027.4 and version 2027-13', []],
])('finds the days that no calendar has: %s', (text, days) => {
  const found = findImpossibleDays(text).map((day) => day.text);
  expect(found.toSorted()).toEqual(days.toSorted());
});
