import { expect, test } from 'vitest';
import { listMisses, renderRouting } from './render-routing.ts';
import { type FamilySummary, type PolicySummary, summarizeFamily } from './summarize.ts';
import type { Family } from './worlds.ts';

const worlds = 16;
const summaries = new Map<Family, FamilySummary>();
function play(family: Family): FamilySummary['policies'] {
  const summary = summaries.get(family) ?? summarizeFamily(family, worlds);
  summaries.set(family, summary);
  return summary.policies;
}

// The bounds are looser than those of the benchmark, because few worlds are played.
test('equal quality: the router takes a cheap model in every kind, and has tried one in every world', () => {
  const { router, earlier } = play('equal');
  expect(Math.min(...router.cheapByKind)).toBeGreaterThanOrEqual(0.7);
  expect(Math.min(...router.cheapByKind)).toBeGreaterThan(Math.max(...earlier.cheapByKind));
  expect(router.neverTried).toBeLessThanOrEqual(0.1);
});

test('a judge with a quarter of the slope leads to few bad choices, and to fewer than before', () => {
  const { router, earlier } = play('flat-judge');
  expect(router.losesFifth).toBeLessThanOrEqual(0.08);
  expect(router.losesFifth).toBeLessThan(earlier.losesFifth / 2);
});

test('a broken model is left after two failures', () => {
  expect(play('broken').router.failures.most).toBeLessThanOrEqual(2);
});

test.each(['tiers', 'catalogue', 'equal', 'flat-judge', 'broken'] as const)(
  '%s: the router gets nine tenths of the oracle’s net value, and more than simple rules',
  (family) => {
    const { router, random } = play(family);
    expect(router.netShare).toBeGreaterThanOrEqual(0.9);
    expect(router.netShare).toBeGreaterThan(random.netShare);
  },
);

test('the same seeds give the same figures', () => {
  const [once, again] = [summarizeFamily('tiers', 2), summarizeFamily('tiers', 2)];
  expect(again).toEqual(once);
  expect(renderRouting([again])).toContain('| always cheapest |');
});

test('a missed criterion is named', () => {
  const worse = (change: Partial<PolicySummary>): FamilySummary => {
    const policies = play('equal');
    return { family: 'equal', worlds, policies: { ...policies, router: { ...policies.router, ...change } } };
  };
  expect(listMisses([worse({ cheapByKind: [0.9, 0.79, 0.9] })])[0]).toContain('90 %, 79 %, 90 %');
  expect(listMisses([worse({ cheapByKind: [1, 1, 1], neverTried: 0, netShare: 0.89 })])).toEqual([
    'Net value in equal: below 90 % of the oracle',
  ]);
});
