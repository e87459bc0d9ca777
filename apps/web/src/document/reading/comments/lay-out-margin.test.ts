import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutMargin } from './margin-column.tsx';

const gapPx = 8;
const items = fc
  .array(
    fc.record({
      anchorPx: fc.integer({ min: 0, max: 3_000 }),
      heightPx: fc.integer({ min: 20, max: 300 }),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((made) => made.toSorted((a, b) => a.anchorPx - b.anchorPx));

// CMT-16
test('threads stand in order without overlaps, and an active one at its passage if there is room above', () => {
  fc.assert(
    fc.property(items, fc.nat(39), fc.boolean(), (made, at, isActive) => {
      const active = isActive ? at % made.length : -1;
      const tops = layOutMargin(made, active, gapPx);
      expect(tops).toHaveLength(made.length);
      expect(tops[0]).toBeGreaterThanOrEqual(0);
      for (const [index, top] of tops.slice(1).entries()) {
        const above = (tops[index] ?? 0) + (made[index]?.heightPx ?? 0) + gapPx;
        expect(top).toBeGreaterThanOrEqual(above - 0.001);
      }
      const neededPx = made
        .slice(0, Math.max(0, active))
        .reduce((sum, { heightPx }) => sum + heightPx + gapPx, 0);
      const anchorPx = made[active]?.anchorPx ?? 0;
      if (active !== -1) expect(tops[active]).toBeCloseTo(Math.max(anchorPx, neededPx), 3);
    }),
  );
});

// CMT-16
test('threads with room stand at their passages; those that would overlap share the distance', () => {
  const apart = [
    { anchorPx: 0, heightPx: 40 },
    { anchorPx: 500, heightPx: 40 },
  ];
  expect(layOutMargin(apart, -1, gapPx)).toEqual([0, 500]);
  const close = [
    { anchorPx: 500, heightPx: 92 },
    { anchorPx: 500, heightPx: 92 },
    { anchorPx: 900, heightPx: 92 },
  ];
  expect(layOutMargin(close, -1, gapPx)).toEqual([450, 550, 900]);
  expect(layOutMargin(close, 1, gapPx)).toEqual([400, 500, 900]);
});
