import type { ChildAnswer, ChildProgram, JobBody } from './child-program.ts';
import { SandboxError } from './child-program.ts';
import { type ChildPool, openChildPool } from './children.ts';
import {
  buildCommandLine,
  type Isolation,
  type IsolationLayer,
  isolationLayers,
  listReadablePaths,
} from './isolation/isolation.ts';
import { probeIsolation } from './isolation/probe-isolation.ts';
import { chooseSlots, createScheduler, type Lane, type Scheduler } from './scheduler.ts';

export interface SandboxTask {
  tenantId: string;
  /** Data that can be cloned. */
  job: unknown;
  body?: JobBody;
  /** Short work that exceeds the time of its lane starts again as long work. */
  lane: Lane;
  /** Size of what is opened. Small work comes before large. */
  sizeBytes: number;
  /** Time for the job in the long lane, from its turn. */
  timeMs: number;
  /**
   * True if somebody waits for the answer: such a job is refused early instead of answered late.
   */
  isAwaited: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Runs programs that open untrusted bytes, in children that can reach nothing
 * (docs/decisions/sandbox.md).
 */
export interface Sandbox {
  /** Does a job at the tenant's turn. Rejects with SandboxError or the signal's reason. */
  run(program: ChildProgram, task: SandboxTask): Promise<ChildAnswer>;
  /** Resolves to the isolation on this machine. Rejects if no child can be started. */
  isolation(): Promise<Isolation>;
  /** Process ids of the program's living children, a spare one included. */
  pids(program: ChildProgram): number[];
  /** Rejects what waits or runs with SandboxError `closed`, and kills the children. */
  close(): Promise<void>;
}

/** Settings of a sandbox. Each has a default. */
export interface SandboxOptions {
  /**
   * Limits the jobs at the same time, of all programs together; the default follows processors and
   * memory.
   */
  slots?: number;
  /** Processor time of a tenant in a minute, in milliseconds; the default is 20 s. */
  cpuBudgetMs?: number;
  /** Limits the jobs that wait; the default is 200. */
  maxWaiting?: number;
  /** Elapsed time in the short lane; the default is 5 s. */
  shortTimeMs?: number;
  /** Processor time in the short lane; the default is 2 s. */
  shortCpuMs?: number;
  /** Layers to use where the machine allows them; the default is all. */
  layers?: readonly IsolationLayer[];
}

/**
 * The isolation of children on this machine, by the layers that were tried. It stays while the
 * process lives.
 */
const isolationOf = new Map<string, Promise<Isolation>>();

/** Opens a sandbox. Children start with the first jobs. */
export function openSandbox(options: SandboxOptions = {}): Sandbox {
  return new ChildSandbox(options);
}

class ChildSandbox implements Sandbox {
  readonly #shortTimeMs: number;
  readonly #shortCpuMs: number;
  readonly #scheduler: Scheduler;
  readonly #pools = new Map<ChildProgram, Promise<ChildPool>>();
  readonly #opened = new Map<ChildProgram, ChildPool>();
  readonly #layers: readonly IsolationLayer[];
  readonly #closing = new AbortController();

  constructor(options: SandboxOptions) {
    this.#shortTimeMs = options.shortTimeMs ?? 5_000;
    this.#shortCpuMs = options.shortCpuMs ?? 2_000;
    this.#layers = options.layers ?? isolationLayers;
    this.#scheduler = createScheduler({
      slots: options.slots ?? chooseSlots(),
      cpuBudgetMs: options.cpuBudgetMs ?? 20_000,
      maxWaiting: options.maxWaiting ?? 200,
    });
  }

  async run(program: ChildProgram, task: SandboxTask): Promise<ChildAnswer> {
    try {
      return await this.#runOnce(program, task);
    } catch (error) {
      // The kill may have nothing to do with this job, so another child does it once more.
      if (!(error instanceof SandboxError && error.wasKilled)) throw error;
    }
    return this.#runOnce(program, task);
  }

  async #runOnce(program: ChildProgram, task: SandboxTask): Promise<ChildAnswer> {
    const short = { timeMs: Math.min(this.#shortTimeMs, task.timeMs), cpuMs: this.#shortCpuMs };
    const long = { timeMs: task.timeMs, cpuMs: Number.POSITIVE_INFINITY };
    if (task.lane === 'long' || this.#scheduler.isLong(task.tenantId)) {
      return this.#runInLane(program, { ...task, lane: 'long' }, long);
    }
    try {
      return await this.#runInLane(program, task, short);
    } catch (error) {
      if (
        !(error instanceof SandboxError && error.kind === 'timeout') ||
        short.timeMs === task.timeMs
      )
        throw error;
    }
    return this.#runInLane(program, { ...task, lane: 'long' }, long);
  }

  async #runInLane(
    program: ChildProgram,
    task: SandboxTask,
    limits: { timeMs: number; cpuMs: number },
  ): Promise<ChildAnswer> {
    const { tenantId, job, body, lane, sizeBytes, isAwaited } = task;
    const signal = AbortSignal.any([this.#closing.signal, ...(task.signal ? [task.signal] : [])]);
    const pool = await this.#poolOf(program);
    const turn = await this.#scheduler.takeTurn({ tenantId, lane, sizeBytes, isAwaited, signal });
    let usedMs = 0;
    try {
      const outcome = await pool.run(tenantId, {
        job,
        body,
        ...limits,
        memoryMb: program.memoryMb,
        isLong: lane === 'long',
        signal,
      });
      usedMs = outcome.cpuMs;
      if ('answer' in outcome) return outcome.answer;
      // Elapsed time alone does not count against the tenant, because the machine may be busy with
      // other work.
      if (lane === 'short' && usedMs > limits.cpuMs) this.#scheduler.noteLong(tenantId);
      throw outcome.error;
    } finally {
      turn.end(usedMs);
    }
  }

  isolation(): Promise<Isolation> {
    const key = this.#layers.join();
    const known = isolationOf.get(key);
    if (known) return known;
    const found = probeIsolation(this.#layers).catch((error: unknown) => {
      // The next call tries again, because a lack of memory or processes may pass.
      isolationOf.delete(key);
      throw error;
    });
    isolationOf.set(key, found);
    return found;
  }

  pids(program: ChildProgram): number[] {
    return this.#opened.get(program)?.pids() ?? [];
  }

  async close(): Promise<void> {
    this.#closing.abort(new SandboxError('closed', 'The sandbox is closed'));
    const opening = await Promise.allSettled(this.#pools.values());
    await Promise.all(
      opening.map((pool) => (pool.status === 'fulfilled' ? pool.value.close() : undefined)),
    );
  }

  #poolOf(program: ChildProgram): Promise<ChildPool> {
    const known = this.#pools.get(program);
    if (known) return known;
    const pool = this.#openPool(program).catch((error: unknown) => {
      this.#pools.delete(program);
      throw error;
    });
    this.#pools.set(program, pool);
    return pool;
  }

  async #openPool(program: ChildProgram): Promise<ChildPool> {
    const [{ active }, paths] = await Promise.all([this.isolation(), listReadablePaths(program)]);
    const layers = new Set(active);
    const pool = openChildPool(program, () => buildCommandLine(program, paths, layers));
    this.#opened.set(program, pool);
    return pool;
  }
}
