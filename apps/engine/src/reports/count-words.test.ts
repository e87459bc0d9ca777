import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countWords } from './count-words.ts';

describe('countWords', () => {
  it('counts words in scripts with and without spaces', async () => {
    expect(await countWords('# Plan\n\nDon’t spend 1,234.50 — yet.')).toBe(5);
    expect(await countWords('北风咖啡公司')).toBeGreaterThan(1);
    expect(await countWords('')).toBe(0);
  });

  it('cuts no word of a long document', async () => {
    for (const words of [9_999, 33_333, 100_000]) expect(await countWords('counting '.repeat(words))).toBe(words);
    expect(await countWords('x'.repeat(70_000))).toBe(2);
  });

  it('leaves the event loop free during a megabyte', async () => {
    const text = 'The quick brown fox, 1,234.5 litres; don’t jump over it. '.repeat(19_000);
    await countWords(text.slice(0, 100_000));
    let longestMs = 0;
    let done = false;
    const watch = async () => {
      while (!done) {
        const beforeMs = performance.now();
        await delay(0);
        longestMs = Math.max(longestMs, performance.now() - beforeMs);
      }
    };
    const watching = watch();
    const startedAtMs = performance.now();
    await countWords(text);
    const tookMs = performance.now() - startedAtMs;
    done = true;
    await watching;
    expect(longestMs).toBeLessThan(Math.max(20, tookMs / 4));
  });
});
