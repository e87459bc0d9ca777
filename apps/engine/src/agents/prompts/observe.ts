import { Type } from 'typebox';
import { renderTaskMaterial } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import { conflictsSection } from './figure-sections.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, documentSection } from './prompt-sections.ts';
import { foundSections } from './tools/found-sections.ts';

const finding = Type.String({ minLength: 1 });

/** Lets the observer, who sees what the writer saw, score a draft and say what a revision must do. */
export const observePrompt: PromptDefinition<'observe'> = {
  purpose: 'observe',
  maxOutputTokens: 2_500,

  outputSchema: () =>
    Type.Object(
      {
        strengths: Type.Array(finding, { maxItems: 5 }),
        issues: Type.Array(finding, { maxItems: 8, description: 'Imperative sentences, gravest first' }),
        score: Type.Number({ minimum: 0, maximum: 100 }),
      },
      { additionalProperties: false },
    ),

  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      agentIntroduction(input.observer),
      // The draft's own conflicts follow it.
      foundSections({ ...input, conflicts: [] }, context),
      documentSection('draft', input.draft, context),
      conflictsSection(input.conflicts, context.fence),
      `The draft is by ${input.agent.name} (${input.agent.role}). You have the material that the author had: look every figure and quote up in it before you doubt or trust it.
Name up to 5 strengths and up to 8 issues, gravest first, and then score the draft on the scale of scores. Each issue is one imperative sentence that names the place and says what to do. Return no issue that needs no action.`,
    ]),
  }),
};
