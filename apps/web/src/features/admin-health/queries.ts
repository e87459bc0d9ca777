import type { AdminHealth } from '@ecp/contract/reach/admin-health';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Between two looks at the service. */
export const refreshMs = 5_000;
/** An answer that takes longer counts as none; the next look follows anyway. */
const patienceMs = 4_000;
/** Ten minutes of looks. */
const mostSamples = 120;

/** What the service is made of. */
export const parts = ['database', 'engine', 'cache'] as const;
export type PartName = (typeof parts)[number];

/** One look at the service. */
export interface HealthSample {
  atMs: number;
  health: AdminHealth;
}

const queryKey = ['admin-health'] as const;

/** The latest looks at the service, newest last; renewed while the page is seen, never behind a hidden tab. */
export const healthQuery = queryOptions({
  queryKey,
  staleTime: 0,
  refetchInterval: refreshMs,
  refetchIntervalInBackground: false,
  async queryFn({ signal, client }): Promise<HealthSample[]> {
    const health = await api.getAdminHealth({}, { signal, timeoutMs: patienceMs });
    const before = client.getQueryData<HealthSample[]>(queryKey) ?? [];
    return [...before.slice(1 - mostSamples), { atMs: Date.now(), health }];
  },
});
