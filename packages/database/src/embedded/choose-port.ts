import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns `preferred` when it is a free TCP port of 127.0.0.1, else any free one. */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && preferred > 0) {
    const port = await tryPort(preferred);
    if (port !== undefined) return port;
  }
  const port = await tryPort(0);
  if (port === undefined) throw new Error('no free port on 127.0.0.1');
  return port;
}

async function tryPort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    server.close();
    await once(server, 'close');
    return address === null || typeof address === 'string' ? undefined : address.port;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined;
    throw error;
  }
}
