import type { UpdateWebhookBody } from '@ecp/contract/reach/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Changes an endpoint; `showsError` where a form tells what was refused. */
export function useUpdateWebhook(id: string, showsError: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateWebhookBody) => api.updateWebhook({ id, ...changes }),
    meta: { showsError },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
