import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { versionsQuery } from '../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../domain/deliverables/version-props.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ReviewPanel } from './review-panel.tsx';

const pollMs = 3_000;

interface ReviewBarProps extends VersionProps {
  /** The points that a reviewer has to look at. Absent on pages that do not know them. */
  openPoints?: ReactNode;
  /** The step after the approval of the latest version. */
  release?: ReactNode;
}

/**
 * Bar at the bottom edge to approve, request a revision of, reject or rerun a version. Decisions of others and new
 * versions appear without a reload. Internal files are not reviewed (docs/requirements/deliverables.md).
 */
export function ReviewBar({ engagementId, filename, version, openPoints, release }: ReviewBarProps) {
  const isInternal = filename.startsWith('_');
  const { data, error, refetch } = useQuery({
    ...versionsQuery(engagementId, filename),
    refetchInterval: pollMs,
    enabled: !isInternal,
  });
  if (isInternal) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-15 w-full rounded-xl" />;
  const [latest] = data;
  if (!latest) return null;
  return (
    <ReviewPanel
      engagementId={engagementId}
      filename={filename}
      version={version}
      versions={data}
      latest={latest}
      openPoints={openPoints}
      release={release}
    />
  );
}
