import type { QueryClient } from '@tanstack/react-query';
import { refreshDeliverables } from '../deliverables/queries.ts';
import { runStatusQuery } from './queries.ts';

/** Reads again the records that the start of a run changes: its status first, then the deliverables. */
export async function refreshAfterStart(queryClient: QueryClient, engagementId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
  await refreshDeliverables(queryClient, engagementId);
}
