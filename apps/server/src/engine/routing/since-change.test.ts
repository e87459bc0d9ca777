import { expect, test } from 'vitest';
import { sinceChange } from './estimates.ts';

const results = (...means: number[]) => means.map((mean) => ({ quality: { mean, variance: 16 } }));
const steady = results(84, 79, 90, 76, 85, 88, 81, 78, 86, 83);

test('a model that did not change keeps all its results', () => {
  expect(sinceChange(steady, 7)).toEqual(steady);
  expect(sinceChange([], 7)).toEqual([]);
});

test('after a fall, and after a rise, only the results since then count', () => {
  const fallen = results(60, 66, 57, 63);
  expect(sinceChange([...fallen, ...steady], 7)).toEqual(fallen);
  expect(sinceChange([...steady, ...fallen], 7)).toEqual(steady);
});

test('three bad results are no change yet, and uncertain ones never are', () => {
  const three = [...results(60, 66, 57), ...steady];
  expect(sinceChange(three, 7)).toEqual(three);
  const unsure = [...results(60, 66, 57, 63), ...steady].map(({ quality: { mean } }) => ({
    quality: { mean, variance: 900 },
  }));
  expect(sinceChange(unsure, 7)).toEqual(unsure);
});
