import { setImmediate } from 'node:timers/promises';

/**
 * JSON text that is sent or stored as it is, because parsing megabytes of it would delay other
 * requests.
 */
export class EncodedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns a value as JSON text. */
export function encodeJson(value: unknown): string {
  return value instanceof EncodedJson ? value.text : JSON.stringify(value);
}

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
