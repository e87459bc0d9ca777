import type { Run } from '@ecp/contract/work/runs';
import { Link } from '@tanstack/react-router';
import { ClientDecisionMarks } from '../../../domain/clients/decisions/client-decision-mark.tsx';
import { ReleasedTo } from '../../../domain/clients/release/released-to.tsx';
import type { Version } from '../../../domain/deliverables/queries.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';
import { formatAgo, formatDuration, formatMoment, formatUsd } from '../../../format/format.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { ApprovalBadge } from '../../../ui/states/status-badge.tsx';
import { RestoreVersion } from './restore-version.tsx';
import { VersionReviews } from './version-reviews.tsx';

const texts = reviewTexts.history;

interface VersionItemProps extends FileProps {
  version: Version;
  before: Version | undefined;
  after: Version | undefined;
  run: Run | undefined;
  isShown: boolean;
}

/** Shows one version: creation time, run, changes and reviews. */
export function VersionItem({ engagementId, filename, version, before, after, run, isShown }: VersionItemProps) {
  const params = { engagementId, filename };
  const { version: number, createdAt, clientDecisions } = version;
  const decisions = clientDecisions.filter((decision) => decision.version === number);
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-medium">{reviewTexts.version(number)}</span>
        <ApprovalBadge status={version.approvalStatus} />
        <ClientDecisionMarks decisions={decisions} version={number} />
        {!after && <Badge>{texts.latest}</Badge>}
        {isShown && <Badge tone="accent">{texts.shown}</Badge>}
        <span className="ml-auto flex gap-4 text-sm">
          {after && <RestoreVersion engagementId={engagementId} filename={filename} version={number} />}
          {before && (
            <Link
              to="/engagements/$engagementId/deliverables/$filename/compare"
              params={params}
              search={{ from: String(before.version), to: String(number) }}
              aria-label={texts.compareBeforeLabel(number)}
              className={linkStyle}
            >
              {texts.compareBefore}
            </Link>
          )}
          {!isShown && (
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={params}
              search={after ? { version: String(number) } : {}}
              aria-label={texts.openLabel(number)}
              className={linkStyle}
            >
              {texts.open}
            </Link>
          )}
        </span>
      </div>
      <p className="figures -mt-2 flex flex-wrap gap-x-3 text-muted text-sm">
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAgo(createdAt)}
        </time>
        <span>
          {texts.words(version.wordCount)}
          {before && <Difference count={version.wordCount - before.wordCount} />}
        </span>
        {run && <span>{describeRun(run)}</span>}
        {version.editedBy && version.origin !== 'agent' && (
          <span>{texts.origins[version.origin](version.editedBy.name)}</span>
        )}
        <ReleasedTo engagementId={engagementId} filename={filename} version={number} />
      </p>
      {version.note !== null && <p className="wrap-anywhere -mt-2">{version.note}</p>}
      <VersionReviews version={version} after={after} />
    </li>
  );
}

function Difference({ count }: { count: number }) {
  if (count === 0) return null;
  return <> ({count > 0 ? texts.more(count) : texts.fewer(-count)})</>;
}

function describeRun({ estimatedCost, startedAt, finishedAt }: Run): string {
  const cost = formatUsd(estimatedCost);
  if (finishedAt === null) return texts.runGoesOn(cost);
  return texts.run(cost, formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)));
}
