import type { Language } from '@ecp/language/language';

import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerGrid } from './answer-grid.ts';
import { makeDraftInput } from './testing/sample-inputs.ts';

/** Answers one question for a number from one text. */
async function answer(language: Language, text: string, question: string) {
  const { engagement } = makeDraftInput();
  const { answers } = await answerGrid(
    {
      engagement: { ...engagement, language },
      filename: 'lease.md',
      isWhole: true,
      isShared: false,
      passages: [{ place: null, heading: '', text }],
      columns: [{ name: 'Answer', question, type: 'number' }],
      refused: [],
    },
    createTimeSlice(undefined),
  );
  return answers[0];
}

// GRD-26
test.each([
  ['en', 'The rent is EUR 15,000 a year.', 'By how much does the rent rise a year?'],
  ['de', 'Die Miete beträgt 15.000 EUR im Jahr.', 'Um wie viel steigt die Miete im Jahr?'],
  ['fr', 'Le loyer est de 15 000 EUR par an.', 'De combien le loyer augmente-t-il par an ?'],
  ['es', 'La renta es de 15.000 EUR al año.', '¿Cuánto sube la renta al año?'],
  ['ja', '賃料は年間1,500,000円である。', '賃料は年間どれだけ上がるか。'],
] as const)(
  'in %s a state is no answer to a question for its change',
  async (language, text, question) => {
    expect(await answer(language, text, question)).toMatchObject({ found: false });
  },
);

// GRD-26
test.each([
  [
    'en',
    'The rent rises by 2.5 % a year. The rent is EUR 15,000.',
    'By how much does the rent rise a year?',
    '2.5 % a year',
  ],
  [
    'de',
    'Die Miete steigt um 3 % im Jahr.',
    'Um wie viel steigt die Miete im Jahr?',
    '3 % im Jahr',
  ],
] as const)(
  'in %s the sentence with the change answers it',
  async (language, text, question, value) => {
    expect(await answer(language, text, question)).toMatchObject({ found: true, value });
  },
);
