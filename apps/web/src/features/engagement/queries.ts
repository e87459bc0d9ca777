import { isApiError } from '@ecp/sdk/create-client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const settledMs = 60_000;
/** The planner may take two minutes; the service answers at the latest then. */
const planTimeoutMs = 150_000;

/** Every template that one may begin with: the system's, and up to 200 of the tenant's own. */
export const templateChoiceQuery = queryOptions({
  queryKey: ['templates', 'choice'],
  staleTime: settledMs,
  queryFn: async ({ signal }) => (await api.listTemplates({ limit: 200 }, { signal })).templates,
});

/** What the plan allows and what is used of it; the owner's only (contract, 5). */
export const usageQuery = queryOptions({
  queryKey: ['billing'],
  staleTime: settledMs,
  queryFn: ({ signal }) => api.getBilling({}, { signal }),
});

/** The last plan of an engagement; null before there is one. */
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

/** Plans an engagement: answers what a run would do and cost, and runs nothing. */
export const requestPlan = (id: string) => api.planEngagement({ id }, { timeoutMs: planTimeoutMs });
