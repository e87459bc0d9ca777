import type { CardKind, CardStatus } from '@ecp/contract/values/card-kinds';
import type { LibraryCard } from '@ecp/contract/work/cards';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';

/** The filters of the list of cards. */
export interface CardFilter {
  q?: string;
  kind?: CardKind;
  status?: CardStatus;
}

const pageSize = 100;

/** The cards of the library, newest first, in pages. */
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

/** One card with its text and uses. */
export const cardQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['library', 'card', cardId],
    queryFn: ({ signal }) => api.getCard({ cardId }, { signal }),
  });

export type CardList = UseInfiniteQueryResult<InfiniteData<{ cards: LibraryCard[]; next: string | undefined }>>;
