import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type ExtractionAnswer, type ExtractionJob, readAnswer } from './extraction-jobs.ts';

/** What one child may use. */
export interface ProcessLimits {
  timeLimitMs: number;
  heapMb: number;
  /** Resident, buffers outside the heap included; watched where /proc exists. */
  memoryMb: number;
}

/** How a job ended: with an answer, or with the child's end. */
export type Outcome = { kind: 'answered'; answer: ExtractionAnswer } | { kind: 'timeout' | 'memory' | 'died' };

/** One child process, for one job at a time. */
export interface ExtractionProcess {
  run(job: ExtractionJob): Promise<Outcome>;
  /** Jobs done. */
  jobs(): number;
  isAlive(): boolean;
  /** Ends it whatever it is doing; resolves when it is gone. */
  kill(): Promise<void>;
}

const memoryCheckMs = 50;

/**
 * Starts a child. It has none of the server's environment and may neither write files nor start processes nor load
 * native code, so that a file that takes it over gains little.
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
  let jobs = 0;
  setReferenced(child, false);
  return {
    async run(job) {
      jobs += 1;
      setReferenced(child, true);
      try {
        return await converse(child, job, limits);
      } finally {
        setReferenced(child, false);
      }
    },
    jobs: () => jobs,
    isAlive: () => child.connected && !child.killed,
    async kill() {
      // Referenced again: its end is waited for.
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function converse(child: ChildProcess, job: ExtractionJob, limits: ProcessLimits): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const end = (outcome: Outcome) => {
    resolve(outcome);
    child.kill('SIGKILL');
  };
  const onMessage = (message: unknown) => {
    const answer = readAnswer(message);
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

/** Resident memory of a process; 0 where the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** An idle child must not keep a finished process alive. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  for (const handle of [child, child.channel]) {
    if (referenced) handle?.ref();
    else handle?.unref();
  }
}
