import { Type } from 'typebox';
import { joinParts } from './fenced-text.ts';
import { conflictsSection } from './figure-sections.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, documentSection, taskSection } from './prompt-sections.ts';

const mark = Type.Object(
  { comment: Type.String({ minLength: 1 }), score: Type.Number({ minimum: 0, maximum: 100 }) },
  { additionalProperties: false },
);

/** Lets the evaluator, independent of the observer, score a finished deliverable (QUA-1). */
export const evaluatePrompt: PromptDefinition<'evaluate'> = {
  purpose: 'evaluate',
  maxOutputTokens: 4_000,

  // One required key for each criterion, so that none is missing and none is scored twice.
  outputSchema: ({ rubric }) =>
    Type.Object(
      {
        criteria: Type.Object(Object.fromEntries(rubric.criteria.map(({ id }) => [id, mark])), {
          additionalProperties: false,
        }),
        feedback: Type.String({ minLength: 1 }),
      },
      { additionalProperties: false },
    ),

  render: ({ task, agent, deliverable, rubric, conflicts }, context) => ({
    assignment: joinParts([
      taskSection(task, context.fence),
      documentSection('deliverable', deliverable, context),
      conflictsSection(conflicts, context.fence),
      agentIntroduction(agent),
      `Rubric ${rubric.type}, version ${rubric.version}:\n${rubric.criteria
        .map(({ id, name, description, weight }) => `- ${id}: ${name} (weight ${weight}). ${description}`)
        .join('\n')}`,
      `Score the deliverable on each criterion, on the scale of scores. Judge only what stands in the text. Each comment comes before its score and names the passage or the gap that decides it.
Feedback: 2 to 5 sentences for the client's reviewer: what can be relied on, what to check, what would improve it most.`,
    ]),
  }),
};
