import { expect, it } from 'vitest';
import { maySameTime, readClockTimes } from './clock-times.ts';

const show = (text: string) => {
  return readClockTimes(text).map(
    ({ minutes }) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`,
  );
};

// EVI-24
it.each([
  ['It opens at 8:15 and closes at 5.30 p.m.', ['8:15', '17:30']],
  ['Es öffnet um 8.15 Uhr und schließt um 17 Uhr 30.', ['8:15', '17:30']],
  ['Il ouvre à 8 h 15 et ferme à 17h.', ['8:15', '17:00']],
  ['Abre a las 8:15 y cierra a las 17:30.', ['8:15', '17:30']],
  ['午前8時15分に開き、午後5時半に閉まる。', ['8:15', '17:30']],
  ['It took 8 h, version 8.15, 8時間, a ratio of 3:1.', []],
])('reads times of day: %s', (text, expected) => {
  expect(show(text)).toEqual(expected);
});

const first = (text: string) => {
  const [time] = readClockTimes(text);
  if (!time) throw new Error(`${text} names no time`);
  return time;
};

// EVI-24
it.each([
  ['8:15', '8:15 pm', true],
  ['20:15', '8:15 pm', true],
  ['8:15 am', '8:15 pm', false],
  ['8:15', '9:15', false],
])('compares %s with %s', (one, other, isSame) => {
  expect(maySameTime(first(one), first(other))).toBe(isSame);
});
