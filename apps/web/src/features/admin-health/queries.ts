import type { AdminHealth } from '@ecp/contract/reach/service';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Interval between two health requests. */
export const refreshMs = 5_000;
/** A response that takes longer counts as missing. The next request is sent in either case. */
const patienceMs = 4_000;
/** Number of samples in ten minutes. */
const mostSamples = 120;

/** The parts of the service. */
export const parts = ['database', 'engine', 'cache'] as const;
export type PartName = (typeof parts)[number];

/** One sample of the health of the service. */
export interface HealthSample {
  atMs: number;
  health: AdminHealth;
}

const queryKey = ['admin-health'] as const;

/** The latest health samples, newest last. They are refreshed while the page is visible, never in a hidden tab. */
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
