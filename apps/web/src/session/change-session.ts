import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { tellDone } from '../ui/toasts.tsx';
import { sessionQuery } from './session.ts';

/** Ends the session; nothing that was read stays in the page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => api.signOut(),
    async onSuccess() {
      await queryClient.cancelQueries();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      await router.navigate({ to: '/sign-in', search: {} });
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
  });
}

/** Goes on in another tenant of the same person. */
export function useSwitchTenant() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (tenantId: string) => api.switchTenant({ tenantId }),
    async onSuccess({ tenant }) {
      await queryClient.cancelQueries();
      await router.navigate({ to: '/engagements', search: {} });
      await queryClient.resetQueries();
      tellDone(shellTexts.switched(tenant.name));
    },
  });
}
