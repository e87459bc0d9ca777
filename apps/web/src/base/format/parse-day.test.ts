import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampDay, parseDay } from './days.ts';

test.each([
  ['2026-11-30', '2026-11-30'],
  [' 30 Nov 2026 ', '2026-11-30'],
  ['November 30, 2026', '2026-11-30'],
  ['30.11.2026', '2026-11-30'],
  ['2026年11月30日', '2026-11-30'],
  ['２０２６／１１／３０', '2026-11-30'],
  ['3/4/26', '2026-04-03'],
  ['29 Feb 2028', '2028-02-29'],
  ['29 Feb 2027', null],
  ['31.11.2026', null],
  ['0.1.2026', null],
  ['2026-11', null],
  ['30 No 2026', null],
  ['', null],
])('the typed day %j is read as %j', (text, day) => {
  expect(parseDay(text, 'en-GB')).toBe(day);
});

test('numbers are read in the order of the language', () => {
  expect(parseDay('3/4/2026', 'en-US')).toBe('2026-03-04');
  expect(parseDay('3/4/2026', 'en-GB')).toBe('2026-04-03');
  expect(parseDay('2026/04/03', 'ja-JP')).toBe('2026-04-03');
});

test('months are read in the language of the reader and in English', () => {
  expect(parseDay('3. März 2026', 'de-DE')).toBe('2026-03-03');
  expect(parseDay('3 déc. 2026', 'fr-FR')).toBe('2026-12-03');
  expect(parseDay('3 de septiembre de 2026', 'es')).toBe('2026-09-03');
  expect(parseDay('3 sept 2026', 'es-MX')).toBe('2026-09-03');
  expect(parseDay('3 Dec 2026', 'fr-FR')).toBe('2026-12-03');
  expect(parseDay('3 jui 2026', 'fr-FR')).toBeNull();
});

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((time) => time.toISOString().slice(0, 10));

test('a day as YYYY-MM-DD is read as itself', () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(parseDay(day, 'en-US')).toBe(day);
    }),
  );
});

test('limits hold', () => {
  expect(clampDay('2026-01-01', '2026-02-01', '')).toBe('2026-02-01');
  expect(clampDay('2026-03-01', '2026-02-01', '2026-02-20')).toBe('2026-02-20');
});
