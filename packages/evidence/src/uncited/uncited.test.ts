import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import type { EvidenceMaterial } from '../material.ts';

const material: EvidenceMaterial = {
  brief: 'The budget is DKK 3.9 million.',
  language: 'en',
  assignment: [],
  sources: [{ title: 'report.md', location: null, text: 'Net sales came to DKK 4,812 million.' }],
  upstream: [
    {
      taskName: 'Market',
      filename: 'market.md',
      content: 'Fees take 34 percent.[^1] Buyers are many.\n\n[^1]: Barometer: “34 percent”\n',
      citations: [{ footnote: '1', claim: 'Fees take 34 percent.', state: 'missing_source' }],
    },
  ],
  consultations: [
    { agentSlug: 'x', agentName: 'Ada', question: 'How large?', answer: 'The bread market is worth €4.2 billion.' },
  ],
  reviewNotes: [],
  queries: [
    {
      ...{ id: 'q1', title: 'Orders', sql: 'select', resultHash: '' },
      columns: [
        { name: 'channel', type: 'text', unit: null },
        { name: 'orders', type: 'number', unit: null },
      ],
      rows: [
        ['App', 13431],
        ['Phone', 1600],
      ],
    },
  ],
  tables: [],
};
const check = async (body: string) => {
  const checked = await checkEvidence(`# T\n\n${body}\n`, material, { slice: createTimeSlice(undefined) });
  return checked.map(({ state }) => state);
};

it.each([
  ['an invented figure', 'The campaign reached 41,500 households.', ['uncited']],
  ['a fact of the outside world', 'The city council has decided to close the harbour road to cars.', ['uncited']],
  ['a figure of the brief', 'With DKK 3.9 million much can be done.', []],
  ['a recommendation', 'We recommend a pilot with 40 households.', []],
  ['the document about itself', 'This paper sets out what we found.', []],
  ['an estimate with its basis', 'At 6 hours a week and DKK 210 an hour, we estimate DKK 1,260 a week.', []],
  ['an estimate without one', 'We estimate 1,260 visitors.', ['altered']],
  [
    'a figure that holds elsewhere',
    'Sales of DKK 4,812 million allow it.\n\nSales were DKK 4,812 million.[^1]\n\n[^1]: report.md: “Net sales came to DKK 4,812 million.”',
    ['verified'],
  ],
])('without a footnote: %s', async (_, body, states) => {
  expect(await check(body)).toEqual(states);
});

it.each([
  ['a colleague’s figure', 'The bread market is worth €4.2 billion.', 'Colleague Ada', 'missing_source'],
  ['an unproven document', 'Fees take 34 percent.', 'market.md: “Fees take 34 percent.”', 'missing_source'],
  ['a query', 'The app brought in 13,431 orders.', 'Query q1', 'verified'],
  ['a sum over a query', 'In all there were 15,031 orders.', 'Query q1', 'computed'],
  ['another figure than the query’s', 'The app brought in 14,431 orders.', 'Query q1', 'altered'],
  ['a query that is not there', 'The app brought in 13,431 orders.', 'Query q9', 'missing_source'],
])('a chain is as good as its end: %s', async (_, claim, definition, state) => {
  expect(await check(`${claim}[^1]\n\n[^1]: ${definition}`)).toEqual([state]);
});

it('asks a judge only what the rules leave open, and a "no" more than once', async () => {
  const asked: string[] = [];
  const judge = async (questions: readonly { claim: string }[]) => {
    asked.push(...questions.map(({ claim }) => claim));
    return questions.map(() => ({ supported: false, reason: 'no' }));
  };
  const body =
    'Net sales came to DKK 4,812 million.[^1] The firm is doing well.[^2]\n\n[^1]: report.md: “Net sales came to DKK 4,812 million.”\n[^2]: report.md: “Net sales came to DKK 4,812 million.”';
  const checked = await checkEvidence(`# T\n\n${body}\n`, material, { judge, slice: createTimeSlice(undefined) });
  expect(checked.map(({ state }) => state)).toEqual(['verified', 'unsupported']);
  expect(asked).toEqual(['The firm is doing well.', 'The firm is doing well.']);
});
