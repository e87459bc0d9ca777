import type { Citation } from '@ecp/contract/values/citations';
import { clientText } from '../../work/deliverables/client-text.ts';

/** The text of a document and its checked citations. */
export interface CitedText {
  content: string;
  citations: Citation[];
}

/**
 * Returns what a client gets of a document (REL-5, EXP-17), with the citations of the footnotes that are left.
 * `titles` has the titles of the engagement's documents by their filenames.
 */
export function toClientText(
  { content: markdown, citations }: CitedText,
  titles: ReadonlyMap<string, string>,
): CitedText {
  const { content, cutFootnotes } = clientText(markdown, { citations, titles });
  const isLeft = ({ footnote }: Citation) => footnote === null || !cutFootnotes.has(footnote.toLowerCase());
  return { content, citations: citations.filter(isLeft) };
}
