import { expect, test } from 'vitest';
import { sectionFinder } from './cited-changes.ts';

const content = `Begun on Monday.[^1]

# Paper

Opening.

## Costs

The *quay* costs EUR 4 million.[^2] It is **large**.[^3]

## Risks

The quay may cost EUR 6 million.[^2]

[^1]: Plan
[^2]: Quay
[^3]: Map
`;

// REC-9
test('a statement is found in its section, by footnote and words', () => {
  const find = sectionFinder(content);
  expect(find({ footnote: '1', claim: 'Begun on Monday.' })).toBeNull();
  expect(find({ footnote: '2', claim: 'The quay costs EUR 4 million.' })).toBe('Costs');
  expect(find({ footnote: '2', claim: 'The quay may cost EUR 6 million.' })).toBe('Risks');
  expect(find({ footnote: '3', claim: 'Words that were cut.' })).toBe('Costs');
  expect(find({ footnote: null, claim: 'The quay may cost EUR 6 million.' })).toBe('Risks');
});
