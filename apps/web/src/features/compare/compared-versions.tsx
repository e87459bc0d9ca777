import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NoteAnswerList } from '../../domain/deliverables/note-answer-list.tsx';
import { deliverableQuery, type Version } from '../../domain/deliverables/queries.ts';
import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { compareTexts } from '../../texts/en/compare.ts';
import { usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { CompareView } from './compare-view.tsx';

/** Screens this narrow have no room for two columns of text. */
const narrowQuery = '(max-width: 767px)';

interface ComparedVersionsProps extends FileProps {
  versions: readonly Version[];
  from: number;
  to: number;
}

/** Compares the two texts and shows how the newer one met the points of the review before it. */
export function ComparedVersions({ engagementId, filename, versions, from, to }: ComparedVersionsProps) {
  const before = useQuery(deliverableQuery(engagementId, filename, from));
  const after = useQuery(deliverableQuery(engagementId, filename, to));
  const navigate = useNavigate();
  const isNarrow = useMedia(narrowQuery);
  const [wantsSplit, setWantsSplit] = useLayout();
  usePageShortcuts([{ key: 'v', does: compareTexts.toggleLayout, act: () => setWantsSplit(!wantsSplit) }]);
  const error = before.error ?? after.error;
  if (error && !(before.data && after.data)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />;
  }
  if (!before.data || !after.data) return <SkeletonRows rows={10} className="h-6 w-full" />;
  const answers = from < to ? after.data.noteAnswers : [];
  const choose = (nextFrom: number, nextTo: number) =>
    void navigate({
      to: '/engagements/$engagementId/deliverables/$filename/compare',
      params: { engagementId, filename },
      search: { from: String(nextFrom), to: String(nextTo) },
      replace: true,
    });
  return (
    <>
      {answers.length > 0 && (
        <Section title={compareTexts.answers} description={compareTexts.answersBy(to)}>
          <NoteAnswerList answers={answers} />
        </Section>
      )}
      <CompareView
        key={`${from} ${to}`}
        before={before.data}
        after={after.data}
        versions={versions}
        isSplit={wantsSplit && !isNarrow}
        onLayout={setWantsSplit}
        onChoose={choose}
      />
    </>
  );
}

const layoutKey = 'compare-layout';

/** Whether the user wants both versions side by side. The choice is stored for the next comparison. */
function useLayout(): [wantsSplit: boolean, choose: (wantsSplit: boolean) => void] {
  const [wantsSplit, setWantsSplit] = useState(() => localStorage.getItem(layoutKey) !== 'inline');
  const choose = (wanted: boolean) => {
    setWantsSplit(wanted);
    localStorage.setItem(layoutKey, wanted ? 'split' : 'inline');
  };
  return [wantsSplit, choose];
}
