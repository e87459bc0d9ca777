/**
 * Measures the turns of the event loop of the process that loads it before its program (`node
 * --import`), in processor time of its main thread, and appends the long ones to the file that
 * `TURNS_FILE` names, as lines of JSON. Processor time does not grow while other processes are
 * busy.
 */
import { appendFileSync } from 'node:fs';

/** A turn, with the time of its end in milliseconds since 1970. */
export interface LongTurn {
  pid: number;
  endedAtMs: number;
  cpuMs: number;
}

/** Shorter turns are not noted. Each look takes processor time, too. */
const leastMs = 4;

const file = process.env['TURNS_FILE'];
if (file !== undefined) noteTurns(file);

/**
 * A timer that is due after each turn that is noted reads the clock of the thread: between two of
 * its calls lies one long turn at most.
 */
function noteTurns(path: string): void {
  let last = process.threadCpuUsage();
  const note = () => {
    const { user, system } = process.threadCpuUsage(last);
    const cpuMs = (user + system) / 1_000;
    if (cpuMs >= leastMs) {
      const turn: LongTurn = { pid: process.pid, endedAtMs: Date.now(), cpuMs };
      appendFileSync(path, `${JSON.stringify(turn)}\n`);
    }
    last = process.threadCpuUsage();
  };
  setInterval(note, leastMs).unref();
}
