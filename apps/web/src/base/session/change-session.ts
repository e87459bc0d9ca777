import type { PageLanguage } from '@ecp/contract/values/page-languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { ownNameTexts, shellTexts } from '../texts/shell.ts';
import { showDoneToast } from '../ui/toasts/show-toast.ts';
import { isPersonalQuery } from './personal-queries.ts';
import { broadcastSession, fetchMe, sessionQuery, setSessionEnded } from './session.ts';

/** Ends the session in all tabs and drops all data that was read. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    async mutationFn() {
      // The service would refuse these requests once the session has ended.
      await queryClient.cancelQueries();
      await api.signOut();
    },
    onError: () => queryClient.invalidateQueries(),
    async onSuccess() {
      broadcastSession({ kind: 'out' });
      setSessionEnded(false);
      await queryClient.cancelQueries();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      // No form may block this. Its stored draft is there when the same user returns.
      await router.navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ predicate: isPersonalQuery });
    },
  });
}

/**
 * Switches to another tenant of the same person. All pages start anew, without data of the previous
 * tenant.
 */
export function useSwitchTenant() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (tenantId: string) => api.switchTenant({ tenantId }),
    async onSuccess({ tenant }) {
      await queryClient.cancelQueries();
      queryClient.removeQueries({ type: 'inactive', predicate: isPersonalQuery });
      // A form that stayed open would submit to the other workspace. Its stored draft is there on
      // return.
      await router.navigate({ to: '/engagements', search: {}, ignoreBlocker: true });
      queryClient.setQueryData(sessionQuery.queryKey, await fetchMe());
      showDoneToast(shellTexts.switched(tenant.name));
    },
  });
}

export function useChangeName() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: (name: string) => api.updateMe({ name: name.trim() }),
    async onSuccess(user) {
      queryClient.setQueryData(sessionQuery.queryKey, (me) => me && { ...me, user });
      showDoneToast(ownNameTexts.saved);
      await queryClient.invalidateQueries({ queryKey: ['team'] });
    },
  });
}

/** Chooses the language of one's pages; null follows the browser. */
export function useChangeLanguage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (language: PageLanguage | null) => api.updateMe({ language }),
    // The session's query tells the pages.
    onSuccess: (user) =>
      queryClient.setQueryData(sessionQuery.queryKey, (me) => me && { ...me, user }),
  });
}
