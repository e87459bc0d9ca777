import type { ChartColumn } from '../drawing/chart-data.ts';
import type { ChartJob } from '../drawing/draw-chart.ts';

/** A chart for the drawing child. The rows of the query's result are the job's body, as JSON text. */
export interface DrawingJob extends Omit<ChartJob, 'result'> {
  columns: readonly ChartColumn[];
}
