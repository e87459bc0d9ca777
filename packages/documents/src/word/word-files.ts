import { type ChildAnswer, describeBundle, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PrintOrder } from '../document-renderer.ts';
import { DocumentError, toDocumentError } from '../reports/report-types.ts';
import type { WordBase } from './merge-word.ts';
import type { ReadComment } from './reading/read-docx.ts';
import { type WordWarning, wordWarningKinds } from './reading/read-inlines.ts';
import { WordRefusal, wordRefusalKinds } from './reading/xml-tree.ts';
import type { DeliverableWordReport, EngagementWordReport, WordOrigin } from './word-report.ts';

/**
 * Writes and reads Word files in a sandbox, so that the caller's event loop only sends and
 * receives.
 */
export interface WordFiles {
  /** Writes one deliverable. Rejects with DocumentError or the signal's reason. */
  writeDeliverable(report: DeliverableWordReport, order: PrintOrder): Promise<Buffer>;
  /** Writes a whole engagement. Rejects with DocumentError or the signal's reason. */
  writeEngagement(report: EngagementWordReport, order: PrintOrder): Promise<Buffer>;
  /**
   * Reads a file's version, null if none. Rejects with WordRefusal, DocumentError `busy`, or the
   * signal's reason.
   */
  readOrigin(file: Uint8Array, order: PrintOrder): Promise<WordOrigin | null>;
  /**
   * Reads a file as the next version of `base`, null for a foreign file. Rejects like readOrigin.
   */
  readFile(file: Uint8Array, base: WordBase | null, order: PrintOrder): Promise<ImportedWordFile>;
}

/** Settings. All but the sandbox have defaults. */
interface WordFilesOptions {
  sandbox: Sandbox;
  /** Time for a file from its turn, plus half of it for each MiB; the default is 30 s. */
  timeoutMs?: number;
  /** Limits the markdown of one file, all documents together, in UTF-8; the default is 4 MiB. */
  maxMarkdownBytes?: number;
  program?: typeof wordProgram;
}

const mebibyte = 1024 * 1024;
/** Larger files and documents count as long from the start. */
const shortSizeBytes = 256 * 1024;

/** Creates the service. Children start with the first file. */
export function createWordFiles({
  sandbox,
  program = wordProgram,
  ...options
}: WordFilesOptions): WordFiles {
  const { timeoutMs = 30_000, maxMarkdownBytes = 4 * mebibyte } = options;

  function run(
    job: WordJob,
    body: Uint8Array | undefined,
    sizeBytes: number,
    order: PrintOrder,
  ): Promise<ChildAnswer> {
    return sandbox.run(program, {
      job,
      ...(body && { body }),
      tenantId: order.tenantId,
      signal: order.signal,
      sizeBytes,
      isAwaited: true,
      lane: sizeBytes > shortSizeBytes ? 'long' : 'short',
      timeMs: timeoutMs * (1 + sizeBytes / mebibyte / 2),
    });
  }

  async function write(
    job: WordJob,
    markdown: readonly string[],
    order: PrintOrder,
  ): Promise<Buffer> {
    const sizeBytes = markdown.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (sizeBytes > maxMarkdownBytes) {
      throw new DocumentError(
        'too_large',
        `The documents have ${sizeBytes} bytes; at most ${maxMarkdownBytes}`,
      );
    }
    try {
      return (await run(job, undefined, sizeBytes, order)).body;
    } catch (error) {
      throw toDocumentError(error);
    }
  }

  async function read(job: WordJob, file: Uint8Array, order: PrintOrder): Promise<ChildAnswer> {
    try {
      return await run(job, file, file.length, order);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      const { kind } = error;
      if (kind === 'busy' || kind === 'closed') throw toDocumentError(error);
      const isLarge = kind === 'timeout' || kind === 'memory';
      throw new WordRefusal(isLarge ? 'too_large' : 'damaged', error.message, { cause: error });
    }
  }
  return {
    writeDeliverable: (report, order) =>
      write({ kind: 'deliverable', report }, [report.document.markdown], order),
    writeEngagement: (report, order) => {
      const markdown = report.documents.map((document) => document.markdown);
      return write({ kind: 'engagement', report }, markdown, order);
    },
    readOrigin: async (file, order) =>
      readOriginAnswer((await read({ kind: 'origin' }, file, order)).head),
    readFile: async (file, base, order) => {
      const { head, body } = await read({ kind: 'import', base }, file, order);
      return readImportAnswer(head, body);
    },
  };
}

/** A Word file as the next version of a deliverable. */
export interface ImportedWordFile {
  markdown: string;
  comments: ReadComment[];
  warnings: WordWarning[];
}

const Text = Type.String({ maxLength: 20_000 });
const Nullable = Type.Union([Text, Type.Null()]);
const Refused = Type.Object({ refused: Type.Enum([...wordRefusalKinds]) });
const Origin = Type.Object({
  origin: Type.Union([
    Type.Null(),
    Type.Object({
      deliverableId: Type.String({ pattern: '^[\\w-]{1,100}$' }),
      hasNoFootnotes: Type.Optional(Type.Literal(true)),
    }),
  ]),
});
const Import = Type.Object({
  comments: Type.Array(
    Type.Object({
      quote: Text,
      prefix: Text,
      suffix: Text,
      author: Text,
      body: Text,
      createdAt: Nullable,
      durableId: Nullable,
      parent: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 10_000 })]),
    }),
    { maxItems: 10_000 },
  ),
  warnings: Type.Array(
    Type.Object({ kind: Type.Enum([...wordWarningKinds]), place: Text, text: Text }),
    {
      maxItems: 1_000,
    },
  ),
});

/**
 * Reads the origin that a child has sent. Throws WordRefusal, also for anything else: a file may
 * own the child.
 */
function readOriginAnswer(head: unknown): WordOrigin | null {
  refuse(head);
  if (!Value.Check(Origin, head))
    throw new WordRefusal('damaged', 'The answer of the child is not one');
  return head.origin;
}

/**
 * Reads the import that a child has sent. Throws WordRefusal, also for anything else: a file may
 * own the child.
 */
function readImportAnswer(head: unknown, body: Buffer): ImportedWordFile {
  refuse(head);
  if (!Value.Check(Import, head))
    throw new WordRefusal('damaged', 'The answer of the child is not one');
  return { markdown: body.toString(), comments: head.comments, warnings: head.warnings };
}

function refuse(head: unknown): void {
  if (Value.Check(Refused, head))
    throw new WordRefusal(head.refused, `The file is refused: ${head.refused}`);
}

/** The program that writes and reads Word files. All of it is JavaScript. */
export const wordProgram = describeBundle({
  name: 'word',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [],
  packages: [],
  allowAddons: false,
  heapMb: 768,
  memoryMb: 1_200,
});

/** A job for a child process. A file that is read comes with it as bytes. */
export type WordJob =
  | { kind: 'deliverable'; report: DeliverableWordReport }
  | { kind: 'engagement'; report: EngagementWordReport }
  | { kind: 'origin' }
  | { kind: 'import'; base: WordBase | null };
