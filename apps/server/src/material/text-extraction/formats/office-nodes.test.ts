import { expect, test } from 'vitest';
import { writeNode } from './office-nodes.ts';

test('the paragraphs of a cell are written on one line, however many blanks they contain', () => {
  const blanks = ' '.repeat(500_000);
  const paragraph = (text: string) => ({
    type: 'paragraph' as const,
    children: [{ type: 'text' as const, text }],
  });
  const cell = {
    type: 'cell' as const,
    children: [paragraph(`The${blanks}quay`), paragraph(`costs${blanks}\n much`)],
  };
  expect(writeNode({ type: 'row', children: [cell] })).toBe(`| The${blanks}quay costs much |`);
});
