import { expect, test } from 'vitest';
import { median } from '../median.ts';
import { renderRouting } from './render-routing.ts';
import { type FamilySummary, summarizeFamily } from './summarize.ts';
import type { Family } from './worlds.ts';

const worlds = 80;
const summaries = new Map<Family, FamilySummary>();
function play(family: Family): FamilySummary {
  const summary = summaries.get(family) ?? summarizeFamily(family, worlds);
  summaries.set(family, summary);
  return summary;
}

test.each(['rivals', 'tiers', 'catalogue'] as const)(
  '%s: the router finds the better model within 30 tasks',
  (family) => {
    const { tasksToFind, curve } = play(family);
    expect(tasksToFind.length).toBeGreaterThan(worlds / 2);
    expect(median(tasksToFind)).toBeLessThanOrEqual(30);
    expect(curve.at(-1)).toBeGreaterThan(0.7);
  },
);

test('changing: the router notices a change of the models, in the median within 30 tasks', () => {
  expect(median(play('changing').tasksToFindAgain)).toBeLessThanOrEqual(30);
});

test.each(['rivals', 'changing'] as const)(
  '%s: the router gets more usable score per dollar than always-cheapest, always-best and random',
  (family) => {
    const { bandit, cheapest, best, random } = play(family).yields;
    for (const other of [cheapest, best, random]) {
      expect(bandit.usablePerUsd[0]).toBeGreaterThan(other.usablePerUsd[0]);
      expect(bandit.usablePerUsd[0.5]).toBeGreaterThan(other.usablePerUsd[0.5]);
    }
  },
);

test('tiers: more usable score per dollar than always-best, and than always-cheapest if a reading costs 0.10 USD', () => {
  const { bandit, cheapest, best } = play('tiers').yields;
  expect(bandit.usablePerUsd[0]).toBeGreaterThan(best.usablePerUsd[0]);
  for (const other of [cheapest, best]) expect(bandit.usablePerUsd[0.1]).toBeGreaterThan(other.usablePerUsd[0.1]);
});

test('catalogue: with prices that differ 14 times, ahead of both as soon as a reading has a price', () => {
  const { bandit, cheapest, best } = play('catalogue').yields;
  for (const other of [cheapest, best]) expect(bandit.usablePerUsd[0.1]).toBeGreaterThan(other.usablePerUsd[0.1]);
  expect(bandit.meanScore).toBeGreaterThan(best.meanScore - 1);
});

test('the same seeds give the same figures', () => {
  const again = summarizeFamily('tiers', worlds);
  expect(again).toEqual(play('tiers'));
  expect(renderRouting([again])).toContain('| always cheapest |');
});
