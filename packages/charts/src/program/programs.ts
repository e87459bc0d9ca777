import { fontFolders } from '@ecp/documents/typesetting/font-folders';
import { describeBundle } from '@ecp/sandbox/child-program';
import type { ChartColumn } from '../drawing/chart-data.ts';
import type { ChartJob } from '../drawing/draw-chart.ts';

/** The program that draws charts. It is JavaScript only and may load no native code. */
export const drawingProgram = describeBundle({
  name: 'charts',
  source: new URL('./drawing-main.ts', import.meta.url),
  reads: [],
  packages: [],
  allowAddons: false,
  heapMb: 256,
  memoryMb: 512,
});

/**
 * The program that turns drawings into pixels. resvg is native code, so that it is apart from the
 * one that draws.
 */
export const pngProgram = describeBundle({
  name: 'chart-pixels',
  source: new URL('./png-main.ts', import.meta.url),
  reads: fontFolders(),
  packages: ['@resvg/resvg-js'],
  allowAddons: true,
  heapMb: 128,
  memoryMb: 768,
});

/**
 * A chart for the drawing child. The rows of the query's result are the job's body, as JSON text.
 */
export interface DrawingJob extends Omit<ChartJob, 'result'> {
  columns: readonly ChartColumn[];
}
