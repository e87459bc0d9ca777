import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveSlug } from './derive-slug.ts';

test.each([
  ['Market entry: Norway & Sweden!', 'market-entry-norway-sweden'],
  ['  Crème brûlée  ', 'creme-brulee'],
  ['東京', 'engagement'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('%s becomes %s', (name, slug) => {
  expect(deriveSlug(name)).toBe(slug);
});

// ENG-2
test('every name becomes words of a-z and 0-9 joined by single hyphens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      expect(deriveSlug(name, 'untitled')).toMatch(/^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/);
    }),
  );
});
