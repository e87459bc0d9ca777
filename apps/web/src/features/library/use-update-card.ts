import type { LibraryCardDetail, UpdateCardBody } from '@ecp/contract/work/cards';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { cardQuery } from './queries.ts';

/**
 * Changes a card as the person has read it (LIB-7). Someone else's change in the meantime is an error, after which the
 * page reads their text. A repetition with the same `revision` fails again, so nobody overwrites an unread text.
 */
export function useUpdateCard(
  { id: cardId, revision }: Pick<LibraryCardDetail, 'id' | 'revision'>,
  done: string,
  onDone: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: (change: UpdateCardBody) => api.updateCard({ cardId, revision, ...change }),
    async onSuccess(card) {
      queryClient.setQueryData(cardQuery(cardId).queryKey, card);
      showDoneToast(done);
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['library', 'cards'] });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: cardQuery(cardId).queryKey }),
  });
}
