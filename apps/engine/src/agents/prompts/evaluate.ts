import { Type } from 'typebox';
import { lengthLine } from './document-length.ts';
import { joinParts } from './fenced-text.ts';
import { conflictsSection } from './figure-sections.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, documentSection, shortTextSection, taskSection } from './prompt-sections.ts';
import { queriesSection } from './tools/tables-section.ts';

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

  render: ({ engagement, task, agent, deliverable, rubric, conflicts, queries, sourceTitles = [] }, context) => ({
    assignment: joinParts([
      taskSection(task, context.fence),
      sourceTitles.length > 0
        ? `The sources of the engagement, by their titles:\n${shortTextSection('titles of sources', sourceTitles.join('\n'), context.fence)}`
        : null,
      queriesSection({ queries }, { own: [deliverable], others: [] }, context),
      documentSection('deliverable', deliverable, context),
      conflictsSection(conflicts, context.fence),
      agentIntroduction(agent),
      `Rubric ${rubric.type}, version ${rubric.version}:\n${rubric.criteria
        .map(({ id, name, description, weight }) => `- ${id}: ${name} (weight ${weight}). ${description}`)
        .join('\n')}`,
      `How the deliverable cites: a footnote names a source with its words, or a recorded query of the client's tables by its id, which is as good a source and links to its result; one that begins with = is a calculation, which a machine has worked out again; one that declares a proposal or an assumption needs no source.`,
      lengthLine('deliverable', deliverable, { engagement, task }),
      `Score the deliverable on each criterion, on the scale of scores. Judge only what stands in the text. Task and brief decide what the document must hold and how long it is: where a criterion asks for something that they do not need, judge how well the document serves what the criterion is for. Each comment comes before its score and names the passage or the gap that decides it.
Feedback: 2 to 5 sentences for the client's reviewer: what can be relied on, what to check, what would improve it most.`,
    ]),
  }),
};
