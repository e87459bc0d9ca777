import { randomUUID } from 'node:crypto';
import { type StartRunRequest, tenantHeader } from '@ecp/contract/engine/engine-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver, ofType, testTenant } from '../../testing/engine/engine-client.ts';
import { runRequest, wideRequest } from '../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const endpoints: [string, (id: string) => string][] = [
  ['GET', (id) => `/runs/${id}`],
  ['GET', (id) => `/runs/${id}/events`],
  ['GET', (id) => `/runs/${id}/logs`],
  ['GET', (id) => `/runs/${id}/stream`],
  ['POST', (id) => `/runs/${id}/pause`],
  ['POST', (id) => `/runs/${id}/resume`],
  ['POST', (id) => `/runs/${id}/stop`],
  ['DELETE', (id) => `/engagements/${id}`],
];

describe('another tenant', () => {
  // PRO-16
  it('gets the same answer for a foreign id and a random one, and the run continues unaffected', async () => {
    const request = wideRequest(1);
    await engine.startRun(request);
    for (const [method, path] of endpoints) {
      const foreignId = path('').startsWith('/runs') ? request.runId : request.engagement.id;
      const randomId = randomUUID();
      const ask = async (id: string) => {
        const { status, body } = await engine.request(method, path(id), undefined, 'tenant-b');
        return {
          status,
          body: JSON.stringify({ ...(body as object), requestId: '' }).replaceAll(id, 'ID'),
        };
      };
      expect(await ask(foreignId), `${method} ${path('')}`).toEqual(await ask(randomId));
    }
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
  });

  it('may use the same run id for its own run; the two are separate', async () => {
    const request = wideRequest(1);
    const theirs = {
      ...request,
      engagement: { ...request.engagement, brief: 'Our bakery sells 900 loaves a day.' },
    };
    await engine.startRun(request);
    await engine.startRun(theirs, 'tenant-b');
    const mine = await engine.eventsUntil(request.runId, isOver);
    const other = await engine.eventsUntil(request.runId, isOver, { tenantId: 'tenant-b' });
    expect(mine.at(-1)).toMatchObject({ status: 'completed' });
    expect(other.at(-1)).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(mine)).not.toContain('loaves');
    expect(JSON.stringify(other)).not.toContain('cafés');
  });
});

describe('authentication', () => {
  const all: [string, string][] = [
    ...endpoints.map(([method, path]): [string, string] => [method, path('some-id')]),
    ['GET', '/agents'],
    ['POST', '/runs'],
    ['GET', '/nothing'],
  ];
  // SET-6
  it('with a missing or wrong token is 401 at every endpoint', async () => {
    for (const [method, path] of all) {
      for (const authorization of [
        undefined,
        'Bearer wrong',
        engine.token,
        `bearer ${engine.token}`,
      ]) {
        const headers = {
          [tenantHeader]: testTenant,
          ...(authorization !== undefined && { authorization }),
        };
        const response = await fetch(`${engine.baseUrl}${path}`, { method, headers });
        expect(response.status, `${method} ${path}`).toBe(401);
        expect(await response.json()).toMatchObject({
          code: 'unauthorized',
          requestId: expect.any(String),
        });
      }
    }
  });

  it('is not required by /health; everything about runs requires a tenant', async () => {
    expect((await fetch(`${engine.baseUrl}/health`)).status).toBe(200);
    const headers = { authorization: `Bearer ${engine.token}` };
    expect((await fetch(`${engine.baseUrl}/runs/x`, { headers })).status).toBe(400);
  });
});

describe('a request that cannot be read', () => {
  // ERR-1
  it.each([
    ['broken JSON', 'POST', '/runs', '{"runId":', { error: 'Invalid JSON', code: 'invalid_json' }],
    ['no JSON', 'POST', '/runs', '', { error: 'Invalid JSON', code: 'invalid_json' }],
    ['a broken address', 'GET', '/runs/%zz', undefined, { code: 'invalid_request' }],
  ])('has the body of every error: %s', async (_name, method, path, body, expected) => {
    const headers = { authorization: `Bearer ${engine.token}`, [tenantHeader]: testTenant };
    const json = { ...headers, 'content-type': 'application/json' };
    const response = await fetch(`${engine.baseUrl}${path}`, {
      method,
      headers: json,
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: expect.any(String),
      requestId: expect.any(String),
      ...expected,
    });
  });
});

