import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTracing } from './open-tracing.ts';
import { traceRequests } from './trace-requests.ts';
import { activeTraceparent, inSpan } from './tracing.ts';

const bodies: string[] = [];
const collector = createServer(async (request, response) => {
  bodies.push(await text(request));
  response.end('{}');
});
let endpoint: string;
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(async () => {
  collector.closeAllConnections();
  await once(collector.close(), 'close');
});

const open = (at: string | undefined, warnings: string[] = []) =>
  openTracing({
    endpoint: at,
    service: 'platform',
    warn: (message) => void warnings.push(message),
  });

test('without an endpoint work runs without starting or continuing a trace', async () => {
  expect(await open(undefined)).toBeNull();
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  expect(await inSpan('work', { parent }, async () => activeTraceparent())).toBeUndefined();
});

test('a request continues its trace after its body is read; names and attributes contain nothing of the address', async () => {
  const tracing = await open(endpoint);
  const app = Fastify();
  await app.register(traceRequests, { trace: 'all' });
  app.post('/things/:id', async () => activeTraceparent());
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const call = async (traceparent: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/things/secret-id?token=secret-token',
        headers: { traceparent },
        payload: { body: 'secret-body' },
      })
    ).body;
  expect(await call(`00-${traceId}-00f067aa0ba902b7-01`)).toMatch(
    new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`),
  );
  // The caller's decision not to trace is passed on.
  expect(await call(`00-${traceId}-00f067aa0ba902b7-00`)).toMatch(
    new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`),
  );
  expect(await call('00-nonsense')).toMatch(/^00-(?!4bf92f35)[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await app.inject({ url: '/secret-path' });
  await app.close();
  await tracing?.close();
  const sent = bodies.join('');
  expect(sent.match(/"name":"POST \/things\/:id"/g)).toHaveLength(2);
  expect(sent).toContain('"name":"GET none"');
  expect(sent).not.toContain('secret');
});

test('an unavailable collector costs its spans and a warning, and closing ends in time', async () => {
  const gone = createServer();
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const { port } = gone.address() as AddressInfo;
  await once(gone.close(), 'close');
  const warnings: string[] = [];
  const tracing = await open(`http://127.0.0.1:${port}`, warnings);
  await expect(inSpan('work', {}, () => Promise.reject(new TypeError('secret')))).rejects.toThrow(
    'secret',
  );
  await tracing?.close();
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.join('')).not.toContain('secret');
});
