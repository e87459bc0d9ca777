import { expect, test } from 'vitest';
import { firstLines } from './first-lines.ts';

// POR-15
test('the first lines of a document are the words of its first paragraph', () => {
  const paper = [
    '---\ntitle: Enter by partners\n---\n\n# Enter by partners\n\n## Summary',
    '| Country | Fleet |\n| --- | ---: |\n| Sweden | 1,240 |',
    '- Decide before Friday.',
    'We advise to enter by **partners**.[^1]\nSales were [12 million](https://example.com).',
    'More.',
    '[^1]: Brief',
  ].join('\n\n');
  expect(firstLines(paper)).toBe('We advise to enter by partners. Sales were 12 million.');
  expect(firstLines('# Plan\n\n1. Decide.\n2. Begin.\n\n> Said.')).toBe('Decide. Begin.');
  expect(firstLines('# Plan\n\n## Steps\n')).toBe('');
});
