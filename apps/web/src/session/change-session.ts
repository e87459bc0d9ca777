import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { showDoneToast } from '../ui/toasts/tell.ts';
import { setSessionEnded } from './ended-session.ts';
import { broadcastSession } from './session-broadcast.ts';
import { isPersonalQuery, fetchMe, sessionQuery } from './session.ts';

/** Ends the session here and in the other tabs; nothing that was read stays in the page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => api.signOut(),
    async onSuccess() {
      broadcastSession({ kind: 'out' });
      setSessionEnded(false);
      await queryClient.cancelQueries();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      // No page stays in a session that has ended; what forms keep is there for who comes back.
      await router.navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ predicate: isPersonalQuery });
    },
  });
}

/** Goes on in another tenant of the same person; the frame begins its pages anew, and nothing of the other one is kept. */
export function useSwitchTenant() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (tenantId: string) => api.switchTenant({ tenantId }),
    async onSuccess({ tenant }) {
      await queryClient.cancelQueries();
      queryClient.removeQueries({ type: 'inactive', predicate: isPersonalQuery });
      // A form that stayed would be sent to the other workspace; what it keeps is there for who comes back.
      await router.navigate({ to: '/engagements', search: {}, ignoreBlocker: true });
      queryClient.setQueryData(sessionQuery.queryKey, await fetchMe());
      showDoneToast(shellTexts.switched(tenant.name));
    },
  });
}
