import { fontFolders } from '@ecp/documents/typesetting/font-folders';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { ChartResult, DrawingProblem } from './drawing/chart-data.ts';
import type { ChartJob } from './drawing/draw-chart.ts';
import { drawingProgram } from './program/drawing-program.ts';
import type { PngJob } from './program/png-main.ts';
import { pngProgram } from './program/png-program.ts';

/** The tenant and the signal of a drawing. */
export interface DrawingOrder {
  tenantId: string;
  /** Aborted when nobody waits for the drawing any longer. */
  signal?: AbortSignal;
}

/** A chart to draw: the colours and fonts follow from its place. */
export type Chart = Pick<ChartJob, 'spec' | 'result' | 'query' | 'theme' | 'locale' | 'withTitle'>;

/** Draws charts in a sandbox, so that no cell of a table reaches this process as anything but data. */
export interface ChartDrawer {
  /** Draws a chart as SVG, or says why it cannot be drawn. Rejects with SandboxError or the signal's reason. */
  draw(chart: Chart, order: DrawingOrder): Promise<{ svg: Buffer } | { problem: DrawingProblem }>;
  /** Turns the SVG of a chart drawn for `print` into a PNG on white, for Word and mail. Rejects like draw. */
  toPng(svg: Uint8Array, widthPx: number, order: DrawingOrder): Promise<Buffer>;
}

/** Families of the pages, and of documents: the first that the reader's machine has. */
const screenFont = "'Inter Variable', Inter, 'Source Sans 3', 'Noto Sans', system-ui, sans-serif";
const printFont = "'Source Sans 3', 'Noto Sans', 'Noto Sans S Chinese', NanumGothic, sans-serif";

/** Time for a drawing in the long lane. */
const timeMs = 10_000;
const maxPngWidthPx = 4_000;

/** Creates a drawer. Children start with the first chart. */
export function createChartDrawer(sandbox: Sandbox): ChartDrawer {
  return {
    async draw(chart, { tenantId, signal }) {
      const job: ChartJob = {
        ...chart,
        result: pickColumns(chart.result, [chart.spec.x, ...chart.spec.y]),
        font: chart.theme === 'print' ? printFont : screenFont,
      };
      const sizeBytes = job.result.rows.length * job.result.columns.length * 16;
      const task = { tenantId, job, lane: 'short', sizeBytes, timeMs, isAwaited: true, signal } as const;
      const { head, body } = await sandbox.run(drawingProgram, task);
      return head === null ? { svg: body } : { problem: head as DrawingProblem };
    },
    async toPng(svg, widthPx, { tenantId, signal }) {
      const job: PngJob = { widthPx: Math.min(widthPx, maxPngWidthPx), fontFolders: fontFolders() };
      const task = { tenantId, job, body: svg, lane: 'short', sizeBytes: svg.length, timeMs, isAwaited: true } as const;
      return (await sandbox.run(pngProgram, { ...task, signal })).body;
    },
  };
}

/** Leaves the columns that a chart names: a result may have many more. */
function pickColumns({ columns, rows }: ChartResult, names: readonly string[]): ChartResult {
  const kept = columns.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
  return {
    columns: kept.flatMap((index) => columns[index] ?? []),
    rows: rows.map((row) => kept.map((index) => row[index] ?? null)),
  };
}
