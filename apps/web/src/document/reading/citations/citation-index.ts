import { isOpen } from '@ecp/contract/values/citation-counts';
import type { ListedCitation } from '@ecp/contract/values/citations';
import { numberFootnotes } from '../../../shared/citations/cited-sources.ts';
import type { Place } from '../../../shared/markdown/document-tree.ts';
import type { FootnoteCall } from '../../../shared/markdown/markdown.tsx';

export interface NumberedCitation extends ListedCitation {
  index: number;
  /** The number that readers see at the calls of its footnote; null without one. */
  number: string | null;
}

export interface CitationIndex {
  all: readonly NumberedCitation[];
  /** Returns the citation of a footnote call; undefined if it was not checked. */
  ofCall: (call: Pick<FootnoteCall, 'label' | 'occurrence'>) => NumberedCitation | undefined;
  /** The statements without a footnote, to be marked in place. Their keys are indexes of `all`. */
  places: readonly Place[];
}

/**
 * Indexes citations by their places in a text. If some had to be left out, a footnote shows the
 * worst known one.
 */
export function indexCitations(
  citations: readonly ListedCitation[],
  complete: boolean,
  text: string,
): CitationIndex {
  const numbers = numberFootnotes(text);
  const all = citations.map((citation, index) => {
    const { footnote } = citation;
    return {
      ...citation,
      index,
      number: footnote && (numbers.get(footnote.toLowerCase()) ?? footnote),
    };
  });
  const byLabel = Map.groupBy(all, ({ footnote }) => footnote?.toLowerCase() ?? '');
  return {
    all,
    places: all.flatMap(({ index, footnote, claim, quote }) =>
      footnote === null ? [{ key: index, words: claim || (quote ?? '') }] : [],
    ),
    ofCall({ label, occurrence }) {
      const entries = label === '' ? [] : (byLabel.get(label.toLowerCase()) ?? []);
      return complete
        ? (entries[occurrence - 1] ?? entries.at(-1))
        : (entries.find(isOpen) ?? entries[0]);
    },
  };
}
