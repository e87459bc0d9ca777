import { fontFoldersFor } from '@ecp/documents/typesetting/font-folders';
import { createRecentAnswers } from '@ecp/sandbox/recent-answers';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { ChartColumn, DrawingProblem } from './drawing/chart-data.ts';
import type { ChartJob } from './drawing/draw-chart.ts';
import type { LogoFault, LogoJob } from './program/draw-logo.ts';
import type { PngJob } from './program/png-main.ts';
import type { DrawingJob } from './program/programs.ts';
import { drawingProgram, pngProgram } from './program/programs.ts';

interface DrawingOrder {
  tenantId: string;
  /** Aborted when nobody waits for the drawing any longer. */
  signal?: AbortSignal;
}

export interface Chart
  extends Pick<
    ChartJob,
    'spec' | 'query' | 'theme' | 'locale' | 'withTitle' | 'color' | 'audience'
  > {
  /** Columns of the query's result. */
  columns: readonly ChartColumn[];
  /** Its rows as JSON text; only the child parses them. */
  rows: string;
}

export interface DrawnChart {
  svg: string;
  /** Describes in words what the chart shows. */
  description: string;
}

/**
 * Draws charts in a sandbox, so that no cell of a table reaches this process as anything but data.
 */
export interface ChartDrawer {
  /**
   * Draws a chart as SVG with a description, or tells why not. Rejects with SandboxError or the
   * signal's reason.
   */
  draw(chart: Chart, order: DrawingOrder): Promise<DrawnChart | { problem: DrawingProblem }>;
  /**
   * Turns the SVG of a chart drawn for `print` into a PNG on white, for Word and mail. Rejects like
   * draw.
   */
  toPng(svg: string, widthPx: number, order: DrawingOrder): Promise<Buffer>;
  /**
   * Turns a logo in SVG, which is untrusted, into a PNG, or says why it is refused. Rejects like
   * draw.
   */
  logoToPng(svg: Buffer, order: DrawingOrder): Promise<Buffer | LogoFault>;
}

/** Families of the pages, and of documents: the first that the reader's machine has. */
const screenFont = "'Inter Variable', Inter, 'Source Sans 3', 'Noto Sans', system-ui, sans-serif";
const scripts = "'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Thai', 'Noto Sans Devanagari'";
/**
 * Chinese and Japanese write shared ideographs in different forms: the font of the chart's language
 * comes first.
 */
const ideographic = (locale: Chart['locale']): string =>
  (locale === 'ja' ? ['JP', 'S Chinese', 'KR'] : ['S Chinese', 'JP', 'KR'])
    .map((name) => `'Noto Sans ${name}'`)
    .join(', ');
const printFont = (locale: Chart['locale']): string =>
  `'Source Sans 3', 'Noto Sans', ${scripts}, ${ideographic(locale)}, sans-serif`;

/** Time for a drawing in the long lane. */
const timeMs = 10_000;
/** Time for a logo. A person waits for it, and one that takes longer is no logo. */
const logoTimeMs = 5_000;
const maxPngWidthPx = 4_000;

/**
 * Bytes of drawings that stay in memory for some minutes: PDF, Word and mail show the same ones.
 */
const keptBytes = 8 * 1024 * 1024;
/** Longer results are drawn each time: naming them would hold up the event loop. */
const maxNamedLength = 512 * 1024;

/** Creates a drawer. Children start with the first chart. */
export function createChartDrawer(sandbox: Sandbox): ChartDrawer {
  const drawings = createRecentAnswers<DrawnChart>(keptBytes / 2);
  const pictures = createRecentAnswers<Buffer>(keptBytes / 2);
  return {
    async draw({ rows, ...chart }, { tenantId, signal }) {
      signal?.throwIfAborted();
      const job: DrawingJob = {
        ...chart,
        font: chart.theme === 'print' ? printFont(chart.locale) : screenFont,
      };
      const name = rows.length > maxNamedLength ? null : drawings.nameOf(tenantId, [job, rows]);
      const known = name === null ? undefined : drawings.find(name);
      if (known !== undefined) return known;
      const body = Buffer.from(rows);
      const task = {
        tenantId,
        job,
        body,
        lane: 'short',
        sizeBytes: body.length,
        timeMs,
        isAwaited: true,
      } as const;
      const { head, body: svg } = await sandbox.run(drawingProgram, { ...task, signal });
      const outcome = head as { problem: DrawingProblem } | { description: string };
      if ('problem' in outcome) return outcome;
      const drawn = { svg: svg.toString(), description: outcome.description };
      if (name !== null) drawings.keep(name, drawn, svg.length);
      return drawn;
    },
    async toPng(svg, widthPx, { tenantId, signal }) {
      signal?.throwIfAborted();
      const name = svg.length > maxNamedLength ? null : pictures.nameOf(tenantId, [svg, widthPx]);
      const known = name === null ? undefined : pictures.find(name);
      if (known !== undefined) return known;
      const job: PngJob = {
        widthPx: Math.min(widthPx, maxPngWidthPx),
        fontFolders: fontFoldersFor(svg),
      };
      const body = Buffer.from(svg);
      const task = {
        tenantId,
        job,
        body,
        lane: 'short',
        sizeBytes: body.length,
        timeMs,
        isAwaited: true,
      } as const;
      const { body: png } = await sandbox.run(pngProgram, { ...task, signal });
      if (name !== null) pictures.keep(name, png, png.length);
      return png;
    },
    async logoToPng(body, { tenantId, signal }) {
      const job: LogoJob = { logo: true, fontFolders: fontFoldersFor(body.toString()) };
      const task = {
        tenantId,
        job,
        body,
        lane: 'short',
        sizeBytes: body.length,
        timeMs: logoTimeMs,
      } as const;
      const { head, body: png } = await sandbox.run(pngProgram, {
        ...task,
        isAwaited: true,
        signal,
      });
      return head === null ? png : (head as LogoFault);
    },
  };
}
