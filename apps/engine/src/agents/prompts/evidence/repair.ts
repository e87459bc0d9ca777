import type { FailedCitation } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { areShownWhole, renderSections } from '../amend.ts';
import { renderTaskMaterial, renderWriterRole } from '../draft-prompt-parts.ts';
import { joinParts } from '../fenced-text.ts';
import type { PromptDefinition } from '../prompt-definition.ts';
import { shortTextSection } from '../prompt-sections.ts';
import { foundSections } from '../tools/found-sections.ts';

const edit = Type.Object(
  {
    action: Type.String({ enum: ['replace', 'remove'] }),
    section: Type.Integer({ minimum: 1 }),
    markdown: Type.String({ description: 'The whole section with its heading; empty for remove' }),
  },
  { additionalProperties: false },
);
const repairSchema = Type.Object({ edits: Type.Array(edit, { maxItems: 100 }) }, { additionalProperties: false });

/** Mends the statements of a document that the check did not verify, section by section (contract 9). */
export const repairPrompt: PromptDefinition<'repair'> = {
  purpose: 'repair',
  maxOutputTokens: null,

  // The same for all documents, because providers put the schema before the prompt, and a prompt cache begins there.
  outputSchema: () => repairSchema,

  render: (input, context) => {
    const { sections, footnotes, editable, failures } = input;
    const { fence } = context;
    return {
      material: renderTaskMaterial(input, context),
      assignment: joinParts([
        renderWriterRole(input),
        foundSections(input, context),
        `Your document in its ${sections.length} sections:`,
        ...renderSections(sections, fence),
        footnotes.length > 0 ? shortTextSection('footnotes of the document', footnotes.join(''), fence) : null,
        shortTextSection('failed citations', failures.map(describeFailure).join('\n'), fence),
        repairRules,
        `Only these sections may be changed: ${editable.join(', ')}.`,
      ]),
    };
  },
};

/** Returns which of these sections a repair may change. Only what a prompt shows whole can be replaced without loss. */
export function listEditable(sections: string[], wanted: readonly number[]): number[] {
  const shown = areShownWhole(sections);
  return wanted.filter((number) => shown[number - 1] === true);
}

const repairRules = `Every figure, quote and fact of your document was compared with the stored texts. The statements listed above did not pass. Mend them by edits of their sections:
- altered: the words or the figure do not stand in the source so. Give them as the source has them, word for word and in the same value.
- unsupported: source and words stand, but the sentence says something else. Say it as the source does, with its direction, unit, currency, period, scope and certainty, or cite a passage that does say it.
- missing_source: there is no such source in the material. Cite one that says it. If none does, take the footnote away and call the statement your own estimate with its basis, or an open question.
- uncited: a figure or a fact without a source. Cite the source that says it, or show how it follows from cited figures, or call it your own estimate and give its basis. Where none of these is honest, leave it as it is.
- Never invent a source, and never keep a statement by pointing it at a source that does not say it.
- Everything else in these sections stays word for word: no other figure, statement or footnote goes or changes. An edit that loses a right one is thrown away.
- replace gives a section new text: return the whole section with its heading. remove takes out a section that holds nothing but failed statements. A section without an edit stays as it is.
- Keep the numbers of footnotes that stay. A new or corrected footnote gets the next free number, and its definition stands at the end of the same edit.`;

function describeFailure(failed: FailedCitation, index: number): string {
  const { section, state, footnote, claim, quote, reason, passage } = failed;
  const where = footnote === null ? 'without a footnote' : `footnote [^${footnote}]`;
  const words = quote === null ? '' : ` Quoted: “${quote}”.`;
  const nearest = passage === null ? '' : ` Nearest words of the source: “${passage}”.`;
  return `Failure ${index + 1} (${state}; section ${section}; ${where}): ${reason}. Claim: “${claim}”.${words}${nearest}`;
}
