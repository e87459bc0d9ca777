import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const startLimitMs = 120_000;
const stopLimitMs = 60_000;

/** How a process is started, and how one knows that it serves. */
export interface ProcessPlan {
  name: string;
  command: readonly [string, ...string[]];
  cwd: string;
  environment: Record<string, string>;
  logPath: string;
  isReady(): Promise<boolean>;
}

/** A process that a supervisor keeps alive, as Docker does with `restart: unless-stopped`. */
export interface SupervisedProcess {
  name: string;
  /** Ends the process with this signal; SIGTERM may take as long as draining. Resolves when it has ended. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again, by another plan if one is given, and waits until it serves. */
  start(plan?: ProcessPlan): Promise<void>;
}

/** Starts a process and waits until it serves. Starts it anew when it ends by itself. */
export async function superviseProcess(first: ProcessPlan): Promise<SupervisedProcess> {
  let plan = first;
  let child: ChildProcess;
  let wanted = true;
  const run = () => {
    const [program, ...flags] = plan.command;
    const started = spawn(program, flags, { cwd: plan.cwd, env: plan.environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(plan.logPath, { flags: 'a' });
    for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false });
    started.on('exit', (code, signal) => {
      if (!wanted || child !== started) return;
      console.log(`  ${plan.name} ended by itself (${code ?? signal}) and is started again`);
      run();
    });
    child = started;
  };
  const start = async (next = plan) => {
    plan = next;
    wanted = true;
    run();
    const deadlineMs = performance.now() + startLimitMs;
    while (!(await plan.isReady())) {
      if (performance.now() > deadlineMs) throw new Error(`${plan.name} does not serve; see ${plan.logPath}`);
      await wait(50);
    }
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    wanted = false;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(timer);
  };
  await start().catch(async (error: unknown) => {
    await stop('SIGKILL');
    throw error;
  });
  return { name: first.name, start, stop };
}
