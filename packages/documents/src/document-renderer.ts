import { createRecentAnswers } from '@ecp/sandbox/recent-answers';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type {
  DeliverableReport,
  EngagementReport,
  RenderJob,
  ReportFigures,
} from './reports/report-types.ts';
import { DocumentError, toDocumentError } from './reports/report-types.ts';
import { typesettingProgram } from './typesetting/typesetting-program.ts';

export interface PrintOrder {
  tenantId: string;
  /** Aborted when nobody waits for the document any longer. */
  signal?: AbortSignal;
}

/** Prints reports as PDF in a sandbox, so that the caller's event loop only sends and receives. */
export interface DocumentRenderer {
  /** Prints a whole engagement. Rejects with DocumentError or the signal's reason. */
  renderEngagement(report: EngagementReport, order: PrintOrder): Promise<Uint8Array>;
  /** Prints one deliverable. Rejects with DocumentError or the signal's reason. */
  renderDeliverable(report: DeliverableReport, order: PrintOrder): Promise<Uint8Array>;
}

/** Settings of a renderer. All but the sandbox have defaults. */
export interface RendererOptions {
  sandbox: Sandbox;
  /**
   * Time for a document from its turn, plus half for each MiB of markdown and queries; 30 s by
   * default.
   */
  timeoutMs?: number;
  /** Limits the markdown of one report, all documents together, in UTF-8; the default is 8 MiB. */
  maxMarkdownBytes?: number;
  program?: typeof typesettingProgram;
  /** Bytes of finished documents that stay in memory for some minutes; 32 MiB by default. */
  keptBytes?: number;
  /** Logs what a document lacks, such as PDF/UA conformance. */
  log?: (note: string) => void;
}

/** Reports with more markdown than this count as long from the start. */
const shortSizeBytes = 128 * 1024;
const mebibyte = 1024 * 1024;
/** Larger reports are printed each time: naming them would hold up the event loop. */
const maxNamedBytes = 2 * mebibyte;
/** Limits the markdown of one report, all documents together, in UTF-8. */
export const maxReportBytes = 8 * mebibyte;

export function createDocumentRenderer({
  sandbox,
  log,
  ...options
}: RendererOptions): DocumentRenderer {
  const {
    program = typesettingProgram,
    maxMarkdownBytes = maxReportBytes,
    timeoutMs = 30_000,
  } = options;
  const finished = createRecentAnswers<Uint8Array>(options.keptBytes ?? 32 * mebibyte);

  async function render(
    job: RenderJob,
    markdown: string[],
    { tenantId, signal }: PrintOrder,
  ): Promise<Uint8Array> {
    signal?.throwIfAborted();
    const sizeBytes = markdown.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (sizeBytes > maxMarkdownBytes) {
      throw new DocumentError(
        'too_large',
        `The documents have ${sizeBytes} bytes; at most ${maxMarkdownBytes} can be printed`,
      );
    }
    const allBytes = sizeBytes + measureQueries(job.report.figures);
    const name = allBytes > maxNamedBytes ? null : finished.nameOf(tenantId, job);
    const known = name === null ? undefined : finished.find(name);
    if (known !== undefined) return known;
    const answering = sandbox.run(program, {
      tenantId,
      job,
      lane: allBytes > shortSizeBytes ? 'long' : 'short',
      sizeBytes: allBytes,
      timeMs: timeoutMs * (1 + allBytes / mebibyte / 2),
      isAwaited: true,
      signal,
    });
    const { head, body } = await answering.catch((error: unknown) => {
      throw toDocumentError(error);
    });
    for (const note of Array.isArray(head) ? head : []) log?.(String(note));
    if (name !== null) finished.keep(name, body, body.length);
    return body;
  }
  return {
    renderEngagement: (report, order) => {
      const markdown = report.documents.map((document) => document.markdown);
      return render({ kind: 'engagement', report: withDay(report) }, markdown, order);
    },
    renderDeliverable: (report, order) =>
      render({ kind: 'deliverable', report: withDay(report) }, [report.document.markdown], order),
  };
}

/** A document shows the day alone, so that it is the same the whole day. */
function withDay<Report extends { date: string }>(report: Report): Report {
  return { ...report, date: report.date.slice(0, '2000-01-01'.length) };
}

/**
 * Measures the texts of queries, most of which are ASCII. Their number and length are bounded, so
 * none is refused.
 */
function measureQueries(figures: ReportFigures | null | undefined): number {
  return (figures?.queries ?? []).reduce(
    (sum, { query }) => sum + (query ? query.sql.length + query.rows.length : 0),
    0,
  );
}
