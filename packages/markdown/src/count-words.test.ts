import { describe, expect, it } from 'vitest';
import { countWords } from './count-words.ts';
import { countSlideWords } from './count-words-now.ts';

// DCK-2
it('counts two characters of a script without spaces as a word of a slide', () => {
  expect(countSlideWords('Sales rose by 4.5 % to €1.2 million – in March.')).toBe(9);
  expect(countSlideWords('導入費用は1,980万円（税込）です。')).toBe(7);
  expect(countSlideWords('サーバー、コーヒー')).toBe(4);
});

describe('countWords', () => {
  it('counts words in scripts with and without spaces', async () => {
    expect(await countWords('# Plan\n\nDon’t spend 1,234.50 — yet.')).toBe(5);
    expect(await countWords('北风咖啡公司')).toBeGreaterThan(1);
    expect(await countWords('')).toBe(0);
  });

  it('splits no word of a long document', async () => {
    for (const words of [9_999, 33_333, 100_000])
      expect(await countWords('counting '.repeat(words))).toBe(words);
    expect(await countWords('x'.repeat(30_000))).toBe(2);
  });

  it('yields to the event loop after each portion of a megabyte', async () => {
    let turns = 0;
    let done = false;
    const countTurns = () => {
      turns += 1;
      if (!done) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await countWords('The quick brown fox, 1,234.5 litres; don’t jump over it. '.repeat(19_000));
    done = true;
    expect(turns).toBeGreaterThanOrEqual(16);
  });
});
