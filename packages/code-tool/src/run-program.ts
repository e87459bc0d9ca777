import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SandboxError } from '@ecp/sandbox/child-program';
import { readUsage } from '@ecp/sandbox/children';
import { encloseCommand } from '@ecp/sandbox/isolation/isolation';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { chooseSlots, createScheduler } from '@ecp/sandbox/scheduler';
import { createFrameReader, type Frame, writePrefix } from '@ecp/sandbox/serve-jobs';
import { encodeRows, encodeText, type QueryRows } from './encode-inputs.ts';
import { findDeno, programHosts } from './program-hosts.ts';
import {
  codeLength,
  defaultLimits,
  exceededLimit,
  type HostMessage,
  type ProgramEnd,
  type ProgramInputs,
  type ProgramLimits,
  programMessages,
  programQueries,
  sqlLength,
} from './program-types.ts';
import { readProgramEnd } from './read-program-end.ts';

/** A program of a model, and what it may reach. */
export interface ProgramRequest extends ProgramInputs {
  tenantId: string;
  /** Answers a statement. The program gets the message of a rejection. */
  sql(text: string): Promise<QueryRows>;
  signal?: AbortSignal;
  limits?: Partial<ProgramLimits>;
}

/** The result of a program. A program that failed has no tables and no facts. */
export interface ProgramResult extends ProgramEnd {
  /** The text that the console wrote. */
  output: string;
  /** The elapsed time from the start of the program, in milliseconds. */
  durationMs: number;
}

/** Runs programs of models in processes that can reach nothing (docs/decisions/code-tool.md). */
export interface ProgramRunner {
  /**
   * Runs a program at its tenant's turn, in a process of its own. Whatever the program does is its
   * result. Rejects with the signal's reason, with SandboxError `busy` or `closed`, and with
   * RangeError for a date that is none.
   */
  run(request: ProgramRequest): Promise<ProgramResult>;
  /** Process ids of the programs that run. */
  pids(): number[];
  /** Rejects what waits or runs with SandboxError `closed`. Resolves when no process is left. */
  close(): Promise<void>;
}

interface RunnerOptions {
  /** Knows which layers isolate processes on this machine. */
  sandbox: Pick<Sandbox, 'isolation'>;
  /** Limits the programs at the same time. The default follows processors and memory. */
  slots?: number;
}

/** Processor time of a tenant in a minute, in milliseconds. Beyond it others come first. */
const cpuBudgetMs = 30_000;
const maxWaiting = 200;

/** Creates a runner. Nothing starts before the first program. */
export function createProgramRunner({ sandbox, slots }: RunnerOptions): ProgramRunner {
  const closing = new AbortController();
  const running = new Map<ChildProcess, Promise<unknown>>();
  // Programs have slots of their own. One that waits for its query would otherwise hold the slot
  // that the query needs.
  const scheduler = createScheduler({
    slots: slots ?? Math.ceil(chooseSlots() / 2),
    cpuBudgetMs,
    maxWaiting,
  });

  async function start(limits: ProgramLimits): Promise<ProgramProcess> {
    const { active } = await sandbox.isolation();
    const child = spawnHost(new Set(active), limits);
    const exited = new Promise<unknown>((resolve) => {
      child.once('close', resolve).once('error', resolve);
    });
    running.set(child, exited);
    void exited.then(() => running.delete(child));
    return { child, exited };
  }

  return {
    async run(request) {
      if (Number.isNaN(Date.parse(request.runDate)))
        throw new RangeError(`The date of a program is none: ${request.runDate}`);
      const limits = { ...defaultLimits, ...request.limits };
      if (request.code.length > codeLength) return refuseLength();
      const signals = request.signal ? [request.signal] : [];
      const signal = AbortSignal.any([closing.signal, ...signals]);
      const turn = await scheduler.takeTurn({
        tenantId: request.tenantId,
        lane: 'short',
        sizeBytes: request.code.length,
        isAwaited: false,
        signal,
      });
      let cpuMs = 0;
      try {
        const process = await start(limits);
        const conversation = new Conversation(process.child, request, limits, signal);
        try {
          return await conversation.result();
        } finally {
          cpuMs = conversation.cpuMs;
          killGroup(process.child);
          await process.exited;
        }
      } finally {
        turn.end(cpuMs);
      }
    },
    pids() {
      return [...running.keys()].flatMap(({ pid }) => pid ?? []);
    },
    async close() {
      closing.abort(new SandboxError('closed', 'The code tool is closed'));
      for (const child of running.keys()) killGroup(child);
      await Promise.all(running.values());
    },
  };
}

