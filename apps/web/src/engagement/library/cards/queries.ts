import type { CardKind, CardStatus } from '@ecp/contract/values/card-kinds';
import type { LibraryCard, LibraryCardDetail, UpdateCardBody } from '@ecp/contract/work/cards';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, nextCursor } from '../../../base/api/client.ts';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';

export interface CardFilter {
  q?: string;
  kind?: CardKind;
  status?: CardStatus;
}

const pageSize = 100;

export const cardsQuery = (filter: CardFilter) =>
  infiniteQueryOptions({
    queryKey: ['library', 'cards', filter],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const { data, headers } = await api.request(
        'listCards',
        { limit: pageSize, cursor: pageParam, ...filter },
        { signal },
      );
      return { cards: data.cards, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
  });

export const cardQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['library', 'card', cardId],
    queryFn: ({ signal }) => api.getCard({ cardId }, { signal }),
  });

export type CardList = UseInfiniteQueryResult<
  InfiniteData<{ cards: LibraryCard[]; next: string | undefined }>
>;

/** Changes a card as the person has read it: `revision` makes a change in the meantime an error. */
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
