import { setTimeout as delay } from 'node:timers/promises';

/**
 * Limits the pause between two reads at both ends, in ms, and by its share of the time waited. It
 * saves processor time.
 */
const pauses = { leastMs: 10, mostMs: 250, share: 0.1 };

/**
 * Calls `read` until `accept` accepts the answer. Throws with the last one after `deadlineMs`
 * (default 4 min).
 */
export async function pollUntil<Value>(
  read: () => Promise<Value> | Value,
  accept: (value: Value) => boolean,
  deadlineMs = 240_000,
): Promise<Value> {
  const begunMs = performance.now();
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    const waitedMs = performance.now() - begunMs;
    if (waitedMs > deadlineMs)
      throw new Error(`Not reached in ${deadlineMs} ms; last: ${JSON.stringify(value)}`);
    await delay(Math.min(pauses.mostMs, Math.max(pauses.leastMs, waitedMs * pauses.share)));
  }
}
