import type { Citation, CitationState } from '@ecp/contract/values/citations';
import { findWords } from './fold-words.ts';
import type { FootnoteCall } from '../../../domain/markdown/markdown-options.ts';

/** A checked citation with its place in the list of them all. */
export interface NumberedCitation extends Citation {
  index: number;
}

/** Finds the citation behind a place in the text. */
export interface CitationIndex {
  all: readonly NumberedCitation[];
  /** Of a footnote's call; undefined when it was not checked. */
  ofCall: (call: Pick<FootnoteCall, 'label' | 'occurrence'>) => NumberedCitation | undefined;
  /** Of the mark that the check has put into the text at this offset. */
  ofMark: (offset: number) => NumberedCitation | undefined;
}

const isFailed = ({ state }: { state: CitationState }) => state !== 'verified';

/**
 * Relates citations to the text that they were found in. Each call of a footnote is an entry, in the order of the text;
 * where there are too many, some are left out (docs/requirements/deliverables.md), and a footnote shows the worst that
 * is known of it.
 */
export function indexCitations(citations: readonly Citation[], complete: boolean, text: string): CitationIndex {
  const all = citations.map((citation, index) => ({ ...citation, index }));
  const byLabel = Map.groupBy(all, ({ footnote }) => footnote?.toLowerCase() ?? '');
  const byOffset = matchMarks(text, all.filter(isFailed));
  return {
    all,
    ofCall({ label, occurrence }) {
      const entries = label === '' ? [] : (byLabel.get(label.toLowerCase()) ?? []);
      return complete ? (entries[occurrence - 1] ?? entries.at(-1)) : (entries.find(isFailed) ?? entries[0]);
    },
    ofMark: (offset) => byOffset.get(offset),
  };
}

/** The marks stand in the order of what failed; their reasons, cut and escaped, tell which is which. */
function matchMarks(text: string, failed: readonly NumberedCitation[]): Map<number, NumberedCitation> {
  const left = [...failed];
  const matched = new Map<number, NumberedCitation>();
  for (const mark of text.matchAll(/\*\*\[not verified: ([^\]\n]{1,200})\]\*\*/g)) {
    const reason = (mark[1] ?? '').replace(/ …$/, '');
    const at = left.findIndex((citation) => citation.reason === reason || saysSame(citation.reason ?? '', reason));
    const [citation] = at === -1 ? [] : left.splice(at, 1);
    if (citation) matched.set(mark.index, citation);
  }
  return matched;
}

const saysSame = (whole: string, start: string) => findWords(whole, start)[0]?.start === 0;
