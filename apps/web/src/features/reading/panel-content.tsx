import { lazy, Suspense } from 'react';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { CitationList } from './citations/citation-list.tsx';
import type { NumberedCitation } from './citations/index-citations.ts';
import type { PanelTab } from './panel-tabs.tsx';
import type { Reading } from './use-reading.ts';

const QualityScores = lazy(async () => ({
  default: (await import('../review/scores/quality-scores.tsx')).QualityScores,
}));
const VersionHistory = lazy(async () => ({
  default: (await import('../review/versions/version-history.tsx')).VersionHistory,
}));
const Provenance = lazy(async () => ({ default: (await import('./provenance/provenance.tsx')).Provenance }));

interface PanelPartsProps {
  tab: PanelTab;
  deliverable: Deliverable;
  reading: Reading;
  onShowInText: (citation: NumberedCitation) => void;
}

/** The part of the panel that was chosen; the citations are read most, the others come when they are. */
export function PanelContent(props: PanelPartsProps) {
  return (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}

const waiting = <SkeletonRows rows={4} className="h-28 w-full" />;

function Part({ tab, deliverable, reading, onShowInText }: PanelPartsProps) {
  const { found, citations, selected, facts } = reading;
  const { engagementId } = deliverable;
  if (tab === 'scores') return <QualityScores {...deliverable} />;
  if (tab === 'history') return <VersionHistory {...deliverable} />;
  if (tab === 'provenance') {
    return <Provenance deliverable={deliverable} facts={facts} citations={citations?.all ?? []} />;
  }
  if (found.isLoadingError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data || !citations) return waiting;
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
