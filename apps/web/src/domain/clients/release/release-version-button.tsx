import { useQuery } from '@tanstack/react-query';
import type { VersionProps } from '../../deliverables/version-props.ts';
import { listReleasedVersions } from './held-versions.ts';
import { releasesQuery } from './queries.ts';
import { ReleaseButton } from './release-button.tsx';

/** Offers the release of an approved version: as the next step until a client has it, then quietly. */
export function ReleaseVersionButton({ engagementId, filename, version }: VersionProps) {
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const isReleased = listReleasedVersions(releases ?? [], filename).some((one) => one.version === version);
  return (
    <ReleaseButton
      engagementId={engagementId}
      startedWith={{ filename, version }}
      kind={releases === undefined || isReleased ? 'secondary' : 'primary'}
    />
  );
}
