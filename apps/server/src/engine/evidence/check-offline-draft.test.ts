import { isOpen } from '@ecp/contract/values/citation-counts';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { makeForeignInput } from '@ecp/offline-model/testing/foreign-cases';
import { generateText } from 'ai';
import { expect, test } from 'vitest';
import { openOfflineModel } from '../models/offline-model.ts';
import { checkDeliverable } from './check-deliverable.ts';

async function checkDraft(input: DraftInput) {
  const model = openOfflineModel('local/extractive', { latencyMs: 0, currentHolder: () => '' });
  const providerOptions = { local: { purpose: 'draft', input: JSON.parse(JSON.stringify(input)) } };
  const { text } = await generateText({ model, prompt: 'x', providerOptions });
  return (await checkDeliverable(text, input)).citations;
}

const churn = 'Why subscribers leave the bread subscription: churn';
const said = [
  'Subscribers said “late delivery is why we leave the bread subscription” in 41% of answers.',
  '"Too little choice in the bread subscription," wrote Ms Hartmann of churn.',
  'Die Kundin sagte: „Die Lieferung kam zu spät“, churn im Mai.',
  '“Delivery churn in the bread subscription will fall to 4%.”',
  'A 12" box for the bread subscription holds 3 loaves, and churn of 6" boxes is low.',
];

test('quotes of the offline model are verified, also those inside other quotes', async () => {
  const citations = await checkDraft({
    ...samplePromptInputs().draft,
    upstream: [],
    consultations: [],
    previous: null,
    reviewNotes: [],
    task: { id: 't', name: churn, description: churn, kind: 'analysis' },
    sources: [{ id: 's', title: 'The "churn" report', location: null, text: said.join('\n\n') }],
  });
  expect(
    citations.filter(({ source }) => source.title.includes('churn')).length,
  ).toBeGreaterThanOrEqual(said.length);
  expect(citations.filter(({ state }) => state !== 'verified')).toEqual([]);
});

// MOD-22
test.each(['de', 'fr', 'es', 'ja'] as const)(
  'a pack in %s has no open citation',
  async (language) => {
    const citations = await checkDraft(makeForeignInput(language));
    expect(citations.length).toBeGreaterThan(5);
    expect(citations.filter(isOpen)).toEqual([]);
  },
);
