import type { DeliverableCitations } from '@ecp/contract/values/citations';
import { lazy, Suspense } from 'react';
import type { Deliverable } from '../../../base/api/document-queries.ts';
import { useScoresShown } from '../../../base/api/firm-queries.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { Tabs } from '../../../base/ui/layout/tabs.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import type { NumberedCitation } from '../citations/citation-index.ts';
import { CitationList } from '../citations/citation-list.tsx';
import type { Commenting } from '../comments/commenting.ts';
import { type PanelTab, panelTabNames } from '../reading-context.ts';
import type { ReadingState } from '../use-reading.ts';

const texts = readingTexts.panel;

interface PanelTabsProps extends PanelContentProps {
  onTab: (tab: PanelTab | null) => void;
}

/**
 * The tabs of the panel, with the selected part. Few versions have objections, and internal files
 * no comments.
 */
export function PanelTabs({ tab, onTab, ...known }: PanelTabsProps) {
  const { filename, objections } = known.deliverable;
  const isMissing: Partial<Record<PanelTab, boolean>> = {
    objections: objections.length === 0,
    comments: filename.startsWith('_'),
    scores: !useScoresShown(),
  };
  const shown = panelTabNames.filter((name) => !isMissing[name]);
  const tabs = shown.map((value) => ({
    value,
    label: texts[value],
    content: <PanelContent tab={value} {...known} />,
  }));
  const choose = (value: string) => onTab(panelTabNames.find((name) => name === value) ?? null);
  return <Tabs label={texts.label} tabs={tabs} value={tab} onChange={choose} />;
}

const ObjectionList = lazy(async () => ({
  default: (await import('./objections.tsx')).ObjectionList,
}));
const CommentList = lazy(async () => ({
  default: (await import('../comments/comment-list.tsx')).CommentList,
}));
const Provenance = lazy(async () => ({ default: (await import('./provenance.tsx')).Provenance }));
const QualityScores = lazy(async () => ({
  default: (await import('../../review/quality-scores.tsx')).QualityScores,
}));
const VersionHistory = lazy(async () => ({
  default: (await import('../../review/version-history.tsx')).VersionHistory,
}));
const SectionsOfVersion = lazy(async () => ({
  default: (await import('../../writing/section-list.tsx')).SectionsOfVersion,
}));

interface PanelContentProps {
  tab: PanelTab;
  deliverable: Deliverable;
  reading: ReadingState;
  commenting: Commenting;
  onShowInText: (citation: NumberedCitation) => void;
  onShowWords: (show: (article: HTMLElement) => void) => void;
}

/**
 * Renders the selected part of the panel. Only the citations, which are read most, do not load on
 * demand.
 */
function PanelContent(props: PanelContentProps) {
  return (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}

const waiting = <SkeletonRows rows={4} className="h-28 w-full" />;

function Part({
  tab,
  deliverable,
  reading,
  commenting,
  onShowInText,
  onShowWords,
}: PanelContentProps) {
  const { found, citations, selected, facts, latest } = reading;
  const { engagementId, version } = deliverable;
  if (tab === 'comments') {
    const shown = { deliverable, commenting, onShowWords };
    return <CommentList {...shown} isLatest={version === latest} />;
  }
  if (tab === 'scores') return <QualityScores {...deliverable} />;
  if (tab === 'history') {
    return (
      <div className="flex flex-col gap-4">
        <VersionHistory {...deliverable} />
        <SectionsOfVersion deliverable={deliverable} />
      </div>
    );
  }
  if (tab === 'objections')
    return <ObjectionList objections={deliverable.objections} onShowWords={onShowWords} />;
  if (tab === 'provenance') {
    return <Provenance deliverable={deliverable} facts={facts} citations={citations?.all ?? []} />;
  }
  if (found.isLoadingError)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data || !citations) return waiting;
  return (
    <CitationList
      engagementId={engagementId}
      citations={citations.all}
      checked={found.data.summary !== null}
      complete={found.data.complete}
      waitsFor={nameWait(found.data)}
      selected={selected}
      onShowInText={onShowInText}
    />
  );
}

/** Names what the check of a version waits for, null if it is over. */
function nameWait({ waitsForFiles, waitsForCheck, waitsForJudge }: DeliverableCitations) {
  if (waitsForFiles) return 'files';
  if (waitsForCheck) return 'check';
  return waitsForJudge ? 'judge' : null;
}
