import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Sends a test to an endpoint. It then appears in the history. */
export function usePing(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.testWebhook({ id }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
