import { expect, test } from 'vitest';
import { computeSlope, type Judged, type Sample } from './samples.ts';

const memory: Judged = { name: 'memory', tolerated: { share: 0.1 } };

/** Some rests, five minutes apart, with a sample of work between two of them. */
const sample = (valueAt: (minutes: number, place: number) => number, rests = 12): Sample[] =>
  Array.from({ length: rests * 2 }, (_, place) => {
    const atMinutes = (place + 1) * 2.5;
    const resting = place % 2 === 1;
    const value = resting ? valueAt(atMinutes, place) : 500 + place;
    return { atMinutes, resting, values: new Map([['memory', value]]) };
  });
/** Garbage of up to 6 MB, which collections have left. */
const garbage = (place: number) => (place * 5) % 7;

// FLT-5
test('a warm-up and what work takes are steady', () => {
  const samples = sample((minutes, place) => 200 + garbage(place) + 80 * Math.min(1, minutes / 15));
  const slope = computeSlope(samples, memory);
  expect(slope).toMatchObject({
    verdict: 'steady',
    highest: 522,
    tolerated: expect.closeTo(28, 0),
  });
  expect(Math.abs(slope.perHour)).toBeLessThan(10);
});

// FLT-5
test('a leak of 60 MB an hour below the garbage grows, and its slope is told', () => {
  const slope = computeSlope(
    sample((minutes, place) => 200 + garbage(place) + minutes),
    memory,
  );
  expect(slope.verdict).toBe('grows');
  expect(Math.abs(slope.perHour - 60)).toBeLessThan(slope.confidence);
});

// FLT-5
test('a descriptor that leaks each quarter of an hour grows', () => {
  const judged: Judged = { name: 'memory', tolerated: { perHour: 1 } };
  const steady = computeSlope(
    sample(() => 60),
    judged,
  );
  expect(steady).toMatchObject({ verdict: 'steady', perHour: 0, confidence: 0 });
  const leaking = computeSlope(
    sample((minutes) => 60 + Math.floor(minutes / 15)),
    judged,
  );
  expect(leaking.verdict).toBe('grows');
});

// FLT-5
test('values that vary much are unclear, and so are too few rests', () => {
  const noisy = computeSlope(
    sample((_, place) => 220 + 40 * Math.sin(place * place)),
    memory,
  );
  expect(noisy.verdict).toBe('unclear');
  const few = computeSlope(
    sample(() => 200, 5),
    memory,
  );
  expect(few).toMatchObject({ verdict: 'unclear', mean: 200 });
  expect(computeSlope([], memory).verdict).toBe('unclear');
});
