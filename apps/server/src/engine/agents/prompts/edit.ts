import type { WrittenDocument } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { notebookSection } from './analyse.ts';
import { fenceText, joinParts, oneLine, type PromptDefinition } from './prompt-sections.ts';

/** Limits the replacements and the anchors of one answer. */
const maxReplacements = 60;
const maxAnchors = 200;

const closed = { additionalProperties: false } as const;

const replacement = Type.Object(
  {
    file: Type.String({ description: 'The file by its name' }),
    find: Type.String({ minLength: 1, description: 'Words that stand once in the file' }),
    replace: Type.String({ description: 'The words in their place' }),
    reason: Type.String({ description: 'What was wrong, in a sentence' }),
  },
  closed,
);

/** The editor's prompt: all documents, and nothing of the work behind them. */
export const editPrompt: PromptDefinition<'edit'> = {
  purpose: 'edit',
  writesNoDocument: true,
  maxOutputTokens: 16_000,
  outputSchema: () =>
    Type.Object({ replacements: Type.Array(replacement, { maxItems: maxReplacements }) }, closed),
  render: ({ documents }, { fence }) => ({
    material: documents.map((document) => fencedDocument(document, fence)).join('\n'),
    assignment: `You are the editor. Read the documents in one go, as the person who must vote and as a hostile finance director. Look for a sentence that must be read twice, a word that is not explained, a figure without its base, a contradiction between documents, a question of the brief that is not answered, something that is said twice, and a document over its limit.
Mend by small replacements only, at most ${maxReplacements}, the gravest first; none where nothing is wrong. Copy find exactly, long enough to stand once. Links such as [12.7 %](fact:margin-2019) keep their words and their targets. Rewrite no paragraph that is right.`,
  }),
};

const anchor = Type.Object(
  {
    words: Type.String({
      minLength: 1,
      description: 'The figure or quotation, as it stands once in the document',
    }),
    target: Type.String({
      description:
        'fact:<id>, passage:p<number>, or cell:<entry id>:<row from 0>:<column> for a cell of the first table of an entry that is no fact',
    }),
  },
  closed,
);

/** The prompt of the call that adds links and changes no word. */
export const anchorPrompt: PromptDefinition<'anchor'> = {
  purpose: 'anchor',
  writesNoDocument: true,
  maxOutputTokens: 8_000,
  outputSchema: () =>
    Type.Object({ anchors: Type.Array(anchor, { maxItems: maxAnchors }) }, closed),
  render: ({ document, workspace }, { fence }) => ({
    material: joinParts([
      notebookSection(workspace.entries, fence),
      fencedDocument(document, fence),
    ]),
    assignment: `Find the figures and quotations of the document that rest on a fact, a passage or a cell of the notebook and have no link yet. Give for each its words, long enough to stand once in the document, and its target: fact:<id>, passage:p<number>, or cell:<entry id>:<row from 0>:<column>. The value of the fact or the cell must be the value of the words, and the sentence must speak of what it names. Leave out proposals, what no entry holds, and what is linked already.`,
  }),
};

function fencedDocument({ filename, content }: WrittenDocument, fence: string): string {
  return fenceText(fence, 'document', `File: ${oneLine(filename)}\n${content}`);
}
