import type { EngagementUpdate } from '@ecp/contract/work/recurring';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const checkingMs = 3_000;

/** The schedule for reading an engagement's sources again; null without one. */
export const scheduleQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'schedule', engagementId],
    queryFn: async ({ signal }) => (await api.getSchedule({ id: engagementId }, { signal })).schedule,
  });

/** The checks of an engagement's sources, newest first; read again while one is at work. */
export const updatesQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'updates', engagementId],
    queryFn: async ({ signal }) => (await api.listUpdates({ id: engagementId }, { signal })).updates,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isChecking) ? checkingMs : false),
  });

const isChecking = ({ status }: EngagementUpdate) => status === 'checking';

/** Reads schedule and checks again. */
export async function refreshUpdates(queryClient: QueryClient, engagementId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: scheduleQuery(engagementId).queryKey }),
    queryClient.invalidateQueries({ queryKey: updatesQuery(engagementId).queryKey }),
  ]);
}

/** Counts the documents that the changes of a check affect. */
export const countDocuments = ({ changes }: EngagementUpdate): number =>
  new Set(changes.flatMap(({ documents }) => documents.map(({ filename }) => filename))).size;
