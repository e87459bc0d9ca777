import { isApiError } from '@ecp/sdk/create-client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The service responds within two minutes, the limit of the planner. */
const planTimeoutMs = 150_000;

/** The last plan of an engagement; null if there is none. */
export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['engagements', 'plan', id],
    async queryFn({ signal }) {
      try {
        return await api.getPlan({ id }, { signal });
      } catch (error) {
        if (isApiError(error, 'not_found')) return null;
        throw error;
      }
    },
  });

/** Plans an engagement: returns what a run would do and cost, and runs nothing. */
export const requestPlan = (id: string) => api.planEngagement({ id }, { timeoutMs: planTimeoutMs });