const refuseLength = (): ProgramResult => ({
  outcome: 'failed',
  reason: `A program has at most ${codeLength} characters.`,
  output: '',
  tables: [],
  facts: [],
  durationMs: 0,
});

interface ProgramProcess {
  child: ChildProcess;
  /** Resolves when the process and its pipes have ended. */
  exited: Promise<unknown>;
}

/**
 * The whole environment of a program. Deno wants a folder for its cache, and does without one that
 * cannot be made.
 */
const environment = {
  DENO_DIR: '/nonexistent',
  DENO_NO_UPDATE_CHECK: '1',
  LANG: 'en_US.UTF-8',
  NO_COLOR: '1',
  TZ: 'UTC',
};

/** Memory of the process besides the heap of its program, in MiB. */
const hostMb = 64;
/** A third of the weight of a normal process. */
const lowPriority = 5;

function spawnHost(
  layers: Parameters<typeof encloseCommand>[1],
  { memoryMb }: ProgramLimits,
): ChildProcess {
  const { main } = programHosts.child;
  const heapMb = Math.max(32, memoryMb - hostMb);
  const options = [
    '--no-prompt',
    '--no-config',
    '--no-lock',
    '--no-npm',
    '--no-remote',
    '--cached-only',
    '--no-code-cache',
    '--quiet',
    `--v8-flags=--max-old-space-size=${heapMb},--single-threaded-gc`,
  ];
  const { file, args } = encloseCommand(
    {
      command: [findDeno(), 'run', ...options, main],
      reads: [dirname(main)],
      asksForItself: true,
    },
    layers,
  );
  // A group of its own ends with all that is in it.
  return spawn(file, args, { env: environment, cwd: '/', stdio: 'pipe', detached: true });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Interval of looks at time and memory, in milliseconds. */
const watchMs = 25;
/** A process that is not ready by then never will be, even on a very busy machine. */
const startLimitMs = 60_000;
const headBytes = 16;

/** Talks to one process, which is untrusted from its first byte on. */
class Conversation {
  readonly #child: ChildProcess;
  readonly #request: ProgramRequest;
  readonly #limits: ProgramLimits;
  readonly #signal: AbortSignal;
  readonly #end = Promise.withResolvers<ProgramEnd>();
  readonly #output: Buffer[] = [];
  #outputBytes = 0;
  #queries = 0;
  #phase: 'starting' | 'running' | 'asking' | 'ended' = 'starting';
  #startedMs = performance.now();
  #lastWords = '';
  cpuMs = 0;

  constructor(
    child: ChildProcess,
    request: ProgramRequest,
    limits: ProgramLimits,
    signal: AbortSignal,
  ) {
    this.#child = child;
    this.#request = request;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Resolves to what the program did. Rejects with the signal's reason. Call it once. */
  async result(): Promise<ProgramResult> {
    const child = this.#child;
    const frames = createFrameReader({ headBytes, bodyBytes: this.#bodyBytes() });
    const onAbort = () => this.#end.reject(this.#signal.reason);
    const timer = setInterval(() => this.#watch(), watchMs);
    (child.stdout as Readable).on('data', (chunk: Buffer) => {
      try {
        for (const frame of frames.push(chunk)) this.#take(frame);
      } catch {
        this.#fail('The program wrote what is no message of its process.');
      }
    });
    (child.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-4_000);
    });
    // Writing to a process that has ended fails. Its end is what is reported.
    (child.stdin as Writable).on('error', () => undefined);
    child.once('error', (error) => this.#end.reject(error));
    child.once('close', () => {
      // A process that has told its end may be gone before its results are read.
      if (this.#phase !== 'ended') this.#fail(this.#explainExit());
    });
    this.#signal.addEventListener('abort', onAbort, { once: true });
    if (this.#signal.aborted) onAbort();
    try {
      const end = await this.#end.promise;
      return {
        ...end,
        output: Buffer.concat(this.#output).toString(),
        durationMs: Math.round(performance.now() - this.#startedMs),
      };
    } finally {
      this.#phase = 'ended';
      clearInterval(timer);
      this.#signal.removeEventListener('abort', onAbort);
    }
  }

  /** The longest message is a statement or the output. */
  #bodyBytes(): number {
    return Math.max(this.#limits.outputBytes + 10_000, sqlLength * 4);
  }

  #fail(reason: string): void {
    this.#end.resolve({ outcome: 'failed', reason, tables: [], facts: [] });
  }

  #watch(): void {
    const elapsedMs = performance.now() - this.#startedMs;
    const usage = this.#child.pid === undefined ? null : readUsage(this.#child.pid);
    // Where the system tells no processor time, the elapsed time counts.
    this.cpuMs = usage?.cpuMs ?? Math.max(this.cpuMs, elapsedMs);
    if (this.#phase === 'starting') {
      if (elapsedMs > startLimitMs) this.#end.reject(new Error('Deno does not start'));
    } else if (usage && usage.memoryMb > this.#limits.memoryMb) {
      this.#fail(exceededLimit.memory(this.#limits));
    } else if (usage && usage.cpuMs > this.#limits.cpuMs) {
      this.#fail(exceededLimit.cpu(this.#limits));
    } else if (elapsedMs > this.#limits.wallMs) {
      this.#fail(exceededLimit.wall(this.#limits));
    }
  }

  #take({ head, body }: Frame): void {
    if (this.#phase === 'ended') return;
    const kind = programMessages.find((name) => name === head.toString('latin1'));
    if (kind === 'ready' && this.#phase === 'starting') this.#start().catch(this.#end.reject);
    else if (kind === 'output' && this.#phase === 'running') this.#takeOutput(body);
    else if (kind === 'query' && this.#phase === 'running') void this.#answer(body.toString());
    else if (kind === 'end' && this.#phase === 'running') void this.#takeEnd(body);
    else throw new Error('The message does not belong here');
  }

  #takeOutput(body: Buffer): void {
    this.#outputBytes += body.length;
    // A small message would hold the bytes of the chunk that it came in.
    this.#output.push(Buffer.from(body));
    if (this.#outputBytes > this.#limits.outputBytes || this.#output.length > mostWrites)
      this.#fail(exceededLimit.output(this.#limits));
  }

  async #takeEnd(body: Buffer): Promise<void> {
    this.#phase = 'ended';
    // Everything that came before is read by now, and others get their turn between reading and
    // checking.
    await nextTurn();
    const isLarge = this.#outputBytes + body.length > this.#limits.outputBytes + endBytes;
    const end = isLarge ? null : await readProgramEnd(body);
    if (isLarge) this.#fail(exceededLimit.output(this.#limits));
    else if (end === null) this.#fail('The results of the program are not of the expected form.');
    else this.#end.resolve(end);
  }

  async #start(): Promise<void> {
    this.#phase = 'running';
    this.#startedMs = performance.now();
    const { code, facts, runDate, seed = 1, texts } = this.#request;
    lowerPriority(this.#child);
    for (const [filename, text] of Object.entries(texts))
      await this.#send({ kind: 'text', filename }, await encodeText(text));
    const { outputBytes } = this.#limits;
    await this.#send({
      kind: 'start',
      code,
      facts: Object.entries(facts),
      runDate,
      seed,
      outputBytes,
    });
  }

  async #answer(text: string): Promise<void> {
    this.#phase = 'asking';
    this.#queries += 1;
    const back = () => {
      if (this.#phase === 'asking') this.#phase = 'running';
    };
    if (this.#queries > programQueries || text.length > sqlLength) {
      this.#fail(`The program asked more than ${programQueries} queries.`);
      return;
    }
    try {
      const { columns, rows } = await this.#request.sql(text);
      if (rows.length > this.#limits.queryRows)
        throw new RangeError(exceededLimit.rows(this.#limits));
      await this.#send({ kind: 'columns', columns: [...columns] });
      for await (const portion of encodeRows(rows)) await this.#send({ kind: 'rows' }, portion);
      back();
      await this.#send({ kind: 'complete' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      back();
      await this.#send({ kind: 'refusal', message: message.slice(0, 2_000) });
    }
  }

  /** Resolves when the pipe has room again, or the process has ended. */
  async #send(message: HostMessage, body: Uint8Array = new Uint8Array()): Promise<void> {
    const pipe = this.#child.stdin as Writable;
    if (this.#phase === 'ended' || pipe.destroyed) return;
    const head = Buffer.from(JSON.stringify(message));
    pipe.write(writePrefix(head.length, body.length));
    pipe.write(head);
    if (pipe.write(body) || pipe.destroyed) return;
    await new Promise<void>((resolve) => {
      const finish = () => {
        pipe.off('drain', finish).off('close', finish);
        resolve();
      };
      pipe.on('drain', finish).on('close', finish);
    });
  }

  #explainExit(): string {
    const { signalCode } = this.#child;
    const isMemory =
      signalCode === 'SIGKILL' || /out of memory|memory allocation|OOM/i.test(this.#lastWords);
    if (isMemory) return exceededLimit.memory(this.#limits);
    return 'The program ended its process.';
  }
}

/** The part of the last message that is not the program's, in bytes. */
const endBytes = 2_000;
/** Limits the writes of the console. */
const mostWrites = 200_000;

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority);
  } catch (error) {
    // A process that has just ended has no priority.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
