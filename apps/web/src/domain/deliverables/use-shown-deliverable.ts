import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deliverableQuery } from './queries.ts';
import type { FileProps } from './version-props.ts';

/**
 * Reads the version to show: the one that the address names, else the latest when the file was opened. A newer version
 * does not replace what is being read (REV-23): the review bar leads to it.
 */
export function useShownDeliverable({ engagementId, filename }: FileProps, named: number | undefined) {
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
