import { Type } from 'typebox';
import { joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection, taskSection } from './prompt-sections.ts';

const maxTextLength = 1_000;

/** Lets a reader of another provider's model object to the paper for who decides (contract 11). */
export const challengePrompt: PromptDefinition<'challenge'> = {
  purpose: 'challenge',
  maxOutputTokens: 3_000,

  outputSchema: ({ maxObjections }) => {
    const objection = Type.Object(
      {
        objection: Type.String({
          minLength: 1,
          maxLength: maxTextLength,
          description: 'What is wrong, and what follows',
        }),
        passage: Type.String({ minLength: 1, maxLength: maxTextLength, description: 'The exact words of the paper' }),
        citation: Type.Union([Type.String({ maxLength: maxTextLength }), Type.Null()], {
          description: 'The footnote of the paper that the objection rests on, such as [^3]; null for its reasoning',
        }),
      },
      { additionalProperties: false },
    );
    return Type.Object(
      { objections: Type.Array(objection, { maxItems: maxObjections }) },
      { additionalProperties: false },
    );
  },

  render: ({ task, document, maxObjections }, context) => ({
    material: taskSection(task, context.fence),
    assignment: joinParts([
      documentSection('paper', document, context),
      `You did not write this paper, and you are paid to find what would embarrass its author before the board. Name its ${maxObjections} strongest weaknesses, the gravest first; fewer if there are fewer.
- A weakness is a conclusion that its own figures do not carry, a figure that contradicts another or its source, an alternative or a risk that would change the decision and is missing, or an assumption that is told as a fact.
- Each one names the passage in the exact words of the paper, what is wrong with it, and what follows for the decision. Cite the footnote that the passage rests on, if it has one.
- Style, length and wording are no weaknesses. Invent no facts: what the paper and the brief do not say, you do not know.`,
    ]),
  }),
};