describe('tasks that cannot be executed', () => {
  it.each([
    ['a cycle', [task('a', ['b']), task('b', ['a'])]],
    ['an unknown dependency', [task('a', ['nowhere'])]],
    ['one id twice', [task('a', []), task('a', [])]],
  ])('are refused: %s', async (_name, tasks) => {
    const answer = await engine.request('POST', '/runs', runRequest({ tasks }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

function task(id: string, dependsOn: string[]) {
  return { id, name: `Task ${id}`, dependsOn };
}

describe('text that Postgres cannot store', () => {
  it('is removed before storing; the run completes and everything about it can be read', async () => {
    const odd =
      'Odd\u0000 text \ud800 of a\u0000 client. Sales were 42 tonnes in 2025 and 50 tonnes in 2024.';
    const request = runRequest({
      tasks: [{ id: 'one', name: 'Odd name \udc00', description: odd }],
      sources: [{ id: 's1', title: odd, location: null, text: odd }],
    });
    Object.assign(request.engagement, { name: odd, client: odd, brief: odd });
    await engine.startRun(request);
    await engine.control(request.runId, 'pause');
    expect((await engine.readRun(request.runId)).status).toMatch(/paused|completed/);
    await engine.control(request.runId, 'resume');
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
    expect(JSON.stringify(ofType(events, 'plan'))).toContain('Odd name');
    expect((await engine.request('GET', `/runs/${request.runId}/logs`)).status).toBe(200);
  });
});

// ERR-8
describe('any request', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('\u0000', '../..', '%00', '\ud800'),
  );
  const number = fc.oneof(
    fc.double(),
    fc.maxSafeInteger(),
    fc.constantFrom(1e300, -1, 2 ** 63, '', 'NaN'),
  );
  const path = fc.oneof(
    fc
      .tuple(fc.constantFrom(...endpoints), text)
      .map(([[method, build], id]) => [method, build(encode(id))] as const),
    fc
      .tuple(
        fc.constantFrom('/runs/x/events', '/runs/x/logs', '/runs/known/events'),
        number,
        number,
        number,
      )
      .map(
        ([url, after, limit, offset]) =>
          ['GET', `${url}?after=${after}&limit=${limit}&offset=${offset}`] as const,
      ),
    fc.tuple(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'), fc.webPath()),
  );
  /** A valid request with one value replaced by anything. */
  const almostGood = fc
    .tuple(fc.nat(), fc.jsonValue({ stringUnit: 'binary' }))
    .map(([place, value]) => {
      const body = structuredClone(wideRequest(1));
      const places = listPlaces(body);
      const found = places[place % places.length];
      if (found) found.holder[found.key] = value;
      return body as unknown;
    });

  it('any path and query gets no 5xx, and errors have one shape', async () => {
    await fc.assert(
      fc.asyncProperty(path, async ([method, url]) => {
        const headers = { authorization: `Bearer ${engine.token}`, [tenantHeader]: testTenant };
        const response = await fetch(`${engine.baseUrl}${url}`, { method, headers });
        expect(response.status).toBeLessThan(500);
        const answer = await response.text();
        if (response.status >= 400 && method !== 'HEAD') {
          expect(JSON.parse(answer)).toMatchObject({
            error: expect.any(String),
            code: expect.any(String),
          });
        }
      }),
    );
  });

  it('any body of a start gets no 5xx', async () => {
    const body = fc.oneof(
      { weight: 4, arbitrary: almostGood },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answer = await engine.request('POST', '/runs', sent);
        expect(answer.status).toBeLessThan(500);
        if (answer.status === 200)
          await engine.control((answer.body as StartRunRequest).runId, 'stop');
      }),
    );
  });

  it.each([0, -1, 1_000_000.01, 1e10, 1e300])('a budget of %d is refused', async (budgetUsd) => {
    const request = runRequest();
    const sent = { ...request, engagement: { ...request.engagement, budgetUsd } };
    expect((await engine.request('POST', '/runs', sent)).status).toBe(400);
  });

  it('bodies that are not JSON, or have another type, are refused', async () => {
    const headers = { authorization: `Bearer ${engine.token}`, [tenantHeader]: testTenant };
    for (const [type, body] of [
      ['application/json', '{"runId":'],
      ['application/json', ''],
      ['text/plain', 'hello'],
      ['application/x-www-form-urlencoded', 'a=b'],
    ] as const) {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
      const response = await fetch(`${engine.baseUrl}/runs`, sent);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });
});

function encode(id: string): string {
  return encodeURIComponent(id.toWellFormed()) || 'x';
}

function listPlaces(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...listPlaces(holder[key])]);
}
