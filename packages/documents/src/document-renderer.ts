import type { RenderJob } from './pool/render-messages.ts';
import { openRenderPool } from './pool/render-pool.ts';
import { DocumentError } from './reports/document-error.ts';
import type { DeliverableReport, EngagementReport } from './reports/report-types.ts';

/** The tenant and the signal of a document to print. */
export interface PrintOrder {
  /** Tenants take turns, and no tenant has all child processes. */
  tenantId: string;
  /** Aborted when nobody waits for the document any longer. */
  signal?: AbortSignal;
}

/** Prints reports as PDF in child processes, so that the caller's event loop only sends and receives. */
export interface DocumentRenderer {
  /** Prints a whole engagement (EXP-1). Rejects with DocumentError or the signal's reason. */
  renderEngagement(report: EngagementReport, order: PrintOrder): Promise<Uint8Array>;
  /** Prints one deliverable (EXP-7). Rejects with DocumentError or the signal's reason. */
  renderDeliverable(report: DeliverableReport, order: PrintOrder): Promise<Uint8Array>;
  /** Process ids of the living children, for health reports. */
  pids(): number[];
  /** Ends every child process and refuses waiting documents. */
  close(): Promise<void>;
}

/** Settings of a renderer. Each has a default. */
export interface RendererOptions {
  /** Most child processes; the default is 2. Each uses 250 to 450 MB after some documents. */
  workers?: number;
  /** Time for a document from its turn, plus half of it for each MiB of its markdown; the default is 30 s. */
  timeoutMs?: number;
  /** Time after which a document counts as long; the default is 5 s. */
  shortTimeoutMs?: number;
  /** Most markdown of one report, all documents together, in UTF-8; the default is 8 MiB. */
  maxMarkdownBytes?: number;
  /** Most documents that may wait for a child; the default is 100. */
  queueLength?: number;
  /** Most resident memory of one child; the default is 1,500 MB. */
  memoryMb?: number;
  /** Logs what a document lacks, such as PDF/UA conformance. */
  log?: (note: string) => void;
}

/** Reports with more markdown than this count as long from the start. */
const shortSizeBytes = 256 * 1024;
const mebibyte = 1024 * 1024;

/** Opens a renderer. Processes start with the first document. */
export function createDocumentRenderer(options: RendererOptions = {}): DocumentRenderer {
  const { maxMarkdownBytes = 8 * mebibyte, timeoutMs = 30_000, log } = options;
  const pool = openRenderPool({
    workers: options.workers ?? 2,
    queueLength: options.queueLength ?? 100,
    shortTimeoutMs: options.shortTimeoutMs ?? 5_000,
    heapMb: 512,
    memoryMb: options.memoryMb ?? 1_500,
  });

  async function render(job: RenderJob, markdown: string[], { tenantId, signal }: PrintOrder): Promise<Uint8Array> {
    const sizeBytes = markdown.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (sizeBytes > maxMarkdownBytes) {
      throw new DocumentError(
        'too_large',
        `The documents have ${sizeBytes} bytes; at most ${maxMarkdownBytes} can be printed`,
      );
    }
    const { pdf, notes } = await pool.run(job, {
      tenantId,
      lane: sizeBytes > shortSizeBytes ? 'long' : 'short',
      timeoutMs: timeoutMs * (1 + sizeBytes / mebibyte / 2),
      signal,
    });
    for (const note of notes) log?.(note);
    return pdf;
  }
  return {
    renderEngagement: (report, order) => {
      const markdown = report.documents.map((document) => document.markdown);
      return render({ kind: 'engagement', report }, markdown, order);
    },
    renderDeliverable: (report, order) => render({ kind: 'deliverable', report }, [report.document.markdown], order),
    pids: () => pool.pids(),
    close: () => pool.close(),
  };
}
