import { expect, test } from 'vitest';
import type { Sample } from './sample.ts';
import { computeSlope, type Judged } from './slopes.ts';

const memory: Judged = { name: 'memory', tolerated: { share: 0.1 }, block: 'lowest' };

/** An hour of samples, one each 15 s. */
const sampleHour = (valueAt: (minutes: number, place: number) => number, minutes = 60): Sample[] =>
  Array.from({ length: minutes * 4 }, (_, place) => {
    const atMinutes = place / 4;
    return { atMinutes, values: new Map([['memory', valueAt(atMinutes, place)]]) };
  });
/** Garbage of up to 40 MB, which collections end at unequal times. */
const garbage = (place: number) => (place * 7) % 40;

// FLT-5
test('a warm-up and garbage that rises and falls are steady', () => {
  const samples = sampleHour((minutes, place) => 200 + garbage(place) + 80 * Math.min(1, minutes / 15));
  const slope = computeSlope(samples, memory);
  expect(slope).toMatchObject({ verdict: 'steady', tolerated: expect.closeTo(28, 0) });
  expect(Math.abs(slope.perHour)).toBeLessThan(5);
});

// FLT-5
test('a leak of 60 MB an hour below the garbage grows, and its slope is told', () => {
  const slope = computeSlope(
    sampleHour((minutes, place) => 200 + garbage(place) + minutes),
    memory,
  );
  expect(slope.verdict).toBe('grows');
  expect(Math.abs(slope.perHour - 60)).toBeLessThan(slope.confidence + 5);
});

// FLT-5
test('a descriptor that leaks each quarter of an hour grows', () => {
  const judged: Judged = { name: 'memory', tolerated: { perHour: 1 }, block: 'mean' };
  expect(
    computeSlope(
      sampleHour(() => 60),
      judged,
    ),
  ).toMatchObject({ verdict: 'steady', perHour: 0, confidence: 0 });
  expect(
    computeSlope(
      sampleHour((minutes) => 60 + Math.floor(minutes / 15)),
      judged,
    ).verdict,
  ).toBe('grows');
});

// FLT-5
test('six minutes of the same garbage are unclear, and so are too few samples', () => {
  const noise = (place: number) => 220 + 20 * Math.sin(place * place);
  expect(
    computeSlope(
      sampleHour((_, place) => noise(place), 6),
      memory,
    ).verdict,
  ).toBe('unclear');
  const few = computeSlope(
    sampleHour(() => 200, 4),
    memory,
  );
  expect(few).toMatchObject({ verdict: 'unclear', mean: 200 });
  expect(computeSlope([], memory).verdict).toBe('unclear');
});
