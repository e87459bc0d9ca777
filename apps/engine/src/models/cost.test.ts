import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callCostNanoUsd, worstCaseCostNanoUsd } from './cost.ts';

describe('callCostNanoUsd', () => {
  it.each([
    [{ inputPerMillion: 3, outputPerMillion: 15 }, 1_000_000, 1_000_000, 18_000_000_000],
    [{ inputPerMillion: 0.1, outputPerMillion: 0.4 }, 3, 0, 300],
    [{ inputPerMillion: 0.0375, outputPerMillion: 0 }, 1, 0, 38],
    [{ inputPerMillion: 0, outputPerMillion: 0 }, 5_000, 5_000, 0],
  ])('of %o for %i and %i tokens is exact', (prices, inputTokens, outputTokens, expected) => {
    expect(callCostNanoUsd(prices, { inputTokens, outputTokens })).toBe(expected);
  });

  it('is a whole number within the worst case, for any price and any tokens that fit the bytes', () => {
    const price = fc.double({ min: 0, max: 1_000, noNaN: true });
    const tokens = fc.nat(200_000);
    fc.assert(
      fc.property(price, price, tokens, tokens, fc.nat(9_000), (input, output, promptBytes, used, written) => {
        const prices = { inputPerMillion: input, outputPerMillion: output };
        const usage = { inputTokens: Math.min(used, promptBytes), outputTokens: Math.min(written, 8_000) };
        const costNanoUsd = callCostNanoUsd(prices, usage);
        expect(Number.isSafeInteger(costNanoUsd)).toBe(true);
        expect(costNanoUsd).toBeLessThanOrEqual(worstCaseCostNanoUsd(prices, { promptBytes, maxOutputTokens: 8_000 }));
      }),
    );
  });
});
