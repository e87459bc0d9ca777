import type { Storyline } from '@ecp/contract/work/storylines';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';

export type { Storyline };
export type Audience = 'team' | 'client';

/** A deck: that of one document, or of the whole engagement without a filename. */
export interface DeckPlace {
  engagementId: string;
  filename?: string | undefined;
}

const writingPollMs = 2_000;

/**
 * The slides of a deck. The key begins like those of deliverables, so that a new version reads them
 * again.
 */
export const storylineQuery = ({ engagementId, filename }: DeckPlace, audience: Audience) =>
  queryOptions({
    queryKey: [...storylineKey(engagementId), filename ?? null, audience],
    queryFn: ({ signal }) =>
      api.getStoryline({ id: engagementId, filename, audience }, { signal, timeoutMs: 60_000 }),
    refetchInterval: ({ state }) => (state.data?.status === 'writing' ? writingPollMs : false),
  });

export const storylineKey = (engagementId: string) =>
  ['deliverables', engagementId, 'storyline'] as const;
