import { answerNotesRule, renderWriterMaterial, renderWriterSystem } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection } from './prompt-sections.ts';

/** Writes the deliverable of a task, or its next version. */
export const draftPrompt: PromptDefinition<'draft'> = {
  purpose: 'draft',
  maxOutputTokens: 8_000,
  outputSchema: () => null,

  render: (input, fence, canSearch) => ({
    system: renderWriterSystem(input, fence),
    prompt: joinParts([
      renderWriterMaterial(input, fence, canSearch),
      input.previous && documentSection(`version ${input.previous.version}`, input.previous.content, fence),
      input.previous
        ? `Write the next version of the document of this task. Start from version ${input.previous.version}: keep what is right, change what the notes or newer material ask for, and return the whole document.`
        : 'Write the document of this task. Answer its question completely, with the evidence at hand.',
      answerNotesRule(input.reviewNotes, input.engagement),
    ]),
  }),
};
