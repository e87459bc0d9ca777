import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isActive } from '../engagements/is-active.ts';

const pollMs = { active: 5_000, quiet: 30_000 };

/** Where an engagement stands, asked again by itself: often while something runs, else to notice that somebody started it. */
export const runStatusQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'status', engagementId],
    queryFn: ({ signal }) => api.getRunStatus({ id: engagementId }, { signal }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data.status) ? pollMs.active : pollMs.quiet),
  });
