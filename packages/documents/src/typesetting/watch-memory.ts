import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/**
 * Runs in a thread beside the typesetter, because typesetting is one long native call whose memory is not V8's, so that
 * no limit of Node applies. Ends the process if it grows too large, or if its parent is gone while it is busy.
 */
const { memoryMb, parentPid } = workerData as { memoryMb: number; parentPid: number };

setInterval(() => {
  // Nobody is left to read a message, and writing to a closed pipe would only stop this thread.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  const rssMb = process.memoryUsage.rss() / 1024 / 1024;
  if (rssMb <= memoryMb) return;
  writeSync(2, `It used ${Math.round(rssMb)} MB of memory; the limit is ${memoryMb} MB.\n`);
  process.kill(process.pid, 'SIGKILL');
}, 100);
