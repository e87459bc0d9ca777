import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cacheSavingNanoUsd,
  callCostNanoUsd,
  plainUsage,
  worstCaseCostNanoUsd,
} from './catalog.ts';

describe('callCostNanoUsd', () => {
  it.each([
    [{ inputPerMillion: 3, outputPerMillion: 15 }, 1_000_000, 1_000_000, 18_000_000_000],
    [{ inputPerMillion: 0.1, outputPerMillion: 0.4 }, 3, 0, 300],
    [{ inputPerMillion: 0.0375, outputPerMillion: 0 }, 1, 0, 38],
    [{ inputPerMillion: 0, outputPerMillion: 0 }, 5_000, 5_000, 0],
  ])('of %o for %i and %i tokens is exact', (prices, inputTokens, outputTokens, expected) => {
    expect(callCostNanoUsd(prices, plainUsage(inputTokens, outputTokens))).toBe(expected);
  });

  // MOD-21
  it('counts tokens of a cache at their own price, or at the full price without one', () => {
    const usage = {
      inputTokens: 1_000_000,
      outputTokens: 0,
      cachedInputTokens: 600_000,
      cacheWriteTokens: 100_000,
    };
    const prices = {
      inputPerMillion: 3,
      outputPerMillion: 15,
      cachedInputPerMillion: 0.3,
      cacheWritePerMillion: 3.75,
    };
    expect(callCostNanoUsd(prices, usage)).toBe(0.9e9 + 0.18e9 + 0.375e9);
    expect(cacheSavingNanoUsd(prices, usage)).toBe(0.6 * 2.7e9 - 0.1 * 0.75e9);
    const { inputPerMillion, outputPerMillion } = prices;
    expect(callCostNanoUsd({ inputPerMillion, outputPerMillion }, usage)).toBe(3e9);
    expect(cacheSavingNanoUsd({ inputPerMillion, outputPerMillion }, usage)).toBe(0);
  });

  it('is a whole number within the worst case, for any price and any tokens that fit the bytes', () => {
    const price = fc.double({ min: 0, max: 1_000, noNaN: true });
    const tokens = fc.nat(200_000);
    const all = fc.record({
      input: price,
      output: price,
      cached: price,
      write: price,
      promptBytes: tokens,
      used: tokens,
    });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(all, share, share, fc.nat(9_000), (given, readShare, writeShare, written) => {
        const { promptBytes } = given;
        const prices = {
          inputPerMillion: given.input,
          outputPerMillion: given.output,
          cachedInputPerMillion: given.cached,
          cacheWritePerMillion: given.write,
        };
        const inputTokens = Math.min(given.used, promptBytes);
        const cachedInputTokens = Math.floor(inputTokens * readShare);
        const cacheWriteTokens = Math.floor((inputTokens - cachedInputTokens) * writeShare);
        const usage = {
          inputTokens,
          cachedInputTokens,
          cacheWriteTokens,
          outputTokens: Math.min(written, 8_000),
        };
        const costNanoUsd = callCostNanoUsd(prices, usage);
        expect(Number.isSafeInteger(costNanoUsd)).toBe(true);
        expect(costNanoUsd).toBeLessThanOrEqual(
          worstCaseCostNanoUsd(prices, { promptBytes, maxOutputTokens: 8_000 }),
        );
      }),
    );
  });
});
