import { writeFile } from 'node:fs/promises';
import { startLocalTlsServer } from '../../../apps/platform/testing/servers/local-server.ts';

/** The requests since the last beginning. The child sends it at each message, and begins anew if that is true. */
export interface Received {
  requests: number;
  /** Different deliveries by their id. */
  deliveries: number;
  /** Milliseconds between the first and the last request. */
  lastedMs: number;
}

/** Receives webhooks over HTTPS. The argument is the file for its certificate, and its first message is its port. */
const [certificateFile = ''] = process.argv.slice(2);
let ids = new Set<unknown>();
let requests = 0;
let firstMs = 0;
let lastMs = 0;

const server = await startLocalTlsServer('localhost', (request, response) => {
  request.resume().on('end', () => {
    lastMs = performance.now();
    if (requests === 0) firstMs = lastMs;
    requests += 1;
    ids.add(request.headers['webhook-id']);
    response.end('ok');
  });
});
await writeFile(certificateFile, server.certificate);
process.once('disconnect', () => process.exit(0));
process.on('message', (beginsAnew) => {
  process.send?.({ requests, deliveries: ids.size, lastedMs: lastMs - firstMs } satisfies Received);
  if (!beginsAnew) return;
  ids = new Set();
  requests = 0;
});
process.send?.(server.port);
