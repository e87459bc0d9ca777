import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { refreshAfterStart } from '../../domain/runs/refresh-after-start.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { refreshUpdates } from './updates-queries.ts';

const texts = updateTexts.proposal;

/** Accepts or dismisses a proposal. `onDone` runs before the page reads its data again. */
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
      await Promise.all([refreshAfterStart(queryClient, engagementId), refreshUpdates(queryClient, engagementId)]);
    },
  });
}
