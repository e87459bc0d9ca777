import { answerNotesRule, renderWriterMaterial, renderWriterSystem } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection, shortTextSection } from './prompt-sections.ts';

/** Rewrites a draft that the observer scored low. */
export const revisePrompt: PromptDefinition<'revise'> = {
  purpose: 'revise',
  maxOutputTokens: 8_000,
  outputSchema: () => null,

  // The previous version is left out, because the draft is already based on it.
  render: (input, fence, canSearch) => ({
    system: renderWriterSystem(input, fence),
    prompt: joinParts([
      renderWriterMaterial(input, fence, canSearch),
      documentSection('your draft', input.draft, fence),
      shortTextSection('issues', input.issues.map((issue, index) => `Issue ${index + 1}: ${issue}`).join('\n'), fence),
      `A colleague has read your draft and found these issues. Rewrite the document so that each one is gone; keep what is good.
An issue that asks for facts the material does not hold is met by saying so under open questions, never by inventing them. Return the whole document.`,
      answerNotesRule(input.reviewNotes, input.engagement),
    ]),
  }),
};
