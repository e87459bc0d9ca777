import type { GridStatus } from '@ecp/contract/work/grids';
import { isOfGrid, readOnce, type StreamOptions, type StreamSource } from './follow-run.ts';

/** What the stream tells of a grid: cells that have changed, or its end. It is told once and not stored. */
export type GridEvent = { gridId: string; timestamp: string } & (
  | { type: 'grid_updated'; cells: { attachmentId: string; columnId: string }[] }
  | { type: 'grid_completed'; status: Exclude<GridStatus, 'running'> }
);

export type GridStreamOptions = Pick<StreamOptions, 'signal' | 'idleTimeoutMs' | 'onConnection'>;

/**
 * Returns what one connection tells of an engagement's grids. It ends when neither a grid nor a run is at work. Throws
 * `ApiError`, `ConnectionError`, or the signal's reason. Whoever connects again reads the grids anew.
 */
export async function* followGrids(
  open: StreamSource['open'],
  options: GridStreamOptions,
): AsyncGenerator<GridEvent, void, undefined> {
  for await (const { data } of readOnce({ open }, undefined, options, () => undefined)) {
    const told = JSON.parse(data) as { type: string };
    if (isOfGrid(told)) yield told;
  }
}
