import { answersTitles } from '@ecp/language/answers-titles';
import { answerNotesRule, renderTaskMaterial, renderWriterRole } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import { lockedSectionsRule } from './locked-sections-rule.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection } from './prompt-sections.ts';
import { foundSections } from './tools/found-sections.ts';

/** Writes the deliverable of a task, or its next version. */
export const draftPrompt: PromptDefinition<'draft'> = {
  purpose: 'draft',
  maxOutputTokens: null,
  outputSchema: () => null,

  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      renderWriterRole(input),
      foundSections(input, context),
      input.previous && documentSection(`version ${input.previous.version}`, input.previous.content, context),
      input.previous
        ? `Write the next version of the document of this task. Start from version ${input.previous.version}: keep what is right, change what the notes or newer material ask for, and return the whole document.`
        : 'Write the document of this task. Before you write, settle for yourself: the question in one sentence (in a brief it often stands at the end), who decides what with the answer, which few facts carry it, which figures must be computed, what a seasoned adviser knows about such cases beyond these files, and what the strongest objection is. Look at the data before you trust it: what is missing or counted twice, whether sources share an origin, where the gravest and the dearest cases lie and what they have in common, and how much hangs on a few of them. Then answer the question completely, the answer first. Return the document alone.',
      lockedSectionsRule(input.previous, context.fence),
      answerNotesRule(input, answersTitles[input.engagement.language]),
    ]),
  }),
};
