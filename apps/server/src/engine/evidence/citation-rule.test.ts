import { isOpen } from '@ecp/contract/values/citation-counts';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { expect, it } from 'vitest';
import { exampleParagraph } from '../agents/prompts/draft.ts';
import { checkDeliverable } from './check-deliverable.ts';

const task = { id: 't', name: 'Delivery', description: '', kind: 'analysis' } as const;
const costs = {
  id: 's1',
  title: 'Tour costs 2026.xlsx',
  location: 'sheet Costs',
  text: 'Item | EUR\nCost per stop | 11.80\n',
};
const interview = {
  id: 's2',
  title: 'Interview with the head of logistics',
  location: 'page 2',
  text: 'On a usual day it is a hundred, and we make some 26,000 stops a year. That is too many.',
};
/**
 * The source of what the earlier document and the colleague say: their word alone backs nothing.
 */
const books = {
  id: 's3',
  title: 'Books 2026.xlsx',
  location: null,
  text: 'Delivery loses EUR 40,000 a year. Customers accept EUR 2 a box.',
};
const material = {
  engagement: sampleEngagement({ brief: 'The bakery has 14 shops in Leipzig.' }),
  task,
  sources: [costs, interview, books],
  upstream: [
    {
      taskName: 'Costs',
      filename: 'cost-analysis.md',
      content: '# Costs\n\nDelivery loses money every year.\n',
    },
  ],
  consultations: [
    {
      agentSlug: 'x',
      agentName: 'Pricing Strategist',
      question: 'What price?',
      answer: 'Customers accept a fee for each box.',
    },
  ],
  reviewNotes: ['Mention that two vans are leased.'],
};

it('the example of a paragraph in the prompts passes the check of citations', async () => {
  const { citations } = await checkDeliverable(
    `# Delivery\n\n${exampleParagraph.replace('…\n', '\n')}\n`,
    material,
  );
  expect(citations.map(({ state, reason }) => [state, reason])).toEqual([
    ['set_by_text', null],
    ['unjudged', null],
    ['unjudged', null],
    ['computed', null],
  ]);
});

it('every kind of source is cited as the prompts say', async () => {
  const document = `# Delivery

It has 14 shops.[^1] A stop costs EUR 11.80.[^2] Delivery loses money every year.[^3] A fee for each box is accepted.[^4] Two vans are leased.[^5]

[^1]: Brief: “The bakery has 14 shops in Leipzig.”
[^2]: Tour costs 2026.xlsx, sheet Costs: “Cost per stop | 11.80”
[^3]: cost-analysis.md: “Delivery loses money every year.”
[^4]: Colleague Pricing Strategist: “Customers accept a fee for each box.”
[^5]: Reviewer note 1: “two vans are leased”
`;
  const { citations } = await checkDeliverable(document, material);
  expect(citations).toHaveLength(5);
  expect(citations.filter(isOpen)).toEqual([]);
});
