import { Type } from 'typebox';
import { fenceRule, joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import {
  agentIntroduction,
  consultationsSection,
  engagementSection,
  rosterLines,
  shortTextSection,
  sourcesSection,
  taskSection,
} from './prompt-sections.ts';
import { evidenceRules } from './writing-rules.ts';

/** Lets one colleague answer one question. */
export const consultPrompt: PromptDefinition<'consult'> = {
  purpose: 'consult',
  maxOutputTokens: 2_000,

  outputSchema: ({ colleagues }) => {
    const question = Type.Object(
      { agentSlug: Type.String({ description: 'Slug of the colleague' }), question: Type.String({ minLength: 1 }) },
      { additionalProperties: false },
    );
    return Type.Object(
      {
        answer: Type.String({ minLength: 1, description: 'Markdown, 100 to 300 words' }),
        ask: Type.Array(question, { maxItems: colleagues.length > 0 ? 1 : 0 }),
      },
      { additionalProperties: false },
    );
  },

  render: ({ engagement, task, agent, askedBy, question, sources, colleagues, advice }, fence, canSearch) => ({
    system: joinParts([
      agentIntroduction(agent),
      fenceRule(fence),
      evidenceRules,
      colleagues.length > 0 ? `Colleagues you can ask:\n${rosterLines(colleagues)}` : null,
    ]),
    prompt: joinParts([
      engagementSection(engagement, fence),
      taskSection(task, fence),
      sourcesSection(sources, fence, canSearch),
      consultationsSection(advice, fence),
      shortTextSection('question', question, fence),
      `Your colleague ${askedBy.name} (${askedBy.role}) asks you this question for the task.
Answer it from your field in 100 to 300 words: the answer first, then the reasons, then what it depends on. Say plainly what cannot be known from the material and how to find it out.`,
      colleagues.length > 0
        ? 'Leave the list ask empty unless your answer would be wrong without a fact from the field of another colleague; then put one question to that colleague there, and answer as well as you can until then.'
        : 'Leave the list ask empty.',
    ]),
  }),
};
