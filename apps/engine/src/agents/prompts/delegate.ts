import { Type } from 'typebox';
import { fenceRule, joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, engagementSection, rosterLines, taskSection } from './prompt-sections.ts';

const maxQuestions = 2;

/** Lets the lead agent ask colleagues before it drafts: none, one or two questions. */
export const delegatePrompt: PromptDefinition<'delegate'> = {
  purpose: 'delegate',
  maxOutputTokens: 1_500,

  outputSchema: ({ colleagues }) => {
    const slugs = colleagues.map((colleague) => colleague.slug);
    const question = Type.Object(
      {
        agentSlug: slugs.length > 0 ? Type.String({ enum: slugs }) : Type.String(),
        question: Type.String({ minLength: 1 }),
      },
      { additionalProperties: false },
    );
    const maxItems = Math.min(maxQuestions, slugs.length);
    return Type.Object({ questions: Type.Array(question, { maxItems }) }, { additionalProperties: false });
  },

  render: ({ engagement, task, agent, colleagues }, fence) => ({
    system: joinParts([
      agentIntroduction(agent),
      fenceRule(fence),
      `Colleagues you can ask:\n${rosterLines(colleagues)}`,
    ]),
    prompt: joinParts([
      engagementSection(engagement, fence),
      taskSection(task, fence),
      `You are about to write the document of this task. Which colleague knows something that you need and do not know?
Ask at most ${maxQuestions} questions, each to the colleague whose field it is. A question stands on its own, is about this client's case, and its answer changes what you write.
Ask nothing that the brief answers and nothing you can judge yourself; then return an empty list. Colleagues see the brief, the task and the sources.`,
    ]),
  }),
};
