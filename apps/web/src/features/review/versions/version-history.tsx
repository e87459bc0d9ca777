import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { versionsQuery } from '../../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { engagementQuery } from '../../../domain/engagements/queries.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { CompareForm } from './compare-form.tsx';
import { VersionItem } from './version-item.tsx';

const texts = reviewTexts.history;
const shownAtFirst = 10;

/** Lists all versions of a file with their reviews and note answers, and links to open and compare them. */
export function VersionHistory({ engagementId, filename, version }: VersionProps) {
  const query = useQuery(versionsQuery(engagementId, filename));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const [showsAll, setShowsAll] = useState(false);
  const versions = query.data ?? [];
  const shown = showsAll ? versions : versions.slice(0, shownAtFirst);
  return (
    <Section
      title={texts.title}
      actions={
        versions.length > 1 && <CompareForm engagementId={engagementId} filename={filename} versions={versions} />
      }
    >
      {query.isPending && <SkeletonRows rows={2} />}
      {query.isError && versions.length === 0 && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ol className="-my-4 divide-y">
        {shown.map((entry, index) => (
          <VersionItem
            key={entry.id}
            engagementId={engagementId}
            filename={filename}
            version={entry}
            before={versions[index + 1]}
            after={versions[index - 1]}
            run={engagement?.runs.find(({ id }) => id === entry.runId)}
            isShown={entry.version === version}
          />
        ))}
      </ol>
      {shown.length < versions.length && (
        <div className="mt-6 flex justify-center">
          <Button size="small" onClick={() => setShowsAll(true)}>
            {texts.showAll(versions.length)}
          </Button>
        </div>
      )}
    </Section>
  );
}
