import { answersTitles } from '@ecp/language/answers-titles';
import { answerNotesRule, renderTaskMaterial, renderWriterRole } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import { lockedSectionsRule } from './locked-sections-rule.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection, shortTextSection } from './prompt-sections.ts';
import { foundSections } from './tools/found-sections.ts';

/** Rewrites a draft that the observer scored low. */
export const revisePrompt: PromptDefinition<'revise'> = {
  purpose: 'revise',
  maxOutputTokens: null,
  outputSchema: () => null,

  // The previous version is left out, because the draft is already based on it.
  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      renderWriterRole(input),
      foundSections(input, context),
      documentSection('your draft', input.draft, context),
      shortTextSection('issues', numberIssues(input.issues), context.fence),
      `A colleague has read your draft and found these issues. Rewrite the document so that each one is gone; keep what is good.
An issue that asks for facts the material does not hold is met by saying so under open questions, never by inventing them. Return the whole document and nothing else.`,
      lockedSectionsRule(input.previous, context.fence),
      answerNotesRule(input, answersTitles[input.engagement.language]),
    ]),
  }),
};

/** Renders issues as numbered lines. */
export function numberIssues(issues: string[]): string {
  return issues.map((issue, index) => `Issue ${index + 1}: ${issue}`).join('\n');
}
