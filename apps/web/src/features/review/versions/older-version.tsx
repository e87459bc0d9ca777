import { Link } from '@tanstack/react-router';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';

/** Says that only the latest version can be reviewed, and links to it. */
export function OlderVersion({ engagementId, filename, version, latest }: VersionProps & { latest: number }) {
  const params = { engagementId, filename };
  return (
    <>
      <p className="min-w-0 text-muted">{reviewTexts.older(version, latest)}</p>
      <div className="ml-auto flex flex-wrap gap-2">
        <Link
          to="/engagements/$engagementId/deliverables/$filename/compare"
          params={params}
          search={{ from: String(version), to: String(latest) }}
          className={buttonStyle()}
        >
          {reviewTexts.compareWithLatest}
        </Link>
        <Link
          to="/engagements/$engagementId/deliverables/$filename"
          params={params}
          search={{}}
          className={buttonStyle('primary')}
        >
          {reviewTexts.openLatest}
        </Link>
      </div>
    </>
  );
}
