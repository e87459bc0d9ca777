import type { Citation } from '@ecp/contract/values/citations';
import { expect, test } from 'vitest';
import { planRepair } from './repair-citations.ts';

const content = `# Market

The market is large.[^1]

## Prices

Prices rose by **5 %** in [Jena](https://jena.example).[^2]

## Outlook

The market is large.[^1] Rents rose by 3 %.

## Answers to the reviewer

1. Why? — **Met:** Rents rose by 4 %.

[^1]: Study: “large”
[^2]: Brief: “4 %”
`;
const open = (claim: string, footnote: string | null, state: Citation['state'] = 'altered'): Citation => {
  const source = { kind: 'unknown' as const, title: '', location: null };
  return { footnote, claim, quote: null, source, state, reason: 'wrong', passage: null, derivation: null };
};
const plan = (citations: Citation[], previous: string | null = null) =>
  planRepair({ content, citations, figures: [] }, { previous, locked: new Set() });

test('open statements are found in their sections, also through markup and in two places', () => {
  const { editable, failures } = plan([
    open('The market is large.', '1', 'missing_source'),
    open('Prices rose by 5 % in Jena.', '2'),
    open('The market is large.', '1', 'missing_source'),
    open('Rents rose by 3 %.', null, 'uncited'),
    open('It rains.', '2', 'verified'),
  ]);
  expect(failures.map(({ section, state }) => [section, state])).toEqual([
    [1, 'missing_source'],
    [2, 'altered'],
    [3, 'missing_source'],
    [3, 'uncited'],
  ]);
  expect(editable).toEqual([1, 2, 3]);
});

test('note answers, and what an amended document has from its previous version, are not repaired', () => {
  const citations = [open('Prices rose by 5 % in Jena.', '2'), open('Rents rose by 4 %.', null)];
  expect(plan([open('Rents rose by 4 %.', null)]).failures).toEqual([]);
  const previous = content.replace('Rents rose by 3 %.', 'Rents fell.');
  expect(plan([...citations, open('Rents rose by 3 %.', null)], previous)).toMatchObject({ editable: [3] });
});
