import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { ownNameTexts } from '../texts/en/settings/own-name.ts';
import { showDoneToast } from '../ui/toasts/tell.ts';
import { sessionQuery } from './session.ts';

/** Changes the name of the signed-in user in this workspace (AUT-24). */
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
