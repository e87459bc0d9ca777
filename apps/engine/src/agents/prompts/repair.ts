import type { FailedCitation } from '@ecp/model-calls/prompt-types';
import { renderTaskMaterial, renderWriterRole } from './draft-prompt-parts.ts';
import { joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection, shortTextSection } from './prompt-sections.ts';
import { queriesSection } from './tables-section.ts';

/** Repairs the citations of a document that failed the check against the stored texts. */
export const repairPrompt: PromptDefinition<'repair'> = {
  purpose: 'repair',
  maxOutputTokens: null,
  outputSchema: () => null,

  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      renderWriterRole(input),
      queriesSection(input, context),
      documentSection('your document', input.draft, context),
      shortTextSection('failed citations', input.failures.map(describeFailure).join('\n'), context.fence),
      `Each citation of your document was compared with the stored text of its source. Those listed above failed.
For each one either correct claim, quote and footnote to what the source says, word for word, or take the claim out; where the point matters and the material is silent, say so under open questions.
Never keep a claim by pointing it at another source that does not say it. Leave everything else exactly as it is. Return the whole document and nothing else.`,
    ]),
  }),
};

function describeFailure({ footnote, claim, quote, reason, passage }: FailedCitation, index: number): string {
  const where = footnote === null ? 'without a footnote' : `footnote [^${footnote}]`;
  const words = quote === null ? '' : ` Quoted: “${quote}”.`;
  const nearest = passage === null ? '' : ` Nearest words of the source: “${passage}”.`;
  return `Failure ${index + 1} (${where}): ${reason}. Claim: “${claim}”.${words}${nearest}`;
}
