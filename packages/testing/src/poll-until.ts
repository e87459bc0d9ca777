import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `read` until `accept` accepts the answer, and returns it. Throws with the last answer after `deadlineMs`
 * (default 4 min).
 */
export async function pollUntil<Value>(
  read: () => Promise<Value> | Value,
  accept: (value: Value) => boolean,
  deadlineMs = 240_000,
): Promise<Value> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (performance.now() > endMs) throw new Error(`Not reached in ${deadlineMs} ms; last: ${JSON.stringify(value)}`);
    await delay(20);
  }
}
