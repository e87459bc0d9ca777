import type { RefObject } from 'react';
import { useContext, useMemo } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { SourceViewer } from '../../../domain/source-viewer/source-viewer.tsx';
import { ReadingContext } from '../origin/reading-context.ts';
import { TeamLinks, teamSources } from './team-sources.tsx';
import { useShownCitation } from './use-shown-citation.ts';

interface ReadingSourceProps {
  footnote: string;
  onShow: (footnote: string) => void;
  onClose: () => void;
  article: RefObject<HTMLElement | null>;
}

/** Shows the source of a footnote of the version that is read, and marks its sentence in the text (SRC-1). */
export function ReadingSource({ footnote, onShow, onClose, article }: ReadingSourceProps) {
  const { engagementId, filename, version, citations } = useContext(ReadingContext);
  const loader = useMemo(() => teamSources(engagementId, filename, version), [engagementId, filename, version]);
  const citation = citations.find((one) => one.footnote?.toLowerCase() === footnote.toLowerCase());
  useShownCitation(article, citation);
  const footnotes = useMemo(() => listFootnotes(citations), [citations]);
  return (
    <SourceViewer
      loader={loader}
      footnote={footnote}
      footnotes={footnotes}
      onShow={onShow}
      onClose={onClose}
      actions={(source) => <TeamLinks citation={citation} source={source} />}
    />
  );
}

/** Lists the footnotes of citations in the order of their numbers, each once. */
function listFootnotes(citations: readonly NumberedCitation[]) {
  const numbers = new Map(citations.map(({ footnote, number }) => [footnote, number]));
  return [...numbers]
    .flatMap(([label, number]) => (label === null || number === null ? [] : [{ label, number }]))
    .toSorted((one, other) => Number(one.number) - Number(other.number));
}
