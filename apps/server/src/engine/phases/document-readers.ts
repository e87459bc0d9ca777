import { compileLinks } from '@ecp/evidence/compile-links';
import type { LinkedFact, LinkedPassage } from '@ecp/evidence/fact-links';
import type { Language } from '@ecp/language/language';
import type { PromptOutputs, WrittenDocument } from '@ecp/model-calls/prompt-types';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { applyAnchors, applyReplacements, type EditedDocuments } from './replacements.ts';

/** Makes an editor's replacements in the documents of a run. */
export const replacementsReader: TextReader<
  { documents: WrittenDocument[]; replacements: PromptOutputs['edit']['replacements'] },
  EditedDocuments
> = {
  name: 'replacements',
  shortWeight: 2_000,
  read: ({ documents, replacements }) => applyReplacements(documents, replacements),
};

/** A document with links, the links to add, and what they may name. */
interface LinkedDocument {
  content: string;
  anchors: PromptOutputs['anchor']['anchors'];
  facts: LinkedFact[];
  passages: LinkedPassage[];
  language: Language;
}

/** A document whose links are footnotes, and the number of links that name nothing. */
interface CompiledDocument {
  markdown: string;
  missingCount: number;
}

/** Adds links to a document and turns all of them into footnotes. */
export const linksReader: TextReader<LinkedDocument, CompiledDocument> = {
  name: 'links',
  shortWeight: 2_000,
  async read({ content, anchors, facts, passages, language }) {
    const targets = new Set([
      ...facts.map(({ id }) => `fact:${id}`),
      ...passages.map(({ id }) => `passage:${id}`),
    ]);
    const linked = applyAnchors(content, anchors, targets);
    const { markdown, missing } = await compileLinks(linked, { facts, passages, language });
    return { markdown, missingCount: missing.length };
  },
};
