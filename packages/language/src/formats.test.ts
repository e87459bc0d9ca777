import { expect, it } from 'vitest';
import { formatsOf } from './formats.ts';
import { type Language, languages } from './language.ts';

const written = (language: Language): string[] => {
  const { count, decimal, score, share, usd, duration, time, day, list } = formatsOf(language);
  const atMs = Date.UTC(2027, 5, 12, 9, 30, 5);
  const values = [
    count(12_345),
    count(1_234),
    decimal(4.25, 1),
    score(82.25),
    share(0.04),
    usd(1_234.5),
    usd(0.000_012),
  ];
  const times = [
    duration(840),
    duration(12_300),
    duration(65_000),
    duration(7_620_000),
    time(atMs),
    day(atMs),
  ];
  // Intl sets spaces that do not break.
  return [...values, ...times, list(['a', 'b', 'c'])].map((text) =>
    text.replace(/[\u00a0\u202f]/g, ' '),
  );
};

it('writes numbers, money and times as each language does', () => {
  expect(Object.fromEntries(languages.map((language) => [language, written(language)]))).toEqual({
    en: [
      '12,345',
      '1,234',
      '4.3',
      '82.3',
      '4%',
      '$1,234.50',
      '$0.000012',
      '840 ms',
      '12.3 s',
      '1 min 5 s',
      '2 h 7 min',
      '2027-06-12 09:30:05 UTC',
      'June 12, 2027',
      'a, b and c',
    ],
    de: [
      '12.345',
      '1.234',
      '4,3',
      '82,3',
      '4 %',
      '1.234,50 $',
      '0,000012 $',
      '840 ms',
      '12,3 s',
      '1 min 5 s',
      '2 h 7 min',
      '12. Juni 2027 um 09:30:05 UTC',
      '12. Juni 2027',
      'a, b und c',
    ],
    fr: [
      '12 345',
      '1 234',
      '4,3',
      '82,3',
      '4 %',
      '1 234,50 $US',
      '0,000012 $US',
      '840 ms',
      '12,3 s',
      '1 min 5 s',
      '2 h 7 min',
      '12 juin 2027 à 09:30:05 UTC',
      '12 juin 2027',
      'a, b et c',
    ],
    es: [
      '12.345',
      '1.234',
      '4,3',
      '82,3',
      '4 %',
      '1.234,50 US$',
      '0,000012 US$',
      '840 ms',
      '12,3 s',
      '1 min 5 s',
      '2 h 7 min',
      '12 de junio de 2027 a las 9:30:05 UTC',
      '12 de junio de 2027',
      'a, b y c',
    ],
    ja: [
      '12,345',
      '1,234',
      '4.3',
      '82.3',
      '4%',
      '$1,234.50',
      '$0.000012',
      '840ミリ秒',
      '12.3秒',
      '1分5秒',
      '2時間7分',
      '2027年6月12日 9:30:05 UTC',
      '2027年6月12日',
      'a、b、c',
    ],
  });
});

it('writes the first of a month in French as an ordinal', () => {
  expect(formatsOf('fr').day(Date.UTC(2027, 2, 1))).toBe('1er mars 2027');
});
