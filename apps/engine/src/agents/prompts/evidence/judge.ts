import type { SupportQuestion } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { fenceText, joinParts, truncationNotice } from '../fenced-text.ts';
import type { PromptContext, PromptDefinition } from '../prompt-definition.ts';
import { shareBytes } from '../share-bytes.ts';

/** Judges whether the cited passages support the claims of a document (contract 9). */
export const judgePrompt: PromptDefinition<'judge'> = {
  purpose: 'judge',
  maxOutputTokens: 6_000,
  standsAlone: true,

  outputSchema: ({ questions }) => {
    const answer = Type.Object(
      {
        question: Type.Integer({ minimum: 1, maximum: questions.length }),
        reason: Type.String({ minLength: 1, description: 'One short sentence: what decides' }),
        supported: Type.Boolean(),
      },
      { additionalProperties: false },
    );
    return Type.Object(
      { answers: Type.Array(answer, { maxItems: questions.length }) },
      { additionalProperties: false },
    );
  },

  render: ({ questions }, context) => ({
    assignment: joinParts([judgeRules, ...renderQuestions(questions, context), 'Return one answer for each claim.']),
  }),
};

const judgeRules = `You did not write the document that these claims come from, and you know nothing about its subject but the passages below. For each claim decide from its own passages alone, all of them together, whether they say what it says.
- Supported: a careful reader of the passages would agree to each fact of the claim. Other words, another language, rounding, and the same value in another scale change nothing; nor do the author's recommendations and conclusions, which need no source.
- Not supported: the claim has another direction or sign, another unit or currency, percent for percentage points or the reverse, another period, another subject, place or scope, another row or column of a table; it drops or adds a negation; it tells a possibility, a plan or an opinion as a fact; it says more than the passages.
- Judge nothing else: neither whether the claim is true, nor whether the passage is.
- The reason is one short sentence: what the passages say instead, or that they say it.`;

function renderQuestions(questions: readonly SupportQuestion[], { fence, room }: PromptContext): string[] {
  const texts = questions.map(({ claim, passages }) => {
    const shown = passages.map(({ source, words }) => `Passage of ${source}:\n${words}`).join('\n\n');
    return `Claim: ${claim}\n\n${shown}`;
  });
  return shareBytes(texts, room.document).map((share, index) =>
    fenceText(fence, `claim ${index + 1}`, share.text + truncationNotice(share)),
  );
}
