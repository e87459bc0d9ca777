import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A program that runs in children of its own: a child of one program never does another program's
 * jobs.
 */
export interface ChildProgram {
  /** Stands in errors and logs. */
  name: string;
  /** Absolute path of the module that calls serveJobs. */
  main: string;
  /**
   * Absolute paths of what else it reads: folders and files of code, templates, fonts. Missing ones
   * are ignored.
   */
  reads: string[];
  /** Packages that it loads. Their own dependencies follow from their package.json. */
  packages: string[];
  /** If true, it loads native code, which the permission model does not bind. */
  allowAddons: boolean;
  /**
   * Size in MiB of a folder in memory where it may write files, empty at the start. Without it, it
   * writes nothing.
   */
  scratchMb?: number;
  /** Limits the heap of V8. */
  heapMb: number;
  /**
   * Limits the resident memory, including native memory. A child above half of it after a job is
   * replaced.
   */
  memoryMb: number;
}

/**
 * A program in one bundle, which starts four times as fast; `packages` stay apart, such as native
 * code.
 */
interface BundledProgram extends ChildProgram {
  /** Absolute path of the source of `main`. */
  source: string;
}

/**
 * Describes a bundled program, `dist/<name>/main.mjs` as deep as its source, so that relative paths
 * stay true. `source` is the address of the module that calls serveJobs.
 */
export function describeBundle({
  source: url,
  ...program
}: Omit<BundledProgram, 'main' | 'source'> & { source: URL }): BundledProgram {
  const source = fileURLToPath(url);
  const folder = join(findPackage(dirname(source)), 'dist', program.name);
  return { ...program, source, main: join(folder, 'main.mjs'), reads: [folder, ...program.reads] };
}

function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder));
}

/** The bytes of a job: in memory, or read while they are sent. */
export type JobBody = Uint8Array | { sizeBytes: number; open(): AsyncIterable<Uint8Array> };

/** A job for one child, and what it may use. */
export interface ChildJob {
  job: unknown;
  body: JobBody | undefined;
  /** Elapsed time from the moment that the child is ready, in milliseconds. */
  timeMs: number;
  /** Processor time, in milliseconds. */
  cpuMs: number;
  /** Resident memory, in MiB. */
  memoryMb: number;
  /** If true, the child runs at a lower priority. */
  isLong: boolean;
  signal: AbortSignal | undefined;
}

export interface ChildAnswer {
  head: unknown;
  body: Buffer;
}

/**
 * The end of a job; `error` is a SandboxError or the signal's reason, and the child is then dead.
 */
export type ChildOutcome = { cpuMs: number; memoryMb: number } & (
  | { answer: ChildAnswer }
  | { error: unknown }
);

/**
 * Why a job has no answer. The job causes `timeout`, `memory` (its stack counts too), `died` and
 * `failed` (its program threw), the load `busy`, and the end of this process `closed`.
 */
export type SandboxErrorKind = 'timeout' | 'memory' | 'died' | 'failed' | 'busy' | 'closed';

/** The only error of a job, besides the reason of an aborted signal. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly kind: SandboxErrorKind;
  /** Milliseconds until the next try is useful; only for `busy`. */
  readonly retryAfterMs: number | undefined;

  /**
   * True if something outside may have killed the child: a person, or the system when memory is
   * short.
   */
  readonly wasKilled: boolean;

  constructor(
    kind: SandboxErrorKind,
    message: string,
    options: { retryAfterMs?: number; wasKilled?: boolean } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.wasKilled = options.wasKilled ?? false;
  }
}
