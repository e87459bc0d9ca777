import type { GridChanges } from '@ecp/contract/work/grids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Grid } from './cells.ts';
import { gridQuery, replaceCells } from './grid-queries.ts';

/** While a grid works, and while only people change it. */
const pollMs = { working: 1_500, quiet: 15_000 };

/** Brings the cells that change, and no others. Added questions and files are read with the whole grid. */
export function useLiveGrid(engagementId: string, grid: Grid): void {
  const queryClient = useQueryClient();
  const { queryKey } = gridQuery(engagementId, grid.id);
  useQuery({
    queryKey: ['grids', engagementId, 'changes', grid.id],
    gcTime: 0,
    refetchInterval: grid.status === 'running' ? pollMs.working : pollMs.quiet,
    async queryFn({ signal }) {
      const since = queryClient.getQueryData(queryKey)?.changedAt;
      const changes = await api.listGridChanges({ id: engagementId, gridId: grid.id, since }, { signal });
      const known = queryClient.getQueryData(queryKey);
      if (known && known.progress.total !== changes.progress.total) await queryClient.invalidateQueries({ queryKey });
      else if (known) queryClient.setQueryData(queryKey, applyChanges(known, changes));
      return changes.changedAt;
    },
  });
}

/** Returns a grid after changes; the same one if nothing has changed. */
export function applyChanges(grid: Grid, { cells, ...head }: GridChanges): Grid {
  const isSame =
    cells.length === 0 &&
    (['status', 'title', 'cost', 'changedAt'] as const).every((field) => head[field] === grid[field]);
  return isSame ? grid : { ...replaceCells(grid, cells), ...head };
}
