import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';

/** Opens the workspace's finished sample, which the first call makes (SMP-1). */
export function useOpenSample() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    mutationFn: () => api.openSample(),
    async onSuccess({ id }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
}
