import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareBytes } from './prompt-sections.ts';

describe('shareBytes', () => {
  it('keeps texts that fit', () => {
    expect(shareBytes(['abc', ''], 3)).toEqual([
      { text: 'abc', fullBytes: 3, cut: false },
      { text: '', fullBytes: 0, cut: false },
    ]);
    expect(shareBytes([], 10)).toEqual([]);
  });

  it('gives long texts the bytes that short ones leave', () => {
    const shares = shareBytes(['x'.repeat(500), 'short', 'y'.repeat(500)], 105);
    expect(shares.map((share) => share.text.length)).toEqual([50, 5, 50]);
    expect(shares.map((share) => share.cut)).toEqual([true, false, true]);
  });

  it('cuts at a line end if one is near', () => {
    expect(shareBytes([`${'x'.repeat(95)}\n${'y'.repeat(50)}`], 100)[0]?.text).toBe('x'.repeat(95));
  });

  it('never exceeds the budget, never splits a character, and marks every cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })),
        fc.nat(2_000),
        (texts, budgetBytes) => {
          const shares = shareBytes(texts, budgetBytes);
          const total = shares.reduce((bytes, share) => bytes + Buffer.byteLength(share.text), 0);
          expect(total).toBeLessThanOrEqual(budgetBytes);
          for (const [index, share] of shares.entries()) {
            expect(texts[index]?.startsWith(share.text)).toBe(true);
            expect(share.cut).toBe(share.text !== texts[index]);
          }
        },
      ),
    );
  });
});
