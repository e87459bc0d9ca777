import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { releasesQuery, type VersionProps } from '../base/api/document-queries.ts';
import { formatMoment } from '../base/format/format.ts';
import { ReleaseButton } from '../shared/release/release-button.tsx';
import { listReleasedVersions } from '../shared/release/releases.ts';
import { releaseTexts as texts } from '../shared/release/texts.ts';

interface ReleasedToProps extends VersionProps {
  /** Names the highest released version if this one was never released. */
  orOther?: boolean;
}

/** Says in one quiet line which clients a version was released to; nothing if to none. */
export function ReleasedTo({ engagementId, filename, version, orOther = false }: ReleasedToProps) {
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const released = listReleasedVersions(releases ?? [], filename);
  const shown =
    released.find((one) => one.version === version) ?? (orOther ? released[0] : undefined);
  if (!shown) return null;
  const text =
    shown.version === version
      ? texts.releasedTo(shown.names)
      : texts.otherReleasedTo(shown.version, shown.names);
  return (
    <span title={formatMoment(shown.at)} className="inline-flex min-w-0 items-center gap-1.5">
      <Send aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0">{text}</span>
    </span>
  );
}

/**
 * Offers the release of an approved version: as the next step until a client has it, then quietly.
 */
export function ReleaseVersionButton({ engagementId, filename, version }: VersionProps) {
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const isReleased = listReleasedVersions(releases ?? [], filename).some(
    (one) => one.version === version,
  );
  return (
    <ReleaseButton
      engagementId={engagementId}
      startedWith={{ filename, version }}
      kind={releases === undefined || isReleased ? 'secondary' : 'primary'}
    />
  );
}
