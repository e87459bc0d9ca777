import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Deliverable } from '../deliverables/queries.ts';
import { QualityScores } from '../review/quality-scores.tsx';
import { VersionHistory } from '../review/version-history.tsx';
import { CitationList } from './citation-list.tsx';
import type { NumberedCitation } from './index-citations.ts';
import { Provenance } from './provenance.tsx';
import type { PanelTab } from './reading-panel.tsx';
import type { Reading } from './use-reading.ts';

interface PanelPartsProps {
  tab: PanelTab;
  deliverable: Deliverable;
  reading: Reading;
  onShowInText: (citation: NumberedCitation) => void;
}

/** The part of the panel that was chosen. */
export function PanelContent({ tab, deliverable, reading, onShowInText }: PanelPartsProps) {
  const { found, citations, selected, facts } = reading;
  const { engagementId } = deliverable;
  if (tab === 'scores') return <QualityScores {...deliverable} />;
  if (tab === 'history') return <VersionHistory {...deliverable} />;
  if (tab === 'provenance') {
    return <Provenance deliverable={deliverable} facts={facts} citations={citations?.all ?? []} />;
  }
  if (found.isLoadingError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data || !citations) return <SkeletonRows rows={4} className="h-28 w-full" />;
  return (
    <CitationList
      engagementId={engagementId}
      citations={citations.all}
      checked={found.data.summary !== null}
      complete={found.data.complete}
      selected={selected}
      onShowInText={onShowInText}
    />
  );
}
