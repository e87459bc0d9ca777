import type { Grid, GridCell } from '@ecp/contract/work/grids';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';

const pollMs = 5_000;

/**
 * The grids of an engagement without their cells, newest first. All query keys of grids begin with
 * `grids`.
 */
export const gridsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['grids', engagementId, 'list'],
    queryFn: async ({ signal }) => (await api.listGrids({ id: engagementId }, { signal })).items,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? pollMs : false,
  });

/** A grid with all its cells. While it works, `useLiveGrid` brings the cells that change. */
export const gridQuery = (engagementId: string, gridId: string) =>
  queryOptions({
    queryKey: ['grids', engagementId, 'grid', gridId],
    queryFn: ({ signal }) => api.getGrid({ id: engagementId, gridId }, { signal }),
    refetchOnMount: 'always',
  });

/** Takes the grid of an answer as the one that is known now. */
export function keepGrid(queryClient: QueryClient, engagementId: string, grid: Grid): void {
  queryClient.setQueryData(gridQuery(engagementId, grid.id).queryKey, grid);
  void queryClient.invalidateQueries({ queryKey: gridsQuery(engagementId).queryKey });
}

/** A cell by the ids of its file and its column. */
export interface CellPlace {
  attachmentId: string;
  columnId: string;
}

/**
 * Returns a grid with some cells replaced. Rows without a change stay the same objects, so that
 * they are not drawn anew.
 */
export function replaceCells(
  grid: Grid,
  changes: readonly (CellPlace & { cell: GridCell })[],
): Grid {
  const byRow = Map.groupBy(changes, ({ attachmentId }) => attachmentId);
  const at = new Map(grid.columns.map(({ id }, index) => [id, index]));
  const rows = grid.rows.map((row) => {
    const changed = byRow.get(row.attachmentId);
    if (!changed) return row;
    const cells = [...row.cells];
    for (const { columnId, cell } of changed) {
      const index = at.get(columnId);
      if (index !== undefined) cells[index] = cell;
    }
    return { ...row, cells };
  });
  return { ...grid, rows };
}
