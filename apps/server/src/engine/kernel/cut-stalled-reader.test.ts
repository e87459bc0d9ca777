import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutStalledReader } from './event-stream.ts';

const stalledMs = 200;
/** More than the buffers of both sockets hold. */
const much = Buffer.alloc(16 * 1_048_576);
let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a stream that nobody reads. */
async function openStream(): Promise<ServerResponse> {
  const asked = once(server, 'request');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  request.on('error', () => undefined);
  const [, response] = (await asked) as [unknown, ServerResponse];
  response.flushHeaders();
  cutStalledReader(response, stalledMs);
  await once(request, 'response');
  return response;
}

// FOL-18
test('a reader that takes nothing is disconnected, and one for which nothing waits stays', async () => {
  const idle = await openStream();
  const stalled = await openStream();
  stalled.write(much);
  await once(stalled, 'close');
  expect(stalled.writableFinished).toBe(false);
  expect(idle.destroyed).toBe(false);
});
