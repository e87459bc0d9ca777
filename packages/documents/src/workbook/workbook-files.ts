import { describeBundle } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { PrintOrder } from '../document-renderer.ts';
import { DocumentError, toDocumentError } from '../reports/report-types.ts';
import type { EngagementBook, RowsPart } from './engagement/engagement-book.ts';
import { encodeBook, encodeRows } from './rows.ts';
import { sheetLimits, type TableBook } from './workbook-types.ts';

/**
 * Writes workbooks (.xlsx) in a sandbox, so that the caller's event loop only sends and receives.
 */
export interface WorkbookFiles {
  /** Writes one table as a workbook. Rejects with DocumentError or the signal's reason. */
  writeTable(table: TableBook, order: PrintOrder): Promise<Buffer>;
  /**
   * Writes an engagement. `parts` are the bytes of its rows. Rejects with DocumentError or the
   * signal's reason.
   */
  writeEngagement(
    book: EngagementBook,
    parts: readonly EncodedRows[],
    order: PrintOrder,
  ): Promise<Buffer>;
}

/** The rows of one table or query, in the order of the parts. */
export interface EncodedRows extends Omit<RowsPart, 'sizeBytes'> {
  chunks: readonly Uint8Array[];
}

/** Settings. All but the sandbox have defaults. */
interface WorkbookFilesOptions {
  sandbox: Sandbox;
  /** Time for a workbook from its turn, plus half of it for each MiB; the default is 30 s. */
  timeoutMs?: number;
  /** Limits the cells of a workbook; the default is a million. */
  maxCells?: number;
  program?: typeof workbookProgram;
}

const mebibyte = 1024 * 1024;
/** Larger workbooks count as long from the start. */
const shortSizeBytes = 512 * 1024;
/** Limits the bytes that are sent to a child. */
const maxBytes = 128 * mebibyte;
/** Rows above the head of a table, at most. */
const rowsAbove = 100;
/** Limits the cells of all tables of a workbook. */
export const maxWorkbookCells = 1_000_000;

/** Creates the service. Children start with the first workbook. */
export function createWorkbookFiles({
  sandbox,
  program = workbookProgram,
  ...options
}: WorkbookFilesOptions): WorkbookFiles {
  const { timeoutMs = 30_000, maxCells = maxWorkbookCells } = options;

  async function write(
    job: WorkbookJob,
    chunks: readonly Uint8Array[],
    { tenantId, signal }: PrintOrder,
  ): Promise<Buffer> {
    const sizeBytes = sizeOf(chunks);
    if (sizeBytes > maxBytes) throw tooLarge(`${sizeBytes} bytes`);
    const body = {
      sizeBytes,
      async *open() {
        yield* chunks;
      },
    };
    try {
      const answer = await sandbox.run(program, {
        job,
        body,
        tenantId,
        signal,
        sizeBytes,
        isAwaited: true,
        lane: sizeBytes > shortSizeBytes ? 'long' : 'short',
        timeMs: timeoutMs * (1 + sizeBytes / mebibyte / 2),
      });
      return answer.body;
    } catch (error) {
      throw toDocumentError(error);
    }
  }
  return {
    async writeTable({ rows, ...table }, order) {
      const cells = rows.length * table.columns.length;
      const isTooLarge =
        table.columns.length > sheetLimits.columns || rows.length > sheetLimits.rows - rowsAbove;
      if (isTooLarge || cells > maxCells)
        throw tooLarge(`${rows.length} rows, ${table.columns.length} columns`);
      return write({ kind: 'table', table }, await encodeRows(rows), order);
    },
    async writeEngagement(book, encoded, order) {
      const parts = encoded.map(({ chunks, ...part }) => ({ ...part, sizeBytes: sizeOf(chunks) }));
      const texts = await encodeBook(book);
      const job = { kind: 'engagement', bookBytes: sizeOf(texts), parts } as const;
      return write(job, [...texts, ...encoded.flatMap(({ chunks }) => chunks)], order);
    },
  };
}

const sizeOf = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);

const tooLarge = (size: string) =>
  new DocumentError('too_large', `The workbook is too large: ${size}`);

/**
 * The program that writes workbooks. Its writer is WebAssembly, which is bound as JavaScript is.
 */
export const workbookProgram = describeBundle({
  name: 'workbook',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [],
  packages: ['wasm-xlsxwriter'],
  allowAddons: false,
  heapMb: 1_024,
  memoryMb: 1_800,
});

/** A job for a child process. The rows come with it as bytes. */
export type WorkbookJob =
  | { kind: 'table'; table: Omit<TableBook, 'rows'> }
  | { kind: 'engagement'; bookBytes: number; parts: RowsPart[] };
