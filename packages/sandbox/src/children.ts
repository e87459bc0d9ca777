import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { serialize } from 'node:v8';
import {
  type ChildAnswer,
  type ChildJob,
  type ChildOutcome,
  type ChildProgram,
  type JobBody,
  SandboxError,
} from './child-program.ts';
import { type AnswerHead, createFrameReader, type Frame, writePrefix } from './serve-jobs.ts';

export interface ChildPool {
  /** Does a job in a child that has worked for no other tenant. */
  run(tenantId: string, job: ChildJob): Promise<ChildOutcome>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Kills the children. Resolves when they are gone. */
  close(): Promise<void>;
}

/** A child is replaced after this many jobs, before leaks add up. */
const jobsPerChild = 100;
/** Idle children of each priority, besides the spare one, that stay for their tenants. */
const maxIdle = 1;
/**
 * So many of normal priority stay while there is work, because a tenant often has two jobs at once,
 * and a start takes longer than most jobs.
 */
const maxIdleAtWork = 2;
/** Work has ended when no job has for this time. */
const atWorkMs = 10_000;
/** An idle child of low priority, which long work has left large, ends after this time. */
const lowIdleMs = 60_000;

interface Member {
  child: Child;
  /**
   * The only tenant that it works for, so that what one tenant's file does to it reaches no other
   * tenant.
   */
  tenantId: string | null;
  jobs: number;
  /**
   * True after long work, for which alone it stays: a priority cannot be raised again, except by
   * root.
   */
  isLow: boolean;
}

/**
 * Opens a pool; a child starts with the first job, and after a second tenant a spare one is kept
 * ready.
 */
export function openChildPool(program: ChildProgram, buildCommand: () => CommandLine): ChildPool {
  const living = new Set<Child>();
  /** Idle children, the least recently used first. */
  let idle: Member[] = [];
  let isClosed = false;
  let firstTenant: string | null = null;
  let servesMany = false;

  function start(): Member {
    const child = startChild(program.name, buildCommand());
    living.add(child);
    return { child, tenantId: null, jobs: 0, isLow: false };
  }

  async function retire({ child }: Member): Promise<void> {
    await child.kill();
    living.delete(child);
  }

  function take(tenantId: string, { isLong }: ChildJob): Member {
    const dead = idle.filter(({ child }) => !child.isAlive());
    idle = idle.filter(({ child }) => child.isAlive());
    for (const member of dead) void retire(member);
    const own = idle.filter((one) => one.tenantId === tenantId && (isLong || !one.isLow));
    const fit =
      own.find(({ isLow }) => isLow) ?? own.at(-1) ?? idle.find((one) => one.tenantId === null);
    idle = idle.filter((one) => one !== fit);
    return { ...(fit ?? start()), tenantId };
  }

  function giveBack(member: Member, isFit: boolean): void {
    if (isFit && !isClosed) idle.push(member);
    else void retire(member);
    retireAllBut(maxIdleAtWork, false);
    retireAllBut(maxIdle, true);
    endOfWork.refresh();
    if (member.isLow) setTimeout(() => retireIdle(member), lowIdleMs).unref();
  }

  const endOfWork = setTimeout(() => retireAllBut(maxIdle, false), atWorkMs).unref();

  /** Retires idle children of tenants, the least recently used first. */
  function retireAllBut(most: number, isLow: boolean): void {
    const bound = idle.filter((one) => one.tenantId !== null && one.isLow === isLow);
    for (const one of bound.slice(0, Math.max(0, bound.length - most))) retireIdle(one);
  }

  function retireIdle(member: Member): void {
    if (!idle.includes(member)) return;
    idle = idle.filter((one) => one !== member);
    void retire(member);
  }

  function keepSpareFrom(tenantId: string): void {
    firstTenant ??= tenantId;
    servesMany ||= tenantId !== firstTenant;
    if (servesMany && !isClosed && !idle.some(({ tenantId }) => tenantId === null))
      idle.push(start());
  }

  return {
    async run(tenantId, job) {
      const member = take(tenantId, job);
      keepSpareFrom(tenantId);
      member.jobs += 1;
      if (job.isLong && !member.isLow) member.child.giveWay();
      member.isLow ||= job.isLong;
      const outcome = await member.child.run(job);
      giveBack(
        member,
        member.child.isAlive() &&
          member.jobs < jobsPerChild &&
          outcome.memoryMb <= program.memoryMb / 2,
      );
      return outcome;
    },
    pids: () =>
      [...living].flatMap(({ pid, isAlive }) => (pid !== undefined && isAlive() ? [pid] : [])),
    async close() {
      isClosed = true;
      clearTimeout(endOfWork);
      await Promise.all([...living].map((child) => child.kill()));
      living.clear();
    },
  };
}

