import { useQuery } from '@tanstack/react-query';
import { deliverableListQuery } from './queries.ts';
import type { VersionProps } from './version-props.ts';

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
