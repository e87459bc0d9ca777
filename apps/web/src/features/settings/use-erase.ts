import type { AccountDeleted } from '@ecp/contract/identity/account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { isPersonalQuery, sessionQuery } from '../../session/session.ts';
import { broadcastSession } from '../../session/session-broadcast.ts';

/** The API responds within 50 seconds, even if erasing has not finished (docs/requirements/account.md). */
const timeoutMs = 70_000;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The numbers of records in an erased workspace, for the last page. */
    erased?: AccountDeleted['summary'];
  }
}

/** Erases the workspace, clears all cached data, and navigates to the last page. */
export function useErase() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => api.deleteAccount({ confirmText: 'DELETE MY ACCOUNT' }, { timeoutMs }),
    meta: { showsError: true },
    async onSuccess({ summary }) {
      broadcastSession({ kind: 'out' });
      await queryClient.cancelQueries();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      await router.navigate({ to: '/goodbye', state: { erased: summary }, replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ predicate: isPersonalQuery });
    },
  });
}
