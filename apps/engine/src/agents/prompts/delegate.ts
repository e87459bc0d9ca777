import { Type } from 'typebox';
import { fenceText, joinParts } from './fenced-text.ts';
import { namedSlugs } from './named-slugs.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, taskSection } from './prompt-sections.ts';

const maxQuestions = 2;

/** Lets the lead agent ask colleagues whose documents it does not see: none, one or two questions. */
export const delegatePrompt: PromptDefinition<'delegate'> = {
  purpose: 'delegate',
  maxOutputTokens: 1_500,

  outputSchema: ({ colleagues }) => {
    const question = Type.Object(
      {
        agentSlug: namedSlugs(
          colleagues.map(({ agent }) => agent),
          'Slug of the colleague',
        ),
        question: Type.String({ minLength: 1 }),
      },
      { additionalProperties: false },
    );
    const maxItems = Math.min(maxQuestions, colleagues.length);
    return Type.Object({ questions: Type.Array(question, { maxItems }) }, { additionalProperties: false });
  },

  render: ({ task, agent, colleagues }, { fence }) => ({
    material: taskSection(task, fence),
    assignment: joinParts([
      agentIntroduction(agent),
      `These colleagues have finished documents that you do not see:\n${colleagues
        .map(({ agent: { slug, name, role }, documents }) => {
          return `- slug: ${slug} (${name}, ${role})\n${fenceText(fence, `documents of ${slug}`, documents.join('\n'))}`;
        })
        .join('\n')}`,
      `You are about to write the document of this task. Does one of their documents hold a finding or a figure that would change what you write? Ask at most ${maxQuestions} questions, each about what such a document says, so that it can be answered from it. Return an empty list if nothing would change.`,
    ]),
  }),
};
