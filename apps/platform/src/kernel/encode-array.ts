import { setImmediate } from 'node:timers/promises';

/** Characters that are written in one turn of the event loop, about 2 ms of work. */
const sliceLength = 256 * 1_024;

/** Returns an array as JSON text. Other requests have their turn in between, however long it is. */
export async function encodeArray(values: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  let written = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    texts.push(text);
    written += text.length;
    if (written > sliceLength) {
      written = 0;
      await setImmediate();
    }
  }
  return `[${texts.join(',')}]`;
}
