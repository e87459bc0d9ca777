import { answersTitles } from '@ecp/language/answers-titles';
import { lengthLine } from './document-length.ts';
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
      foundSections(input, context, input.draft),
      documentSection('your draft', input.draft, context),
      shortTextSection('issues', numberIssues(input.issues), context.fence),
      `A colleague has read your draft and found these issues. Rewrite the document so that each one is gone; keep what is good, word for word where no issue is about it. A shorter document is better than a longer one: mend by replacing, not by adding.
Where an issue asks for facts that the material does not hold, propose or assume and declare it, or name it as open. Return the whole document and nothing else.`,
      lengthLine('draft', input.draft, input),
      lockedSectionsRule(input.previous, context.fence),
      answerNotesRule(input, answersTitles[input.engagement.language]),
    ]),
  }),
};

/** Renders issues as numbered lines. */
export function numberIssues(issues: string[]): string {
  return issues.map((issue, index) => `Issue ${index + 1}: ${issue}`).join('\n');
}
