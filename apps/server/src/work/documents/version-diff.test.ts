import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createUnifiedDiff } from './version-diff.ts';

const diff = (from: string, to: string) =>
  createUnifiedDiff('plan.md', { version: 1, content: from }, { version: 2, content: to });

describe('createUnifiedDiff', () => {
  // DEL-9
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

  const numbered = (sign: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${sign} ${index * 7}`).join('\n');

  test.each([
    ['1,000 lines', numbered('old', 1_000), `${numbered('new', 1_000)}\n`],
    ['60,000 lines', numbered('old', 60_000), `${numbered('nëw', 60_000)}\n`],
    ['a million line feeds', '\n'.repeat(1_000_000), 'x'],
    ['nothing and a long line', '', 'x'.repeat(500_000)],
  ])('texts that share nothing give a patch: %s', (_, from, to) => {
    const patch = diff(from, to);
    expect(applyPatch(from, patch)).toBe(to);
  });
});
