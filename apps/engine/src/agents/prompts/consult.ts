import { Type } from 'typebox';
import { fenceRule, joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import {
  agentIntroduction,
  engagementSection,
  shortTextSection,
  sourcesSection,
  taskSection,
} from './prompt-sections.ts';
import { evidenceRules } from './writing-rules.ts';

/** One colleague answers one question. */
export const consultPrompt: PromptDefinition<'consult'> = {
  purpose: 'consult',
  maxOutputTokens: 2_000,

  outputSchema: () =>
    Type.Object(
      { answer: Type.String({ minLength: 1, description: 'Markdown, 100 to 300 words' }) },
      { additionalProperties: false },
    ),

  render: ({ engagement, task, agent, askedBy, question, sources }, fence, canSearch) => ({
    system: joinParts([agentIntroduction(agent), fenceRule(fence), evidenceRules]),
    prompt: joinParts([
      engagementSection(engagement, fence),
      taskSection(task, fence),
      sourcesSection(sources, fence, canSearch),
      shortTextSection('question', question, fence),
      `Your colleague ${askedBy.name} (${askedBy.role}) asks you this question for the task.
Answer it from your field in 100 to 300 words: the answer first, then the reasons, then what it depends on. Say plainly what cannot be known from the material and how to find it out.`,
    ]),
  }),
};
