import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createUnifiedDiff } from './unified-diff.ts';

const diff = (from: string, to: string) =>
  createUnifiedDiff('plan.md', { version: 1, content: from }, { version: 2, content: to });

describe('createUnifiedDiff', () => {
  test('names file and versions, and shows what changed', () => {
    expect(diff('# Plan\n\nOld\n', '# Plan\n\nNew\n')).toBe(
      '--- plan.md\tversion 1\n+++ plan.md\tversion 2\n@@ -1,3 +1,3 @@\n # Plan\n \n-Old\n+New\n',
    );
  });

  test('is empty for equal texts', () => {
    expect(diff('same', 'same')).toBe('');
  });

  test('turns one version into the other', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', '\n', 'c', '# d\n'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (from, to) => {
        if (from !== to) expect(applyPatch(from, diff(from, to))).toBe(to);
      }),
    );
  });

  test('two large texts that share nothing are compared in bounded time', () => {
    const lines = (sign: string) => Array.from({ length: 60_000 }, (_, index) => `${sign} ${index * 7}`).join('\n');
    const [from, to] = [lines('old'), `${lines('new')}\n`];
    const startMs = performance.now();
    const patch = diff(from, to);
    expect(performance.now() - startMs).toBeLessThan(3_000);
    expect(applyPatch(from, patch)).toBe(to);
  });
});
