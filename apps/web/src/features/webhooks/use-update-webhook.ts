import type { UpdateWebhookBody } from '@ecp/contract/reach/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Changes an endpoint. `showsError` is set if a form shows the error. */
export function useUpdateWebhook(id: string, showsError: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateWebhookBody) => api.updateWebhook({ id, ...changes }),
    meta: { showsError },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
