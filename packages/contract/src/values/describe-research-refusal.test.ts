import { expect, test } from 'vitest';
import { describeResearchRefusal } from './describe-research-refusal.ts';
import { researchRefusals } from './research-refusals.ts';

test('each refusal is a sentence, with its subject if it has one', () => {
  const sentences = researchRefusals.map((reason) =>
    describeResearchRefusal({ reason, detail: 'host.example' }),
  );
  expect(new Set(sentences).size).toBe(researchRefusals.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Zh].*\.$/);
  expect(describeResearchRefusal({ reason: 'too_large', detail: '10485760' })).toBe(
    'The page is larger than 10 MB.',
  );
  expect(describeResearchRefusal({ reason: 'status', detail: '410' })).toBe(
    'The page answered with status 410.',
  );
});
