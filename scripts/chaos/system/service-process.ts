import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@ecp/testing/poll-until';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const restartDelayMs = 500;

export interface ServiceOptions {
  name: string;
  /** Path relative to the repository's root. */
  program: string;
  environment: Record<string, string>;
  /** Address that answers 200 once the service works. */
  healthUrl: string;
  /** File to which the service's output is appended. */
  logPath: string;
}

/** A process of the product with a supervisor that starts it again whenever it ends, as a cluster does. */
export class ServiceProcess {
  readonly name: string;
  /** Ends of the process that no fault of this program caused. */
  readonly endings: string[] = [];
  readonly #options: ServiceOptions;
  readonly #log: WriteStream;
  readonly #closing = new AbortController();
  #child: ChildProcess | undefined;
  #extra: Record<string, string> = {};
  #expectsEnd = false;
  #supervising: Promise<void> = Promise.resolve();
  #ending: Promise<boolean> | undefined;

  constructor(options: ServiceOptions) {
    this.name = options.name;
    this.#options = options;
    this.#log = createWriteStream(options.logPath, { flags: 'a' });
  }

  /** Process id of the service; undefined between its end and its restart. */
  get pid(): number | undefined {
    const child = this.#child;
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  /** Starts the process and its supervisor. */
  start(): void {
    this.#supervising = this.#supervise();
  }

  /** Sends a signal. A fatal one counts as caused by this program. Returns false while no process runs. */
  signal(signal: NodeJS.Signals): boolean {
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') this.#expectsEnd = true;
    return this.pid !== undefined && (this.#child?.kill(signal) ?? false);
  }

  /** Sets variables for the next start, in addition to those of the options. */
  setForNextStart(environment: Record<string, string>): void {
    this.#extra = environment;
  }

  /** Resolves when the service answers that it works. Throws after `limitMs`. */
  async waitUntilHealthy(limitMs = 120_000): Promise<void> {
    await pollUntil(
      () =>
        fetch(this.#options.healthUrl, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      (healthy) => healthy,
      limitMs,
    );
  }

  /** Ends the process gracefully, and its supervisor. Kills it after 60 s and returns false. May be called again. */
  close(): Promise<boolean> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<boolean> {
    this.#closing.abort();
    const child = this.#child;
    this.signal('SIGCONT');
    const asked = this.signal('SIGTERM');
    const graceful =
      !asked || child === undefined || (await Promise.race([once(child, 'exit'), wait(60_000, null)])) !== null;
    if (!graceful) child?.kill('SIGKILL');
    await this.#supervising;
    await new Promise((resolve) => this.#log.end(resolve));
    return graceful;
  }

  async #supervise(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#expectsEnd = false;
      const { program, environment } = this.#options;
      const env = { ...pickInherited(), ...environment, ...this.#extra };
      const child = spawn(process.execPath, [program], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.pipe(this.#log, { end: false });
      child.stderr.pipe(this.#log, { end: false });
      this.#child = child;
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (!this.#expectsEnd) this.endings.push(`${new Date().toISOString()} ${signal ?? `code ${code}`}`);
      await wait(restartDelayMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }
}

/** Returns the settings of this shell that programs need: paths, and the compile cache. */
function pickInherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
