import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startScriptedEngine } from '@ecp/testing/scripted-engine/scripted-engine';
import { scriptedAgents } from '@ecp/testing/scripted-engine/scripted-routes';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { afterEach, expect, test } from 'vitest';
import type { EngineClient } from '../../kernel/ports.ts';
import type { EngineAddress } from './engine-client-http.ts';
import { createEngineClient } from './engine-client-http.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function openClient(options: EngineAddress): EngineClient {
  const client = createEngineClient(options);
  opened.push(() => client.close());
  return client;
}

/** Makes a client of a server that answers as the test wants. */
const clientOf = async (listener: RequestListener) => openClient(await addressOf(listener));

async function addressOf(listener: RequestListener): Promise<EngineAddress> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/engine`, token: 'secret-token' };
}

async function openScripted() {
  const engine = await startScriptedEngine();
  opened.push(() => engine.close());
  return { engine, client: openClient(engine) };
}

// SET-6
test('sends token and tenant under the prefix of the address', async () => {
  const seen: unknown[] = [];
  const client = await clientOf((request, response) => {
    seen.push(request.url, request.headers.authorization, request.headers['x-tenant-id']);
    response.end(JSON.stringify({ success: true }));
  });
  await client.eraseEngagement('tenant-1', 'a/b', []);
  expect(seen).toEqual(['/engine/engagements/a%2Fb', 'Bearer secret-token', 'tenant-1']);
});

test('erasing names the runs whose start may arrive late, so that the engine refuses it', async () => {
  const { engine, client } = await openScripted();
  await client.eraseEngagement('t', 'engagement-1', ['late-run']);
  expect(engine.calls.at(-1)).toMatchObject({ method: 'DELETE', body: { runIds: ['late-run'] } });
});

test('a run that the engine does not know is null; a wrong token is an error', async () => {
  const { engine, client } = await openScripted();
  expect(await client.getRun('t', 'none')).toBeNull();
  expect(await client.listEvents('t', 'none', { after: 0, limit: 10, waitMs: 0 })).toBeNull();
  await expect(client.getLogs('t', 'none', 0)).rejects.toMatchObject({ status: 404 });
  const stranger = openClient({ url: engine.url, token: 'wrong' });
  await expect(stranger.getRun('t', 'none')).rejects.toMatchObject({
    name: 'EngineUnavailableError',
    status: 401,
  });
});

test.each([
  ['a response of another shape', '{"runId": 7}', 'The engine sent an invalid response'],
  ['no JSON', '<html>', 'The engine sent an invalid response'],
])('refuses %s', async (_name, body, message) => {
  const client = await clientOf((_request, response) => response.end(body));
  await expect(client.getRun('t', 'r')).rejects.toMatchObject({
    name: 'EngineUnavailableError',
    message,
  });
});

test('refuses a response beyond the limit, and an incomplete one', async () => {
  const huge = await clientOf((_request, response) => {
    response.setHeader('content-length', 65 * 1024 * 1024);
    response.write('x'.repeat(65 * 1024 * 1024));
  });
  await expect(huge.getRun('t', 'r')).rejects.toMatchObject({
    message: 'The engine sent a response that is too large',
  });
  const broken = await clientOf((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{', () => response.destroy());
  });
  await expect(broken.getRun('t', 'r')).rejects.toMatchObject({ status: null });
});

test('reports the engine’s own reason, or its status', async () => {
  const answers = [JSON.stringify({ error: 'No capacity', code: 'busy', requestId: 'x' }), 'oops'];
  const client = await clientOf((_request, response) => {
    response.statusCode = 503;
    response.end(answers.shift());
  });
  await expect(client.stopRun('t', 'r')).rejects.toMatchObject({
    message: 'No capacity',
    status: 503,
  });
  await expect(client.stopRun('t', 'r')).rejects.toMatchObject({
    message: 'The engine answered with status 503',
  });
});

test('a long poll ends when its caller aborts', async () => {
  const arrived = Promise.withResolvers<void>();
  const client = await clientOf(() => arrived.resolve());
  const gone = new AbortController();
  const page = client.listEvents('t', 'r', { after: 0, limit: 10, waitMs: 25_000 }, gone.signal);
  await arrived.promise;
  gone.abort();
  await expect(page).rejects.toMatchObject({ name: 'EngineUnavailableError' });
});

test('an engine that does not answer in time is unavailable', async () => {
  const engine = await startScriptedEngine();
  opened.push(() => engine.close());
  const { promise: never } = Promise.withResolvers<void>();
  engine.interfere(() => ({ kind: 'hold', until: never }));
  const client = openClient({ url: engine.url, token: engine.token, answerTimeoutMs: 50 });
  await expect(client.pauseRun('t', 'r')).rejects.toMatchObject({
    message: 'The engine did not answer in time',
  });
});

test('caches the roster while the engine is unreachable, and fetches once for many callers', async () => {
  const { engine, client } = await openScripted();
  const rosters = await Promise.all([
    client.listAgents(),
    client.listAgents(),
    client.listAgents(),
  ]);
  expect(rosters).toEqual([scriptedAgents, scriptedAgents, scriptedAgents]);
  expect(engine.calls.filter(({ url }) => url === '/agents')).toHaveLength(1);
  await engine.goDown();
  expect(await client.listAgents()).toEqual(scriptedAgents);
  const late = openClient(engine);
  await expect(late.listAgents()).rejects.toMatchObject({
    name: 'EngineUnavailableError',
    status: null,
  });
  await engine.comeBack();
  expect(await late.listAgents()).toEqual(scriptedAgents);
});

// SET-14
test('removes the platform’s secrets from all that the engine sends: events, logs, streams and refusals', async () => {
  const secret = 'the-secret-of-the-platform/1';
  const told = `refused: ${secret}, ${encodeURIComponent(secret)}`;
  const event = { seq: 1, type: 'log', level: 'warning', code: 'call_failed', message: told };
  const answers = [
    JSON.stringify({ error: told, code: 'busy', requestId: 'x' }),
    `data: ${JSON.stringify(event)}\n\ndata: ${JSON.stringify(event)}`,
  ];
  const client = openClient({
    ...(await addressOf((_request, response) => {
      response.statusCode = answers.length === 2 ? 503 : 200;
      const answer = answers.shift() ?? '';
      response.write(answer.slice(0, 60));
      setImmediate(() => response.end(answer.slice(60)));
    })),
    redact: createRedactor([secret]),
  });
  await expect(client.stopRun('t', 'r')).rejects.toMatchObject({
    message: 'refused: [redacted], [redacted]',
  });
  const chunks = await Array.fromAsync(
    await client.openStream('t', 'r', undefined, new AbortController().signal),
  );
  const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line.slice(6)).message)).toEqual(
    Array(2).fill('refused: [redacted], [redacted]'),
  );
});
