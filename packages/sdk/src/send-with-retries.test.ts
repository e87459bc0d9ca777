import { describe, expect, test } from 'vitest';
import {
  answer,
  cut,
  refuse,
  type Step,
  silence,
  startScriptedServer,
} from '../testing/scripted-server.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { type ClientOptions, createClient, isApiError } from './create-client.ts';

const engagement = { name: 'N', client: 'C', brief: 'B' };
const person = { email: 'a@example.com', password: 'p' };

/** Makes a client of a server with these steps. */
async function connect(steps: Step[], options: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(...steps);
  return { server, client: createClient({ baseUrl: server.baseUrl, retryDelayMs: 1, ...options }) };
}
const caught = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the client retries', () => {
  test('a create with one random key until it is answered', async () => {
    const { server, client } = await connect([
      cut,
      refuse(503, 'service_unavailable'),
      answer(201, { id: 'e1' }),
    ]);
    await using _ = server;
    expect(await client.createEngagement(engagement)).toEqual({ id: 'e1' });
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(server.seen.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify(engagement)]),
    );
    await client.createEngagement(engagement);
    expect(server.seen[3]?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  test('a create whose first attempt is still in progress', async () => {
    const atWork = refuse(409, 'idempotency_in_progress', { 'retry-after': '0' });
    const { server, client } = await connect([cut, atWork, answer(201, { id: 'e1' })]);
    await using _ = server;
    expect(await client.createEngagement(engagement)).toEqual({ id: 'e1' });
  });

  test('an answer that breaks in the middle', async () => {
    const half: Step = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('[{"id":', () => response.destroy());
    };
    const { server, client } = await connect([half, answer(200, [])]);
    await using _ = server;
    expect(await client.listEngagements()).toEqual([]);
  });

  test('a rate-limited request, after the requested pause', async () => {
    const tooOften = refuse(429, 'rate_limited', { 'retry-after': '1' });
    const { server, client } = await connect([tooOften, answer(200, { runId: 'r1' })]);
    await using _ = server;
    const startedMs = performance.now();
    expect(await client.startRun({ id: 'e1' })).toEqual({ runId: 'r1' });
    expect(performance.now() - startedMs).toBeGreaterThan(990);
  });

  test('an error page of a proxy before the service', async () => {
    const page: Step = (response) =>
      response.writeHead(504, { 'content-type': 'text/html' }).end('<h1>Timeout</h1>');
    const { server, client } = await connect([page, answer(200, [])]);
    await using _ = server;
    expect(await client.listEngagements()).toEqual([]);
  });
});

describe('the client does not retry', () => {
  test.for<[string, (client: ReturnType<typeof createClient>) => Promise<unknown>, Step]>([
    ['a change without a key', (client) => client.updateEngagement({ id: 'e1', name: 'M' }), cut],
    [
      'a sign-in that came too often',
      (client) => client.signIn(person),
      refuse(429, 'rate_limited'),
    ],
    ['a sign-in', (client) => client.signIn(person), cut],
    [
      'a key that is rotated',
      (client) => client.rotateApiKey({ id: 'k' }),
      refuse(503, 'service_unavailable'),
    ],
    [
      'a start that the engine refused',
      (client) => client.startRun({ id: 'e1' }),
      refuse(502, 'engine_error'),
    ],
    [
      'a refusal',
      (client) => client.createEngagement(engagement),
      refuse(403, 'subscription_required'),
    ],
    ['another conflict', (client) => client.startRun({ id: 'e1' }), refuse(409, 'already_running')],
    ['a bug', (client) => client.listEngagements(), refuse(500, 'internal_error')],
  ])('%s', async ([, call, step]) => {
    const { server, client } = await connect([step, answer(200, {})]);
    await using _ = server;
    expect(await caught(call(client))).toBeInstanceOf(Error);
    expect(server.seen).toHaveLength(1);
  });

  test('more often than configured', async () => {
    const { server, client } = await connect([cut], { maxRetries: 2 });
    await using _ = server;
    const error = await caught(client.listEngagements());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', cause: expect.any(TypeError) });
    expect(server.seen).toHaveLength(3);
  });

  test('beyond the deadline: it does not begin a pause that is too long', async () => {
    const { server, client } = await connect(
      [refuse(429, 'rate_limited', { 'retry-after': '60' })],
      {
        timeoutMs: 5_000,
      },
    );
    await using _ = server;
    const error = await caught(client.listEngagements());
    expect(isApiError(error, 'rate_limited')).toBe(true);
    expect(error).toMatchObject({ retryAfterMs: 60_000, status: 429 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('the client gives up', () => {
  test('without an answer in time', async () => {
    const { server, client } = await connect([silence]);
    await using _ = server;
    const error = await caught(client.listEngagements({}, { timeoutMs: 50 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'timed_out', message: 'No answer within 50 ms' });
  });

  test('when the caller aborts, in a request and in a pause', async () => {
    const { server, client } = await connect([
      silence,
      refuse(503, 'service_unavailable', { 'retry-after': '30' }),
    ]);
    await using _ = server;
    for (const round of [1, 2]) {
      const leave = new AbortController();
      const call = caught(client.listEngagements({}, { signal: leave.signal }));
      await expect.poll(() => server.seen.length).toBe(round);
      leave.abort(new Error('left'));
      expect(await call).toEqual(new Error('left'));
    }
    const gone = AbortSignal.abort(new Error('never began'));
    expect(await caught(client.listEngagements({}, { signal: gone }))).toEqual(
      new Error('never began'),
    );
  });
});

test('errors have the fields of the answer, or those that are known', async () => {
  const details = [{ path: '/name', message: 'must be string' }];
  const body = {
    error: 'Invalid request',
    code: 'invalid_request',
    requestId: 'request-7',
    details,
  };
  const page: Step = (response) =>
    response.writeHead(404, 'Not Found', { 'x-request-id': 'r8' }).end('<h1>No</h1>');
  const wrong: Step = (response) => response.writeHead(200).end('<h1>Sign in to the hotel</h1>');
  const { server, client } = await connect([answer(400, body), page, wrong]);
  await using _ = server;
  const error = await caught(client.createEngagement(engagement));
  expect(error).toBeInstanceOf(ApiError);
  const { error: message, ...rest } = body;
  expect(error).toMatchObject({ ...rest, message, status: 400, retryAfterMs: null });
  const unknown = {
    code: 'unexpected_answer',
    requestId: 'r8',
    message: 'HTTP 404 Not Found',
    details: [],
  };
  expect(await caught(client.listEngagements())).toMatchObject(unknown);
  expect(await caught(client.listEngagements())).toMatchObject({
    code: 'unexpected_answer',
    status: 200,
  });
});
