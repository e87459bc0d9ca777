import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isActive } from '../engagements/is-active.ts';

const pollMs = { active: 5_000, quiet: 30_000 };

/** Status of an engagement. Polls often during a run, and slowly otherwise, to notice that somebody started one. */
export const runStatusQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'status', engagementId],
    queryFn: ({ signal }) => api.getRunStatus({ id: engagementId }, { signal }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data.status) ? pollMs.active : pollMs.quiet),
  });
