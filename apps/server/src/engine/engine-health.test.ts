import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

// HEA-2
test('the engine returns its status and version without a token', async () => {
  const answer = await fetch(`${engine.baseUrl}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: 'ok',
    service: 'engine',
    version: expect.stringMatching(/\S/),
  });
});

// HEA-8
test('the engine is alive while its tables cannot be read, without a token', async () => {
  const ask = async (path: string) => (await fetch(engine.baseUrl + path)).status;
  await engine.asSuperuser('alter table engine.runs rename to runs_away');
  try {
    expect([await ask('/health'), await ask('/live')]).toEqual([500, 200]);
  } finally {
    await engine.asSuperuser('alter table engine.runs_away rename to runs');
  }
});

// HEA-6
test('the engine is ready while it serves, without a token', async () => {
  const answer = await fetch(`${engine.baseUrl}/ready`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ready: true, open: true, database: true, lease: true, migrations: true },
  ]);
});
