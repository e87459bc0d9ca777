import { verdictThresholds } from '@ecp/contract/values/verdicts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  deliverableListQuery,
  deliverableQuery,
  type FileProps,
  latestOfFiles,
  type VersionProps,
} from '../base/api/document-queries.ts';

/**
 * Reads the version that the address names, else the latest one at opening. A newer one does not
 * replace what is being read.
 */
export function useShownDeliverable(
  { engagementId, filename }: FileProps,
  named: number | undefined,
) {
  const queryClient = useQueryClient();
  const file = `${engagementId} ${filename}`;
  const [opened, setOpened] = useState<{ file: string; version: number } | null>(null);
  const kept = opened?.file === file ? opened.version : undefined;
  const query = useQuery(deliverableQuery(engagementId, filename, named ?? kept));
  const { data, isFetching } = query;
  const isKept = named !== undefined || kept !== undefined;
  useEffect(() => {
    if (isKept || isFetching || !data) return;
    queryClient.setQueryData(deliverableQuery(engagementId, filename, data.version).queryKey, data);
    setOpened({ file, version: data.version });
  }, [isKept, isFetching, data, queryClient, engagementId, filename, file]);
  return query;
}

/** Reads what only the list has about a version: the run that made it, and its score. */
export function useListedVersion({ engagementId, filename, version }: VersionProps) {
  const { data: listed, isPending, error, refetch } = useQuery(deliverableListQuery(engagementId));
  return {
    listed: listed?.find((entry) => entry.filename === filename && entry.version === version),
    isPending,
    error,
    refetch,
  };
}

/** A version, as far as its place in the order depends on it. */
interface Listed {
  filename: string;
  version: number;
  taskId: string | null;
}

/**
 * Returns the latest version of each file, in the order of the engagement's tasks, then by name.
 */
export function orderFiles<D extends Listed>(
  listed: readonly D[],
  tasks: readonly { id: string }[],
): readonly D[] {
  const order = tasks.map(({ id }) => id);
  const rankOf = ({ taskId }: D) => order.indexOf(taskId ?? '');
  return latestOfFiles(listed).sort(
    (one, other) => rankOf(one) - rankOf(other) || one.filename.localeCompare(other.filename),
  );
}

export type Judgement = 'sound' | 'weak' | 'poor';

/** Says what a score of 0 to 100 means, by the bounds that every rubric has for its verdicts. */
export function judgeScore(score: number): Judgement {
  if (score >= verdictThresholds.approve) return 'sound';
  return score >= verdictThresholds.reject ? 'weak' : 'poor';
}
