import type { Citation } from '@ecp/contract/values/citations';
import { expect, test } from 'vitest';
import { planRepair } from '../evidence/plan-repair.ts';

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
const open = (
  claim: string,
  footnote: string | null,
  state: Citation['state'] = 'altered',
): Citation => {
  const source = { kind: 'unknown' as const, title: '', location: null };
  return {
    footnote,
    claim,
    quote: null,
    source,
    state,
    reason: 'wrong',
    passage: null,
    derivation: null,
  };
};
const plan = (citations: Citation[], previous: string | null = null) =>
  planRepair({ content, citations }, { previous, locked: new Set() });

test('failed statements are found as their sentences, through markup and in two places, with what is around them', () => {
  const { failures, more } = plan([
    open('The market is large.', '1', 'missing_source'),
    open('Prices rose by 5 % in Jena.', '2'),
    open('The market is large.', '1', 'missing_source'),
    open('Rents rose by 3 %.', null, 'uncited'),
    open('It rains.', '2', 'verified'),
  ]);
  expect(failures.map(({ section, sentence }) => [section, sentence])).toEqual([
    ['Market', 'The market is large.[^1]'],
    ['Prices', 'Prices rose by **5 %** in [Jena](https://jena.example).[^2]'],
    ['Outlook', 'The market is large.[^1]'],
    ['Outlook', 'Rents rose by 3 %.'],
  ]);
  expect(failures[3]).toMatchObject({
    before: 'The market is large.[^1]',
    faults: [{ state: 'uncited', reason: 'wrong' }],
  });
  expect(failures[1]?.footnotes).toEqual(['[^2]: Brief: “4 %”']);
  expect(more).toEqual([]);
});

test('only what is refuted or denied is repaired, not what no judge has read', () => {
  expect(plan([open('Rents rose by 3 %.', null, 'unjudged')]).failures).toEqual([]);
});

test('statements of one sentence are one failure, and a row of a table is a sentence', () => {
  const table = content.replace(
    'Rents rose by 3 %.',
    '\n\n| Town | Rent |\n| --- | --- |\n| Jena | 7[^2] |',
  );
  const citations = [open('Jena: 7', '2'), open('Jena: 7', null)];
  const { failures } = planRepair(
    { content: table, citations },
    { previous: null, locked: new Set() },
  );
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatchObject({ sentence: '| Jena | 7[^2] |', faults: [{}, {}] });
});

test('a failed sentence comes with the footnote of its table head, and with what a calculation rests on', () => {
  const text =
    '# A\n\n| Town | Rent[^1] |\n| --- | --- |\n| Jena | 7 |\n\nIt is 14 in all.[^2]\n\n[^1]: Query q1\n[^2]: = 7 × 2 = 14; [^1]\n[^3]: Other\n';
  const citations = [open('Jena: 7', '1'), open('It is 14 in all.', '2')];
  const { failures } = planRepair(
    { content: text, citations },
    { previous: null, locked: new Set() },
  );
  expect(failures.map(({ footnotes, named }) => [footnotes, named])).toEqual([
    [['[^1]: Query q1'], []],
    [['[^2]: = 7 × 2 = 14; [^1]'], ['[^1]: Query q1']],
  ]);
});

test('a failed row comes with the sentence before its table and that sentence’s footnote', () => {
  const text =
    '# A\n\nAll rents are assumed.[^1]\n\n| Town | Rent |\n| --- | --- |\n| Ulm | 6[^2] |\n| Jena | 7[^2] |\n\n[^1]: Assumption: rents stay\n[^2]: Query q1\n';
  const { failures } = planRepair(
    { content: text, citations: [open('Jena: 7', '2')] },
    { previous: null, locked: new Set() },
  );
  expect(failures[0]?.before).toContain('All rents are assumed.[^1]');
  expect(failures[0]?.footnotes).toEqual(['[^2]: Query q1', '[^1]: Assumption: rents stay']);
});

test('sentences that follow each other and that one issue wants changed are one failure', () => {
  const text = content.replace(
    'Rents rose by 3 %.',
    'Rents rose by 3 %. Flats got scarce. Nobody builds.',
  );
  const issue = 'Say both for one year.';
  const { failures } = planRepair(
    { content: text, citations: [] },
    {
      previous: null,
      locked: new Set(),
      issues: [
        { sentence: 'Rents rose by 3 %.', issue },
        { sentence: 'Flats got scarce.', issue },
        { sentence: 'Nobody builds.', issue: 'Say who.' },
      ],
    },
  );
  expect(failures.map(({ sentence, issues }) => [sentence, issues])).toEqual([
    ['Rents rose by 3 %. Flats got scarce.', [issue]],
    ['Nobody builds.', ['Say who.']],
  ]);
});

test('of sentences that one issue wants changed, none is lost beside one that failed', () => {
  const text = content.replace('Rents rose by 3 %.', 'Rents rose by 3 %. Flats got scarce.');
  const issue = 'Say both for one year.';
  const { failures } = planRepair(
    { content: text, citations: [open('Rents rose by 3 %.', null)] },
    {
      previous: null,
      locked: new Set(),
      issues: [
        { sentence: 'Rents rose by 3 %.', issue },
        { sentence: 'Flats got scarce.', issue },
      ],
    },
  );
  expect(failures.map(({ sentence, issues }) => [sentence, issues])).toEqual([
    ['Rents rose by 3 %.', [issue]],
    ['Flats got scarce.', [issue]],
  ]);
});

test('more sentences than one repair takes are told by their kinds', () => {
  const many = Array.from({ length: 50 }, (_, at) => `Item ${at} costs ${at} euros more.`);
  const planned = planRepair(
    {
      content: `# A\n\n${many.join('\n\n')}\n`,
      citations: many.map((claim) => open(claim, null, 'uncited')),
    },
    { previous: null, locked: new Set() },
  );
  expect(planned.failures).toHaveLength(40);
  expect(planned.more).toEqual([{ state: 'uncited', count: 10 }]);
});

test('note answers, and what an amended document has from its previous version, are not repaired', () => {
  const citations = [open('Prices rose by 5 % in Jena.', '2'), open('Rents rose by 4 %.', null)];
  expect(plan([open('Rents rose by 4 %.', null)]).failures).toEqual([]);
  const previous = content.replace('Rents rose by 3 %.', 'Rents fell.');
  const { failures } = plan([...citations, open('Rents rose by 3 %.', null)], previous);
  expect(failures.map(({ section }) => section)).toEqual(['Outlook']);
});

test('a sentence that the observer wants changed is repaired with what else is wrong in it', () => {
  const planned = planRepair(
    { content, citations: [open('Rents rose by 3 %.', null)] },
    {
      previous: null,
      locked: new Set(),
      issues: [
        { sentence: 'Rents rose by 3 %.', issue: 'Name the year.' },
        { sentence: 'Prices rose by 5 % in Jena.', issue: 'Say since when.' },
        { sentence: 'Rents rose by 4 %.', issue: 'This stands in an answer.' },
      ],
    },
  );
  expect(
    planned.failures.map(({ section, claims, faults }) => [section, claims.length, faults.length]),
  ).toEqual([
    ['Prices', 0, 1],
    ['Outlook', 1, 2],
  ]);
  expect(planned.failures[0]?.faults).toEqual([
    { state: 'issue', footnote: null, reason: 'Say since when.', passage: null },
  ]);
});
