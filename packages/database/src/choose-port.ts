import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below the ephemeral range (from 32768 on Linux), which the system gives to other programs.
 */
const chosenFrom = { first: 10_000, end: 32_768 };
const tries = 50;

/**
 * Returns `preferred` if it is a free TCP port of 127.0.0.1, else a free one below the ephemeral
 * range.
 */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && preferred > 0 && (await isFree(preferred))) return preferred;
  for (let tried = 0; tried < tries; tried += 1) {
    const port = randomInt(chosenFrom.first, chosenFrom.end);
    if (await isFree(port)) return port;
  }
  throw new Error(
    `no free port on 127.0.0.1 among ${tries} from ${chosenFrom.first} to ${chosenFrom.end - 1}`,
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
}
