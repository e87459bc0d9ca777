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
 * The end of a job. `error` is a SandboxError or the reason of the signal; a child that gave no answer is dead then.
 */
export type ChildOutcome = { cpuMs: number; memoryMb: number } & ({ answer: ChildAnswer } | { error: unknown });
