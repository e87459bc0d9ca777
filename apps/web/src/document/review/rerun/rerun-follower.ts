import { useEffect } from 'react';
import type { LiveRun } from '../../../shared/live/run-feed.ts';
import { useRunEvents } from '../../../shared/live/use-run-events.ts';

export type FollowedRerun = Pick<LiveRun, 'projection' | 'connection'>;

interface RerunFollowerProps {
  engagementId: string;
  runId: string;
  onChange: (runId: string, run: FollowedRerun) => void;
}

/** Follows the events of a run and passes on what they say. Renders nothing. */
export function RerunFollower({ engagementId, runId, onChange }: RerunFollowerProps) {
  const { projection, connection } = useRunEvents(engagementId, runId);
  useEffect(
    () => onChange(runId, { projection, connection }),
    [onChange, runId, projection, connection],
  );
  return null;
}
