import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { pollUntil } from './poll-until.ts';

const restartDelayMs = 500;
const readyLimitMs = 120_000;
const defaultStopLimitMs = 60_000;

/** How a process is started, and how one knows that it serves. */
export interface ProcessPlan {
  name: string;
  command: readonly [string, ...string[]];
  cwd: string;
  environment: Record<string, string>;
  /** File to which the output is appended. */
  logPath: string;
  isReady(): Promise<boolean>;
  /** Time after which a stop kills it; default one minute. */
  stopLimitMs?: number | undefined;
}

/** An end of a process by its exit code or by a signal. */
export interface ProcessEnding {
  /** Milliseconds since 1970. */
  atMs: number;
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * A process that is started again half a second after its end, in its own session, so that
 * leftovers can be found.
 */
export class SupervisedProcess {
  readonly name: string;
  /** Ends that nobody asked for, and those with an exit code other than 0. */
  readonly endings: ProcessEnding[] = [];
  /** Process ids of all its lives, which are also the ids of their sessions. */
  readonly pids: number[] = [];
  #plan: ProcessPlan;
  #child: ChildProcess | undefined;
  /** The signals by which its present life is to end. */
  #asked = new Set<NodeJS.Signals>();
  #stopping = new AbortController();
  #supervising: Promise<void> = Promise.resolve();
  /** The error of the last start, for example of a missing program. `isReady` throws it. */
  #failure: unknown;

  constructor(plan: ProcessPlan) {
    this.name = plan.name;
    this.#plan = plan;
  }

  /** Process id; undefined between an end and the next start. */
  get pid(): number | undefined {
    const child = this.#child;
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  /** How it is started the next time. */
  get plan(): ProcessPlan {
    return this.#plan;
  }
  set plan(plan: ProcessPlan) {
    this.#plan = plan;
  }

  /**
   * Starts the process and waits until it serves. Throws after two minutes, or at once without such
   * a program.
   */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    this.#failure = undefined;
    this.#supervising = this.#supervise().catch((error: unknown) => {
      this.#failure = error;
    });
    await this.waitUntilReady();
  }

  /**
   * Tells whether the process serves. One that has been asked to end does not count, even while it
   * still answers.
   */
  async isReady(): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#asked.size === 0 && (await this.#plan.isReady());
  }

  /** Resolves when the process serves. Throws after two minutes. */
  async waitUntilReady(): Promise<void> {
    await pollUntil(
      () => this.isReady(),
      (ready) => ready,
      readyLimitMs,
    ).catch((error: Error) => {
      throw new Error(`${this.name} does not serve; see ${this.#plan.logPath}`, { cause: error });
    });
  }

  /**
   * Sends a signal. The supervisor starts a process that it ends again. Returns false while no
   * process runs.
   */
  signal(signal: NodeJS.Signals): boolean {
    if (this.pid === undefined) return false;
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') this.#asked.add(signal);
    return this.#child?.kill(signal) ?? false;
  }

  /** Ends the process and its supervisor, repeatably. Returns false if it had to be killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<boolean> {
    const { stopLimitMs = defaultStopLimitMs } = this.#plan;
    this.#stopping.abort();
    this.signal('SIGCONT');
    this.signal(signal);
    const inTime = await Promise.race([
      this.#supervising.then(() => true),
      wait(stopLimitMs, false, { ref: false }),
    ]);
    if (!inTime) this.signal('SIGKILL');
    await this.#supervising;
    return inTime;
  }

  async #supervise(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#asked = new Set();
      const [code, signal] = await this.#run();
      const wasAsked =
        signal === null ? code === 0 && this.#asked.size > 0 : this.#asked.has(signal);
      if (!wasAsked) this.endings.push({ atMs: Date.now(), code, signal });
      await wait(restartDelayMs, undefined, { signal: this.#stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  async #run(): Promise<[number | null, NodeJS.Signals | null]> {
    const { command, cwd, environment: env, logPath } = this.#plan;
    const [program, ...flags] = command;
    const log = openSync(logPath, 'a');
    const child = spawn(program, flags, { cwd, env, detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child = child;
    if (child.pid !== undefined) this.pids.push(child.pid);
    return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  }
}
