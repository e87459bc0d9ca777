import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { refreshDeliverables } from '../../domain/deliverables/queries.ts';
import { runStatusQuery } from '../../domain/runs/queries.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { refreshUpdates } from './updates-queries.ts';

const texts = updateTexts.proposal;

/** Accepts or dismisses a proposal and shows the state that follows. `onDone` is called before. */
export function useDecision(engagementId: string, updateId: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const target = { id: engagementId, updateId };
  return useMutation({
    meta: { showsError: true },
    async mutationFn(what: 'accept' | 'dismiss') {
      if (what === 'accept') return texts.started((await api.acceptUpdate(target)).documents.length);
      await api.dismissUpdate(target);
      return texts.dismissed;
    },
    async onSuccess(message) {
      onDone();
      showDoneToast(message);
      await queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
      await Promise.all([refreshUpdates(queryClient, engagementId), refreshDeliverables(queryClient, engagementId)]);
    },
  });
}
