import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { answerSection } from './analyse.ts';
import { lengthLine, numberIssues, renderTaskMaterial, renderWriterRole } from './draft.ts';
import { foundSections } from './found-material.ts';
import type { PromptDefinition } from './prompt-sections.ts';
import {
  fenceText,
  joinParts,
  type SharedText,
  shareBytes,
  shortTextSection,
  truncationNotice,
} from './prompt-sections.ts';

/**
 * Limits the document's sections with fences, in bytes. Every model has the same limit, because
 * edits depend on it.
 */
const documentBytes = 48_000;
/** Bytes of two lines of `fenceText` with the notice of a cut. */
const fenceBytes = 170;

/** Changes a document section by section, as a reviewer's notes or an observer's issues request. */
export const amendPrompt: PromptDefinition<'amend'> = {
  purpose: 'amend',
  maxOutputTokens: null,

  outputSchema: ({ asked, sections }) => {
    const answer = Type.Object(
      {
        note: Type.Integer({ minimum: 1 }),
        status: Type.String({ enum: ['met', 'partly', 'not_met'] }),
        answer: Type.String({ minLength: 1, description: 'One or two sentences' }),
        section: Type.String({
          description: 'Heading of the section that now carries the change; empty for none',
        }),
      },
      { additionalProperties: false },
    );
    const edit = Type.Object(
      {
        action: Type.String({ enum: ['replace', 'insert', 'remove'] }),
        section: Type.Integer({ minimum: 1, maximum: sections.length }),
        markdown: Type.String({
          description: 'The whole section with its heading; empty for remove',
        }),
      },
      { additionalProperties: false },
    );
    return Type.Object(
      {
        answers: Type.Array(answer, { maxItems: asked.length }),
        edits: Type.Array(edit, { maxItems: 80 }),
      },
      { additionalProperties: false },
    );
  },

  render: (input, context) => {
    const {
      upstream,
      sections,
      footnotes,
      asked,
      editable,
      issues,
      comments = [],
      locked = [],
    } = input;
    const { fence } = context;
    return {
      material: renderTaskMaterial(input, context),
      assignment: joinParts([
        renderWriterRole(input),
        answerSection(input.answer ?? null, fence),
        foundSections(input, context, footnotes.join('')),
        editRules,
        `The document of this task in its ${sections.length} sections:`,
        ...renderSections(sections, fence),
        lengthLine('document', sections.join('\n\n'), input),
        footnotes.length > 0
          ? shortTextSection('footnotes of the document', footnotes.join(''), fence)
          : null,
        issues.length > 0 ? shortTextSection('issues', numberIssues(issues), fence) : null,
        asked.length > 0
          ? `A reviewer has commented on this document. Carry out note(s) ${asked.join(', ')} in the text itself, by edits of the sections that they are about, and give one answer for each of these notes: what was changed and in which section, or why it could not be done. Status met: done in full; partly: done in part; not_met: not done.`
          : 'A partner has read your changes and found these issues. Mend them by edits of the sections named below, and make them no longer; return no answers.',
        asked.length > 0 && comments.length > 0 ? commentRule : null,
        asked.length > 0 ? newerRule(upstream) : null,
        locked.length === 0
          ? null
          : `A person has written section(s) ${locked.join(', ')}: they stay exactly as they are, and edits of them are dropped. Where a note would need such an edit, say so in its answer.`,
        editable === null ? null : `Only these sections may be changed: ${editable.join(', ')}.`,
      ]),
    };
  },
};

const editRules = `Edits:
- replace gives a section new text: return the whole section with its heading, changed only where a note asks for it. insert adds a new section behind the one of that number. remove takes a section out. The first section holds the title: it cannot be removed.
- A section without an edit stays exactly as it is. Edit as few sections as the notes allow, and none that no note is about; where a change makes another section wrong, edit that one too.
- Keep the numbers of footnotes that stay. A new footnote gets the next free number, and its definition stands at the end of the same edit. A list or a table that no note is about stays as it is, item by item.
- Your answers are shown beside the document: write no section of answers, and let the text speak neither of the notes nor of what it was before.
- A section that a note removes stays out, and nothing else takes its place.
- A note that asks for facts the material does not hold is not met, or partly: say what is missing, never invent it.`;

const commentRule = `A note that is a comment on a passage is about that passage: change these words, and what must change with them. Use proposed words as they are, unless the material contradicts them; then say so.`;

/** Renders the sections to edit, numbered from 1. Long ones are cut. */
function renderSections(sections: string[], fence: string): string[] {
  return shareSections(sections).map((share, index) =>
    fenceText(fence, `section ${index + 1}`, share.text.trimEnd() + truncationNotice(share)),
  );
}

/**
 * Returns which sections the prompt shows whole. Only those can be replaced without loss of text.
 */
export function areShownWhole(sections: string[]): boolean[] {
  return shareSections(sections).map(({ cut }) => !cut);
}

function newerRule(upstream: UpstreamDeliverable[]): string | null {
  const newer = upstream.flatMap(({ isNewer }, index) => (isNewer ? [index + 1] : []));
  if (newer.length === 0) return null;
  return `Earlier document(s) ${newer.join(', ')} have changed since this document was written. Where it no longer agrees with them, edit that too.`;
}

function shareSections(sections: string[]): SharedText[] {
  return shareBytes(sections, documentBytes - fenceBytes * sections.length);
}
