import { useQuery } from '@tanstack/react-query';
import type { Grid } from './cells.ts';
import { gridQuery } from './grid-queries.ts';

const pollMs = 2_000;

/** Brings the cells that change while a grid works. */
export function useLiveGrid(engagementId: string, grid: Grid): void {
  useQuery({ ...gridQuery(engagementId, grid.id), refetchInterval: grid.status === 'running' ? pollMs : false });
}
