import type { Wall, WallEntry } from '@ecp/contract/work/walls';
import { isApiError } from '@ecp/sdk/create-client';
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { teamQuery } from '../../../base/api/firm-queries.ts';
import { wallsQuery } from '../../../base/api/wall-queries.ts';
import { readSeenAgain } from '../../../base/session/forget-unseen.ts';
import { useSession } from '../../../base/session/session.ts';
import { type Entries, insiderOf, type WallFacts, walledIds, wallsBetween } from './walls.ts';

/** The newest entries of owners into each wall that stands. */
const entriesQuery = queryOptions({
  queryKey: ['walls', 'entries'],
  async queryFn({ signal, client }): Promise<Entries> {
    const walls = await client.fetchQuery(wallsQuery);
    return new Map(
      await Promise.all(walls.map(async ({ id }) => [id, await readEntries(id, signal)] as const)),
    );
  },
});

/** A wall that was taken down meanwhile has no entries. */
async function readEntries(wallId: string, signal: AbortSignal): Promise<WallEntry[]> {
  try {
    return (await api.listWallEntries({ wallId }, { signal })).entries;
  } catch (error) {
    if (isApiError(error, 'not_found')) return [];
    throw error;
  }
}

const pageSize = 200;

/** The names of engagements that the reader sees, read page by page until all are found. */
const namesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['engagements', 'walled', ids],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
      const names = new Map<string, string>();
      const wanted = new Set(ids);
      if (wanted.size === 0) return names;
      for await (const { id, name } of api.paginate(
        'listEngagements',
        { limit: pageSize, include_archived: true },
        { signal },
      )) {
        if (wanted.delete(id)) names.set(id, name);
        if (wanted.size === 0) break;
      }
      return names;
    },
  });

/** The walls, the people inside, and the names of people and engagements, for the page of walls. */
export interface Firm extends WallFacts {
  ownId: string;
  /** Names people; who is no longer in the team has none. */
  people: ReadonlyMap<string, string>;
  /** Names the engagements that the reader sees. */
  engagements: ReadonlyMap<string, string>;
}

const noNames: ReadonlyMap<string, string> = new Map();

/**
 * Reads the walls with everything that their page says about them; undefined while the first lists
 * load.
 */
export function useFirm(): { firm: Firm | undefined; error: unknown; retry: () => void } {
  const { user } = useSession();
  const walls = useQuery(wallsQuery);
  const team = useQuery(teamQuery);
  const known = walls.data ?? noWalls;
  const read = useQuery(entriesQuery);
  const entries = read.data ?? noEntries;
  const nowMs = useNow(entries);
  const facts = { walls: known, entries, nowMs };
  const isComplete = read.isSuccess;
  const seen = isComplete
    ? walledIds(known).filter((id) => wallsBetween(facts, user.id, id).length === 0)
    : [];
  const names = useQuery({ ...namesQuery(seen.toSorted()), enabled: isComplete });
  const failed = [walls, team, read, names].find(({ isLoadingError }) => isLoadingError);
  const isReady = walls.data && team.data && isComplete && !(names.isPending && seen.length > 0);
  return {
    firm: isReady
      ? {
          ...facts,
          ownId: user.id,
          people: new Map(team.data.map((member) => [member.id, member.name ?? member.email])),
          // Names that were read before, while the new ones load, are only those of what is still
          // seen.
          engagements: new Map([...(names.data ?? noNames)].filter(([id]) => seen.includes(id))),
        }
      : undefined,
    error: failed?.error,
    retry: () =>
      void Promise.all([walls, team, read, names].map((query) => query.isError && query.refetch())),
  };
}

const noWalls: readonly Wall[] = [];
const noEntries: Entries = new Map();
/** The service's clock may differ from the browser's. */
const marginMs = 1_000;

/** Returns the time, anew whenever an entry ends. */
function useNow(entries: Entries): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const ends = [...entries.values()].flat().map(({ until }) => Date.parse(until) + marginMs);
  const next = Math.min(...ends.filter((endMs) => endMs > nowMs));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNowMs(Date.now()), next - Date.now());
    return () => clearTimeout(timer);
  }, [next]);
  return nowMs;
}

let leaving: ReturnType<typeof setTimeout> | undefined;

/** Reads everything again when the own entry into a wall ends, whichever page is open then. */
export function useLeaveInTime(queryClient: QueryClient, firm: Firm | undefined): void {
  const ends = (firm?.walls ?? []).flatMap(
    (wall) => (firm && insiderOf(firm, wall, firm.ownId)?.until) ?? [],
  );
  const next = ends.toSorted()[0];
  useEffect(() => {
    if (next === undefined) return;
    clearTimeout(leaving);
    leaving = setTimeout(
      () => void readSeenAgain(queryClient),
      Date.parse(next) + marginMs - Date.now(),
    );
  }, [next, queryClient]);
}
