import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createElement, useCallback, useEffect, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import {
  type FileProps,
  refreshDeliverables,
  type VersionProps,
  type VersionReview,
  versionsQuery,
} from '../../../base/api/document-queries.ts';
import { usePersistedState } from '../../../base/session/persisted-state.ts';
import { defer } from '../../../base/ui/defer.ts';
import { useIsUnmounted } from '../../../base/ui/screen.ts';
import { showErrorToast } from '../../../base/ui/toasts/show-toast.ts';
import { runStatusQuery } from '../../../shared/runs/engagement-run.ts';
import { readPoints } from '../points.tsx';
import type { FollowedRerun } from './rerun-follower.ts';

/** Few readers start a rerun, so what follows its events loads with the first. */
const follower = defer(() => import('./rerun-follower.ts'));

/**
 * A rerun of one deliverable from this tab. The bar announces the new version; the page stays where
 * it is.
 */
export function useRerun({ engagementId, filename, version }: VersionProps, latestVersion: number) {
  const queryClient = useQueryClient();
  const [started, setStarted] = useStartedRerun({ engagementId, filename });
  const isUnmounted = useIsUnmounted();
  const start = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.rerunDeliverable({ id: engagementId, filename }),
    onSuccess({ runId }) {
      setStarted({ runId, from: version });
      return queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
    },
    onError(error) {
      // The dialog that would show the error is unmounted.
      if (isUnmounted.current) showErrorToast(error);
    },
  });
  const { run, following } = useFollowed(engagementId, started?.runId);
  const status = run?.projection.status;
  const outcome = status === 'completed' || status === 'failed' ? status : null;
  const from = started?.from ?? version;
  const isReady = started !== null && outcome === 'completed' && latestVersion > from;
  useEffect(() => {
    if (outcome !== null) void refreshDeliverables(queryClient, engagementId);
  }, [outcome, queryClient, engagementId]);
  const isReplaced = started !== null && run?.connection === 'superseded';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once, when a newer run has replaced this one.
  useEffect(() => {
    if (!isReplaced) return;
    setStarted(null);
    void refreshDeliverables(queryClient, engagementId);
  }, [isReplaced]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once, when the version is ready.
  useEffect(() => {
    if (isReady) setStarted(null);
  }, [isReady]);
  return {
    start,
    /** Whether a run was started in this tab whose outcome is not shown yet. */
    isStarted: started !== null,
    /** State of that run; null until its first events. */
    projection: (started && run?.projection) ?? null,
    failure: started && outcome === 'failed' ? (run?.projection.error ?? '') : null,
    forget: () => setStarted(null),
    /** Follows the run while it is rendered; it shows nothing. */
    following,
  };
}

/**
 * Returns a run as its events describe it, null before them, and what has to be rendered to follow
 * it.
 */
function useFollowed(engagementId: string, runId: string | undefined) {
  const parts = follower.useModule(runId !== undefined);
  const [seen, setSeen] = useState<{ runId: string; run: FollowedRerun } | null>(null);
  const see = useCallback((of: string, run: FollowedRerun) => setSeen({ runId: of, run }), []);
  const following =
    runId !== undefined && parts
      ? createElement(parts.RerunFollower, { key: runId, engagementId, runId, onChange: see })
      : null;
  return { run: seen !== null && seen.runId === runId ? seen.run : null, following };
}

export type Rerun = ReturnType<typeof useRerun>;

interface StartedRerun {
  runId: string;
  from: number;
}

const readStartedRerun = (text: string) => JSON.parse(text) as StartedRerun | null;

/**
 * The rerun of a file that was started in this tab; stored, because the page remounts with the next
 * version.
 */
function useStartedRerun({ engagementId, filename }: FileProps) {
  const name = `rerun ${engagementId} ${filename}`;
  const {
    value: started,
    change,
    forget,
  } = usePersistedState<StartedRerun | null>(name, readStartedRerun, () => null);
  const keep = (next: StartedRerun | null) => {
    change(next);
    if (next === null) forget();
  };
  return [started, keep] as const;
}

/** A rerun does not get older reviews. */
const maxReviews = 20;

/**
 * Returns the points that a rerun gets: those of the latest version's newest reviews since the last
 * approval.
 */
export function listRerunPoints(reviews: readonly VersionReview[]): string[] {
  const approvedAt = reviews.findIndex(({ action }) => action === 'approve');
  const counted = reviews.slice(0, approvedAt < 0 ? maxReviews : Math.min(maxReviews, approvedAt));
  return counted.flatMap(({ notes }) => (notes === null ? [] : readPoints(notes)));
}

/** Loads on demand, because few versions are stale. */
const staleCauses = defer(() => import('./stale-causes.tsx'));

/** Lists the causes that have made a file stale, and offers a rerun. Otherwise renders nothing. */
export function StaleNotice({ engagementId, filename, version }: VersionProps) {
  const { data = [] } = useQuery({
    ...versionsQuery(engagementId, filename),
    enabled: !filename.startsWith('_'),
  });
  const [latest] = data;
  const isStale = latest?.stale === true && latest.version === version;
  const parts = staleCauses.useModule(isStale);
  if (!isStale || !parts) return null;
  return <parts.StaleCauses engagementId={engagementId} latest={latest} />;
}
