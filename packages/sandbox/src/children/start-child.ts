import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { ChildJob, ChildOutcome } from '../jobs/child-job.ts';
import { SandboxError } from '../jobs/sandbox-error.ts';
import { converse, jobPipe, readMessages } from './converse.ts';

/** A program with its arguments. */
export interface CommandLine {
  file: string;
  args: string[];
  /** A folder of the host that is for this child alone. It is removed with the child. */
  scratch: string | null;
}

/** A child process that does one job at a time. */
export interface Child {
  readonly pid: number | undefined;
  /** Does a job once the child is ready. Never rejects. */
  run(job: ChildJob): Promise<ChildOutcome>;
  isAlive(): boolean;
  /** Lowers the priority of the child, so that short work and the parent get the processors first. */
  giveWay(): void;
  /** Kills the child in the middle of a job too. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** A child that is not ready by then never will be, even on a very busy machine. */
const startLimitMs = 60_000;
/** A third of the weight of a normal process. */
const lowPriority = 5;

/** Starts a child. Its environment is empty, and it shares nothing with this process but the pipes. */
export function startChild(name: string, { file, args, scratch }: CommandLine): Child {
  const child = spawn(file, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  ).then(async () => {
    if (scratch !== null) await rm(scratch, { recursive: true, force: true });
  });
  const lastWords = collectLastWords(child);
  const ready = becomeReady(child, exited);
  // Writing to a child that has ended fails. The end of the child is what the job then reports.
  jobPipe(child).on('error', () => undefined);
  setReferenced(child, false);

  const isAlive = () =>
    child.pid !== undefined && !child.killed && child.exitCode === null && child.signalCode === null;
  const explainEnd = () => {
    // V8 aborts when the heap is full, and the system kills when memory is short.
    const wasKilled = child.signalCode === 'SIGKILL' && !child.killed;
    const isMemory = child.signalCode === 'SIGABRT' || child.signalCode === 'SIGKILL' || child.exitCode === 134;
    const message = `The ${name} process ended early. ${lastWords()}`.trim();
    return new SandboxError(isMemory ? 'memory' : 'died', message, { wasKilled });
  };

  return {
    pid: child.pid,
    isAlive,
    giveWay() {
      try {
        if (child.pid !== undefined) setPriority(child.pid, lowPriority);
      } catch (error) {
        // A child that has just ended has no priority to lower. Its job reports the end.
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
      }
    },
    async run(job) {
      setReferenced(child, true);
      try {
        await ready;
        if (job.signal?.aborted) return { error: job.signal.reason, cpuMs: 0, memoryMb: 0 };
        if (child.pid === undefined || !isAlive()) return { error: explainEnd(), cpuMs: 0, memoryMb: 0 };
        return await converse(Object.assign(child, { pid: child.pid }), job, explainEnd);
      } finally {
        setReferenced(child, false);
      }
    },
    async kill() {
      // References the child again, so that its end is awaited.
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Resolves when the child has sent its first message or has ended. The time of a job starts then. */
function becomeReady(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimitMs).unref();
  const stopReading = readMessages(
    child,
    () => resolve(),
    () => child.kill('SIGKILL'),
  );
  void exited.then(resolve);
  return promise.finally(() => {
    clearTimeout(timer);
    stopReading();
  });
}

/** Returns the end of the child's standard error, which may say why it died. */
function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-2_000);
  });
  child.on('error', (error) => {
    words = (words + error.message).slice(-2_000);
  });
  return () => {
    const lines = words.trim().split('\n');
    return (lines.find((line) => /FATAL|\bError\b/.test(line)) ?? lines.at(-1) ?? '').slice(0, 300);
  };
}

/** Sets whether a child keeps this process alive. An idle child must not. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  type Handle = { ref?: () => void; unref?: () => void } | null | undefined;
  const handles: Handle[] = [child, ...(child.stdio as Handle[])];
  for (const handle of handles) {
    if (referenced) handle?.ref?.();
    else handle?.unref?.();
  }
}
