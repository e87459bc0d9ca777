import type { ChildJob } from '../jobs/child-job.ts';
import { SandboxError } from '../jobs/sandbox-error.ts';
import { type ProcessUsage, readUsage } from './process-usage.ts';

const intervalMs = 50;

/**
 * Watches the time and memory of a child during a job and calls `giveUp` with the limit that the job exceeds. On
 * systems without /proc elapsed time counts as processor time, and memory has no limit but that of V8's heap.
 * @returns a function that ends the watch and resolves to what the job has used
 */
export function watchUsage(
  pid: number,
  { timeMs, cpuMs, memoryMb }: ChildJob,
  giveUp: (error: SandboxError) => void,
): () => Promise<ProcessUsage> {
  const startedMs = performance.now();
  const before = readUsage(pid);
  let used: ProcessUsage = { cpuMs: 0, memoryMb: 0 };

  async function look(): Promise<void> {
    const [first, now] = await Promise.all([before, readUsage(pid)]);
    const elapsedMs = performance.now() - startedMs;
    if (first && now) used = { cpuMs: now.cpuMs - first.cpuMs, memoryMb: now.memoryMb };
    else if (!first) used = { cpuMs: elapsedMs, memoryMb: 0 };
    if (used.memoryMb > memoryMb) giveUp(new SandboxError('memory', `The job used over ${memoryMb} MB of memory`));
    else if (used.cpuMs > cpuMs) giveUp(new SandboxError('timeout', `The job took over ${cpuMs} ms of processor time`));
    else if (elapsedMs > timeMs) giveUp(new SandboxError('timeout', `The job took over ${timeMs} ms`));
  }

  const timer = setInterval(() => void look(), intervalMs);
  return async () => {
    clearInterval(timer);
    await look();
    return used;
  };
}