/** A program with its arguments. */
export interface CommandLine {
  file: string;
  args: string[];
  /** A folder of the host that is for this child alone. It is removed with the child. */
  scratch: string | null;
}

/** A child process that does one job at a time. */
interface Child {
  readonly pid: number | undefined;
  /** Does a job once the child is ready. Never rejects. */
  run(job: ChildJob): Promise<ChildOutcome>;
  isAlive(): boolean;
  /**
   * Lowers the priority of the child, so that short work and the parent get the processors first.
   */
  giveWay(): void;
  /** Kills the child in the middle of a job too. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** A child that is not ready by then never will be, even on a very busy machine. */
const startLimitMs = 60_000;
/** A third of the weight of a normal process. */
const lowPriority = 5;

/**
 * Starts a child. Its environment is empty, and it shares nothing with this process but the pipes.
 */
export function startChild(name: string, { file, args, scratch }: CommandLine): Child {
  const child = spawn(file, args, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
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
    child.pid !== undefined &&
    !child.killed &&
    child.exitCode === null &&
    child.signalCode === null;
  const explainEnd = () => {
    // V8 aborts when the heap is full, and the system kills when memory is short.
    const wasKilled = child.signalCode === 'SIGKILL' && !child.killed;
    const isMemory =
      child.signalCode === 'SIGABRT' || child.signalCode === 'SIGKILL' || child.exitCode === 134;
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
        if (child.pid === undefined || !isAlive())
          return { error: explainEnd(), cpuMs: 0, memoryMb: 0 };
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

/**
 * Resolves when the child has sent its first message or has ended. The time of a job starts then.
 */
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

/**
 * Sends a job and its bytes to a child. Throws if the bytes cannot be read, or are not as many as
 * announced.
 */
async function sendJob(
  pipe: Writable,
  job: unknown,
  body: JobBody = new Uint8Array(),
): Promise<void> {
  const head = serialize(job);
  const sizeBytes = body instanceof Uint8Array ? body.length : body.sizeBytes;
  pipe.write(writePrefix(head.length, sizeBytes));
  pipe.write(head);
  let sentBytes = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body.open()) {
    sentBytes += chunk.length;
    if (sentBytes > sizeBytes) break;
    // If the pipe closes early, the child has ended, and the job fails with that.
    if (!pipe.writable) return;
    if (chunk.length > 0 && !pipe.write(chunk)) await waitForRoom(pipe);
  }
  if (sentBytes !== sizeBytes)
    throw new Error(`The bytes of a job are not the ${sizeBytes} that were announced`);
}

/** Resolves when the pipe takes more, or has closed. */
async function waitForRoom(pipe: Writable): Promise<void> {
  const end = new AbortController();
  const events = ['drain', 'close'].map((name) => once(pipe, name, { signal: end.signal }));
  // An error precedes the closing of the pipe.
  await Promise.race(events).catch(() => undefined);
  end.abort();
  await Promise.allSettled(events);
}

/** The head is parsed on the event loop, so that it must be short. */
const answerLimits = { headBytes: 4 * 1024 * 1024, bodyBytes: 256 * 1024 * 1024 };

/**
 * Sends a job to a child that is ready, and waits for the answer or the end of the child. Never
 * rejects.
 */
async function converse(
  child: ChildProcess & { pid: number },
  work: ChildJob,
  explainEnd: () => SandboxError,
): Promise<ChildOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
  const giveUp = (reason: unknown) => {
    reject(reason);
    child.kill('SIGKILL');
  };
  const endWatch = watchUsage(child.pid, work, giveUp);
  const onAbort = () => giveUp(work.signal?.reason);
  const onExit = () => reject(explainEnd());
  const onMessage = (message: AnswerHead, body: Buffer) => {
    if ('answer' in message) resolve({ head: message.answer, body });
    else if ('failed' in message) {
      reject(
        new SandboxError(message.overflows === true ? 'memory' : 'failed', String(message.failed)),
      );
    } else giveUp(new SandboxError('died', 'The child sent no message of ours'));
  };
  const stopReading = readMessages(child, onMessage, giveUp);
  child.once('exit', onExit);
  work.signal?.addEventListener('abort', onAbort, { once: true });
  sendJob(jobPipe(child), work.job, work.body).catch(giveUp);
  const outcome = await promise.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  stopReading();
  child.off('exit', onExit);
  work.signal?.removeEventListener('abort', onAbort);
  return { ...outcome, ...endWatch() };
}

/**
 * Returns a child's pipe for jobs. Libraries may touch standard input, and Node opens no descriptor
 * twice.
 */
function jobPipe(child: ChildProcess): Writable {
  return child.stdio[4] as Writable;
}

/**
 * Reads a child's messages until the returned function is called. `giveUp` gets a SandboxError for
 * anything else.
 */
function readMessages(
  child: ChildProcess,
  onMessage: (message: AnswerHead, body: Buffer) => void,
  giveUp: (error: SandboxError) => void,
): () => void {
  const pipe = child.stdio[3] as Readable;
  const reader = createFrameReader(answerLimits);
  const onData = (chunk: Buffer) => {
    try {
      for (const { head, body } of reader.push(chunk)) onMessage(parseHead(head), body);
    } catch (error) {
      giveUp(new SandboxError('died', `The child sent no message of ours: ${String(error)}`));
    }
  };
  pipe.on('data', onData);
  return () => pipe.off('data', onData);
}

function parseHead(head: Frame['head']): AnswerHead {
  const message: unknown = JSON.parse(head.toString());
  if (typeof message !== 'object' || message === null) throw new TypeError('The head is no object');
  return message as AnswerHead;
}

const intervalMs = 50;

/**
 * Watches a job's time and memory and calls `giveUp` with the exceeded limit. Without /proc,
 * elapsed time counts and memory has V8's limit only. Returns a function that ends it and tells the
 * usage.
 */
function watchUsage(
  pid: number,
  { timeMs, cpuMs, memoryMb }: ChildJob,
  giveUp: (error: SandboxError) => void,
): () => ProcessUsage {
  const startedMs = performance.now();
  const before = readUsage(pid);
  let used: ProcessUsage = { cpuMs: 0, memoryMb: 0 };

  function look(): void {
    const now = readUsage(pid);
    const elapsedMs = performance.now() - startedMs;
    if (before && now) used = { cpuMs: now.cpuMs - before.cpuMs, memoryMb: now.memoryMb };
    else if (!before) used = { cpuMs: elapsedMs, memoryMb: 0 };
    if (used.memoryMb > memoryMb)
      giveUp(new SandboxError('memory', `The job used over ${memoryMb} MB of memory`));
    else if (used.cpuMs > cpuMs)
      giveUp(new SandboxError('timeout', `The job took over ${cpuMs} ms of processor time`));
    else if (elapsedMs > timeMs)
      giveUp(new SandboxError('timeout', `The job took over ${timeMs} ms`));
  }

  const timer = setInterval(look, intervalMs);
  return () => {
    clearInterval(timer);
    look();
    return used;
  };
}

interface ProcessUsage {
  /** Processor time of all its threads in milliseconds, in steps of ten. */
  cpuMs: number;
  /** Resident memory in MiB. */
  memoryMb: number;
}

/** Duration of a clock tick in /proc; Linux reports 100 a second on every machine. */
const tickMs = 10;

/**
 * Reads the usage of a process from /proc; returns null where the system has none, or when the
 * process is gone. The kernel answers from memory in some microseconds, which is less than a read
 * in another thread takes from this one.
 */
export function readUsage(pid: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    // Fields after the name, which may have blanks: utime is the 14th and stime the 15th of all
    // (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return {
      cpuMs: ticks * tickMs,
      memoryMb: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024,
    };
  } catch {
    return null;
  }
}
