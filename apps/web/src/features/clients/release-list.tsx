import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { nameOfLink } from '../../domain/clients/links/queries.ts';
import { type Release, releasesQuery } from '../../domain/clients/release/queries.ts';
import { releasesTexts as texts } from '../../texts/en/clients/release.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';

const shownAtFirst = 5;

/** Lists what was released, newest first: by whom, to whom, which versions, with which message. */
export function ReleaseList({ engagementId }: { engagementId: string }) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refetch } = useQuery(releasesQuery(engagementId));
  if (data?.length === 0) return null;
  const shown = showsAll ? data : data?.slice(0, shownAtFirst);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={texts.title} />
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || !shown ? (
        <SkeletonRows rows={2} />
      ) : (
        <ol className="divide-y rounded-xl border">
          {shown.map((release) => (
            <ReleaseItem key={release.id} engagementId={engagementId} release={release} />
          ))}
        </ol>
      )}
      {data && shown && shown.length < data.length && (
        <Button size="small" className="self-start" onClick={() => setShowsAll(true)}>
          {texts.showAll(data.length)}
        </Button>
      )}
    </section>
  );
}

function ReleaseItem({ engagementId, release }: { engagementId: string; release: Release }) {
  const { documents, links, message, releasedBy, createdAt } = release;
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="wrap-anywhere min-w-0">
          <span className="font-medium">{releasedBy.name}</span> {texts.entry(documents.length, links.map(nameOfLink))}
        </span>
        <TimeAgo at={createdAt} className="ml-auto whitespace-nowrap text-muted text-sm" />
      </p>
      <ul className="figures flex flex-wrap gap-x-4 text-sm">
        {documents.map(({ filename, version, title }) => (
          <li key={filename} className="wrap-anywhere">
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={{ version: String(version) }}
              className={linkStyle}
            >
              {texts.document(title, version)}
            </Link>
          </li>
        ))}
      </ul>
      {message !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
          {message}
        </p>
      )}
    </li>
  );
}
