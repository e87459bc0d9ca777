import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const ask = async (url: string) => {
  const { statusCode, body } = await engine.app.inject({ method: 'GET', url });
  return { status: statusCode, body };
};

// HEA-2
test('a worker returns its status and version without a token', async () => {
  const { status, body } = await ask('/health');
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    status: 'ok',
    service: 'engine',
    version: expect.stringMatching(/\S/),
    activeRuns: 0,
  });
});

// HEA-8
test('a worker is alive while its tables cannot be read, and says so in the shape of every error', async () => {
  await engine.asSuperuser('alter table engine.runs rename to runs_away');
  try {
    const health = await ask('/health');
    expect([health.status, (await ask('/live')).status]).toEqual([503, 200]);
    expect(JSON.parse(health.body)).toEqual({
      error: 'The worker cannot answer now',
      code: 'unavailable',
      requestId: expect.any(String),
    });
  } finally {
    await engine.asSuperuser('alter table engine.runs_away rename to runs');
  }
});

// HEA-6
test('a worker is ready while it serves, without a token', async () => {
  const { status, body } = await ask('/ready');
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { ready: true, open: true, database: true, lease: true, migrations: true },
  ]);
});

test('a worker counts its active runs for those who collect metrics', async () => {
  const { status, body } = await ask('/metrics');
  expect(status).toBe(200);
  expect(body).toContain('\nactive_runs 0\n');
});

test('a worker takes no order over HTTP', async () => {
  for (const url of ['/runs/x', '/agents', '/nothing']) {
    const { status, body } = await ask(url);
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { error: 'Not found', code: 'not_found', requestId: expect.any(String) },
    ]);
  }
});
