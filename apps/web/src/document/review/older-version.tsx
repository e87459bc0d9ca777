import { Link } from '@tanstack/react-router';
import type { VersionProps } from '../../base/api/document-queries.ts';
import { versionTexts } from '../../base/texts/versions.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';

interface OlderVersionProps extends VersionProps {
  latest: number;
  /** Whether the latest version came while this one was read. */
  isNews: boolean;
}

/** Says that only the latest version can be reviewed, and links to it. What is being read stays. */
export function OlderVersion({
  engagementId,
  filename,
  version,
  latest,
  isNews,
}: OlderVersionProps) {
  const params = { engagementId, filename };
  return (
    <>
      <p role="status" className="min-w-0 text-muted">
        {isNews ? versionTexts.rerun.ready(latest, version) : versionTexts.older(version, latest)}
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        <Link
          to="/engagements/$engagementId/deliverables/$filename/compare"
          params={params}
          search={{ from: String(version), to: String(latest) }}
          className={buttonStyle()}
        >
          {versionTexts.compareWithLatest}
        </Link>
        <Link
          to="/engagements/$engagementId/deliverables/$filename"
          params={params}
          search={{ version: String(latest) }}
          className={buttonStyle('primary')}
        >
          {versionTexts.openLatest}
        </Link>
      </div>
    </>
  );
}
