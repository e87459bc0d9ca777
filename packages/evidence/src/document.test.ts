import { expect, it } from 'vitest';
import { type DocumentBlock, openingOf } from './document.ts';

// ERR-12
it('finds the opening of a document of headings in one pass', () => {
  let reads = 0;
  const block = {
    text: 'a',
    references: [],
    links: [],
    columns: null,
    get kind(): DocumentBlock['kind'] {
      reads += 1;
      return 'heading';
    },
  };
  expect(openingOf(Array.from({ length: 1_000 }, () => block))).toEqual([]);
  expect(reads).toBeLessThan(3_000);
});
