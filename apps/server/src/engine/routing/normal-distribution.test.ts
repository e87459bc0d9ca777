import { expect, test } from 'vitest';
import { drawShare } from './choose-model.ts';
import { cutNormal, divide, multiply, shareBelow } from './estimates.ts';

test('the share below a value is that of the tables', () => {
  const shares = [-2, -1, 0, 1, 1.96, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map(
    shareBelow,
  );
  for (const [index, share] of [0.02275, 0.158655, 0.5, 0.841345, 0.975002, 0, 1].entries()) {
    expect(shares[index]).toBeCloseTo(share, 5);
  }
});

test('dividing undoes multiplying; an unknown changes nothing', () => {
  const [one, other] = [
    { mean: 70, variance: 25 },
    { mean: 80, variance: 100 },
  ];
  expect(multiply(one, other)).toEqual({
    mean: expect.closeTo(72, 9),
    variance: expect.closeTo(20, 9),
  });
  const back = divide(multiply(one, other), other);
  expect([back.mean, back.variance]).toEqual([expect.closeTo(70, 6), expect.closeTo(25, 6)]);
  expect(multiply(one, { mean: 0, variance: Number.POSITIVE_INFINITY })).toEqual(one);
});

test('a cut distribution has the moments of the truncated normal', () => {
  const half = cutNormal({ mean: 0, variance: 100 }, 0, [0, Number.POSITIVE_INFINITY]);
  expect(half.mean).toBeCloseTo(10 * Math.sqrt(2 / Math.PI), 4);
  expect(half.variance).toBeCloseTo(100 * (1 - 2 / Math.PI), 3);
});

test('a draw is the same for the same seed, and all shares are equally likely', () => {
  expect(drawShare('run\ntask')).toBe(drawShare('run\ntask'));
  const draws = Array.from({ length: 4_000 }, (_, index) => drawShare(`run\ntask-${index}`));
  for (const share of [0.02, 0.25, 0.5, 0.9]) {
    expect(draws.filter((draw) => draw < share).length / draws.length).toBeCloseTo(share, 1);
  }
});
