import { Type } from 'typebox';
import { joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, shortTextSection, taskSection, upstreamSection } from './prompt-sections.ts';

/** Lets a colleague answer a question from the documents that it has finished. */
export const consultPrompt: PromptDefinition<'consult'> = {
  purpose: 'consult',
  maxOutputTokens: 2_000,

  outputSchema: () =>
    Type.Object(
      { answer: Type.String({ minLength: 1, description: 'Markdown, 50 to 300 words' }) },
      { additionalProperties: false },
    ),

  render: ({ task, agent, askedBy, question, documents }, context) => ({
    material: joinParts([taskSection(task, context.fence), upstreamSection(documents, context)]),
    assignment: joinParts([
      agentIntroduction(agent),
      shortTextSection('question', question, context.fence),
      `Your colleague ${askedBy.name} (${askedBy.role}) asks you this for the task. Answer in 50 to 300 words from your finished documents above: the answer first, with its figures and the sources that they cite, then what it depends on. Say plainly what they do not tell.`,
    ]),
  }),
};
