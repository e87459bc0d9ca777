import type { GridChanges } from '@ecp/contract/work/grids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../base/api/client.ts';
import type { Grid } from './cells.ts';
import { gridQuery, replaceCells } from './grid-queries.ts';

/** While a grid works and the stream is away, and while only people change it. */
const pollMs = { working: 1_500, quiet: 15_000 };

/**
 * Brings the cells that change, and no others. Added questions and files are read with the whole
 * grid.
 */
export function useLiveGrid(engagementId: string, grid: Grid): void {
  const queryClient = useQueryClient();
  const { queryKey } = gridQuery(engagementId, grid.id);
  const isWorking = grid.status === 'running';
  const [isTold, setTold] = useState(false);
  const { refetch } = useQuery({
    queryKey: ['grids', engagementId, 'changes', grid.id],
    gcTime: 0,
    refetchInterval: isTold ? false : isWorking ? pollMs.working : pollMs.quiet,
    async queryFn({ signal }) {
      const since = queryClient.getQueryData(queryKey)?.changedAt;
      const changes = await api.listGridChanges(
        { id: engagementId, gridId: grid.id, since },
        { signal },
      );
      const known = queryClient.getQueryData(queryKey);
      if (known && known.progress.total !== changes.progress.total)
        await queryClient.invalidateQueries({ queryKey });
      else if (known) queryClient.setQueryData(queryKey, applyChanges(known, changes));
      return changes.changedAt;
    },
  });
  useEffect(
    () =>
      isWorking
        ? followGrid(engagementId, grid.id, { onChange: refetch, onOpen: setTold })
        : undefined,
    [engagementId, grid.id, isWorking, refetch],
  );
}

/** Pause before a stream that broke is opened again. */
const reopenMs = 10_000;

interface GridFollower {
  /** The grid has changed, or may have before the stream opened. */
  onChange(): Promise<unknown>;
  onOpen(isOpen: boolean): void;
}

/**
 * Follows a grid by the stream of its engagement while the page is visible. Returns what ends it.
 */
function followGrid(
  engagementId: string,
  gridId: string,
  { onChange, onOpen }: GridFollower,
): () => void {
  let connection: AbortController | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    connection?.abort();
    clearTimeout(reopening);
    onOpen(false);
  };
  const open = async () => {
    connection = new AbortController();
    const { signal } = connection;
    const onConnection = () => {
      onOpen(true);
      void onChange();
    };
    try {
      for await (const told of api.streamGrids(engagementId, { signal, onConnection }))
        if (told.gridId === gridId) await onChange();
    } catch {
      // A stream that broke is opened again.
    }
    if (signal.aborted) return;
    onOpen(false);
    reopening = setTimeout(open, reopenMs);
  };
  // A browser opens few connections to one host, and a hidden page leaves them to others.
  const onVisibility = () => {
    close();
    if (document.visibilityState === 'visible') void open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}

/** Returns a grid after changes; the same one if nothing has changed. */
function applyChanges(grid: Grid, { cells, ...head }: GridChanges): Grid {
  const isSame =
    cells.length === 0 &&
    (['status', 'title', 'cost', 'changedAt'] as const).every(
      (field) => head[field] === grid[field],
    );
  return isSame ? grid : { ...replaceCells(grid, cells), ...head };
}
