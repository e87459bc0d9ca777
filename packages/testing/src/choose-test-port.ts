import { randomInt } from 'node:crypto';
import { choosePort } from '@ecp/database/choose-port';

/**
 * Ports of tests, below a product's own (`choose-port.ts`) and open to `fetch`; each worker has a
 * part.
 */
const range = { first: 7_000, end: 10_000, workers: 10 };
const size = Math.floor((range.end - range.first) / range.workers);
let chosen = randomInt(size);

/** Returns a free TCP port of 127.0.0.1 that no other test and no product chooses. */
export async function chooseTestPort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) % range.workers;
  for (let tried = 0; tried < size; tried += 1) {
    chosen = (chosen + 1) % size;
    const port = range.first + worker * size + chosen;
    if ((await choosePort(port)) === port) return port;
  }
  throw new Error(
    `No port of this worker is free; each has ${size} from ${range.first} to ${range.end - 1}`,
  );
}
