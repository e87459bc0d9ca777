import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type ExtractionAnswer, type ExtractionJob, readExtractionAnswer } from './extraction-jobs.ts';

/** The memory that one child may use. */
export interface ProcessLimits {
  heapMb: number;
  /** Resident memory, including buffers outside the heap. It is only checked on systems with /proc. */
  memoryMb: number;
}

/** How a job ended: with an answer, or with the end of the child. */
export type ExtractionOutcome =
  | { kind: 'answered'; answer: ExtractionAnswer }
  | { kind: 'timeout' | 'memory' | 'died' };

/** A child process that does one job at a time. */
export interface ExtractionProcess {
  /** Does a job. The child is killed `timeLimitMs` after it has begun. */
  run(job: ExtractionJob, timeLimitMs: number): Promise<ExtractionOutcome>;
  /** Number of jobs that were started. */
  jobs(): number;
  isAlive(): boolean;
  /** Kills the child whatever it is doing; resolves when it has exited. */
  kill(): Promise<void>;
}

const memoryCheckMs = 50;
/** A child that is not ready by then never will be, even on a very busy host. */
const startTimeoutMs = 60_000;

/**
 * Starts a child. It gets no environment variables and may not write files, start processes or load native code, so
 * that a file that takes control of it gains little.
 */
export function startExtractionProcess(childPath: string, limits: ProcessLimits): ExtractionProcess {
  const child = fork(childPath, [], {
    execArgv: [
      `--max-old-space-size=${limits.heapMb}`,
      '--permission',
      '--allow-fs-read=*',
      '--disable-warning=ExperimentalWarning',
    ],
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const ready = becomeReady(child);
  let jobs = 0;
  setReferenced(child, false);
  return {
    async run(job, timeLimitMs) {
      jobs += 1;
      setReferenced(child, true);
      try {
        await ready;
        return await converse(child, job, { timeLimitMs, memoryMb: limits.memoryMb });
      } finally {
        setReferenced(child, false);
      }
    },
    jobs: () => jobs,
    isAlive: () => child.connected && !child.killed,
    async kill() {
      // References the child again, so that its exit is awaited.
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Resolves when the child is ready or has exited. The time limit of a job starts then. */
function becomeReady(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs).unref();
  const onReady = () => {
    clearTimeout(timer);
    resolve();
  };
  child.once('message', onReady).once('exit', onReady).once('error', onReady);
  return promise;
}

function converse(
  child: ChildProcess,
  job: ExtractionJob,
  limits: { timeLimitMs: number; memoryMb: number },
): Promise<ExtractionOutcome> {
  const { promise, resolve } = Promise.withResolvers<ExtractionOutcome>();
  const end = (outcome: ExtractionOutcome) => {
    resolve(outcome);
    child.kill('SIGKILL');
  };
  const onMessage = (message: unknown) => {
    const answer = readExtractionAnswer(message);
    if (answer) resolve({ kind: 'answered', answer });
  };
  // V8 aborts when the heap is full.
  const onExit = (code: number | null, signal: string | null) => {
    resolve({ kind: signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 ? 'memory' : 'died' });
  };
  const onError = () => end({ kind: 'died' });
  const timer = setTimeout(() => end({ kind: 'timeout' }), limits.timeLimitMs);
  const watch = setInterval(() => {
    void residentMb(child.pid).then((usedMb) => usedMb > limits.memoryMb && end({ kind: 'memory' }));
  }, memoryCheckMs);
  child.on('message', onMessage).once('exit', onExit).once('error', onError);
  child.send(job, (error) => error && onError());
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
    child.off('message', onMessage).off('exit', onExit).off('error', onError);
  });
}

/** Returns the resident memory of a process; 0 where the system does not report it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Sets whether a child keeps this process alive. An idle child must not. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  for (const handle of [child, child.channel]) {
    if (referenced) handle?.ref();
    else handle?.unref();
  }
}
