import type {
  UpdateWebhookBody,
  WebhookDeliveryDetail,
  WebhookEndpoint,
} from '@ecp/contract/reach/webhooks';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, nextCursor } from '../../../base/api/client.ts';

/**
 * All endpoints with their newest attempts. The keys of all webhook queries start with `webhooks`.
 */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) => (await api.listWebhooks({}, { signal })).webhooks,
});

const deliveriesPageSize = 50;
/**
 * Polling intervals. The history is polled while only one page is loaded, a delivery while an
 * attempt is due.
 */
const pollMs = { history: 10_000, delivery: 1_500 };

/** One endpoint with its attempts, newest first, in pages (docs/api.md, Webhooks). */
export const webhookQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'one', id, 'history'],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const input = { id, limit: deliveriesPageSize, cursor: pageParam };
      const { data, headers } = await api.request('getWebhook', input, { signal });
      const { deliveries, ...webhook } = data.webhook;
      return { webhook: webhook satisfies WebhookEndpoint, deliveries, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? pollMs.history : false),
  });

/** One delivery with its payload, polled while an attempt is due. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id, 'delivery', deliveryId],
    queryFn: async ({ signal }): Promise<WebhookDeliveryDetail> =>
      (await api.getWebhookDelivery({ id, deliveryId }, { signal })).delivery,
    refetchInterval: ({ state }) =>
      state.data && state.data.dueAttempt !== null ? pollMs.delivery : false,
  });

/** Changes an endpoint. `showsError` is set if a form shows the error. */
export function useUpdateWebhook(id: string, showsError: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateWebhookBody) => api.updateWebhook({ id, ...changes }),
    meta: { showsError },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}

/** Sends a test to an endpoint. It then appears in the history. */
export function usePing(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.testWebhook({ id }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
