import { describe, expect, test } from 'vitest';
import { planExtent } from './extent.ts';

const model = { inputPerMillion: 3, outputPerMillion: 15, contextWindow: 200_000 };
const means = { documentCount: 3, awaitsApproval: false };
const ofUsd = (usd: number) => ({ ...means, moneyNanoUsd: usd * 1_000_000_000 });

describe('the extent of a run', () => {
  // PHA-7
  test('has every phase where the money pays for them, and the approval only where it is wanted', () => {
    const whole = planExtent(model, ofUsd(10));
    expect(whole).toMatchObject({ analysisTurns: 80 });
    expect(whole.phases).toEqual(expect.arrayContaining(['challenge', 'editing', 'anchoring']));
    expect(whole.phases).not.toContain('approval');
    const awaited = planExtent(model, { ...ofUsd(10), awaitsApproval: true });
    expect(awaited.phases.indexOf('approval')).toBe(awaited.phases.indexOf('writing') - 1);
  });

  // PHA-7
  test('leaves out challenge and editing first, then shortens the analysis', () => {
    const middle = planExtent(model, ofUsd(2.2));
    expect(middle).toMatchObject({ analysisTurns: 80 });
    expect(middle.phases).not.toContain('challenge');
    expect(middle.phases).not.toContain('editing');
    expect(middle.phases).toContain('anchoring');
    const short = planExtent(model, ofUsd(1.2));
    expect(short.phases).toEqual(['plan', 'analysis', 'writing', 'check', 'repair', 'scores']);
    expect(short.analysisTurns).toBeGreaterThan(2);
    expect(short.analysisTurns).toBeLessThan(25);
    expect(planExtent(model, ofUsd(0.01)).analysisTurns).toBe(2);
  });

  // PHA-7
  test('takes the short path with a small window, and every phase with a large one that costs nothing', () => {
    const free = { inputPerMillion: 0, outputPerMillion: 0 };
    expect(planExtent({ ...free, contextWindow: 8_192 }, ofUsd(5))).toMatchObject({
      analysisTurns: 2,
      phases: ['plan', 'analysis', 'writing', 'check', 'repair', 'scores'],
    });
    expect(planExtent(free, ofUsd(0)).phases).toContain('challenge');
  });
});
