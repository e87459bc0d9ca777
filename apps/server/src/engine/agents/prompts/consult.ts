import { Type } from 'typebox';
import { namedSlugs } from './plan.ts';
import type { PromptDefinition } from './prompt-sections.ts';
import {
  agentIntroduction,
  fenceText,
  joinParts,
  shortTextSection,
  taskSection,
  upstreamSection,
} from './prompt-sections.ts';

const maxQuestions = 2;

/** Lets the lead agent ask at most two questions of colleagues whose documents it does not see. */
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
    return Type.Object(
      { questions: Type.Array(question, { maxItems }) },
      { additionalProperties: false },
    );
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
