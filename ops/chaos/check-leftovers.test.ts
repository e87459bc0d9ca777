import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkConnections,
  checkFiles,
  checkHeld,
  checkOrphans,
  checkProcesses,
  countConnections,
  readHeld,
} from './leftovers.ts';
import { listSessions } from './processes.ts';
import { makeTemporaryFolder } from './seen-tenant.ts';

let fresh: FreshDatabase;
const folder = makeTemporaryFolder();
const leakRule = 'no leaked connection, file, process';
const server = {
  query: <Row extends pg.QueryResultRow>(text: string) => fresh.asSuperuser<Row>(text),
};
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

/** Inserts a row without what it belongs to. */
const insertAlone = (statement: string) =>
  fresh.asSuperuser(`begin; set local session_replication_role = replica; ${statement}; commit`);

// FLT-3
test.each<[string, string]>([
  [
    '1 runs of the engine that have not ended',
    `insert into engine.runs (id, tenant_id, engagement_id, status, input, kind) values ('p', 't', 'e', 'paused', '{}', 'plan')`,
  ],
  [
    '1 runs of the engine that were not stopped, without a run of the platform',
    `insert into engine.runs (id, tenant_id, engagement_id, status, input) values ('r', 't', 'e', 'completed', '{}')`,
  ],
  [
    '1 runs of the platform that have not ended',
    `insert into platform.runs (id, tenant_id, engagement_id, kind, status, started_at) values ('x', 't', 'e', 'run', 'running', now())`,
  ],
  [
    '1 reservations of money that were never settled',
    `insert into engine.model_calls (id, tenant_id, run_id, engagement_id, call_key, attempt, purpose, agent_slug, model,
      status, executor_id, reserved_nano_usd) values ('c', 't', 'r', 'e', 'k', 1, 'draft', 'a', 'm', 'reserved', 'x', 1)`,
  ],
  [
    '1 deliveries that are still due',
    `insert into platform.webhook_deliveries (id, tenant_id, endpoint_id, event, body, due_attempt)
      values ('d', 't', 'w', 'engagement.started', '{}', 1)`,
  ],
  [
    '1 works run of the engine',
    `insert into platform.works (service, id, kind, queue, lane, input, due_at)
      values ('engine', 'd', 'run', 'runs', 't', '{}', now())`,
  ],
  [
    '1 works followRun of the platform',
    `insert into platform.works (service, id, kind, queue, lane, input, due_at)
      values ('platform', 't', 'followRun', 'followRun', '', '{}', now()),
        ('platform', 'c', 'analyzePatterns', 'analyzePatterns', '', '{}', now())`,
  ],
])('%s', async (detail, statement) => {
  const before = await checkOrphans(server);
  await insertAlone(statement);
  const found = (await checkOrphans(server)).filter(
    (finding) => !before.some((one) => one.detail === finding.detail),
  );
  expect(found).toEqual([{ rule: 'no orphan row', detail }]);
});

// FLT-3
test('a connection that outlives its service is found', async () => {
  const client = new pg.Client({ connectionString: fresh.url, application_name: 'leaker' });
  await client.connect();
  const finding = { rule: leakRule, detail: '1 connections of leaker' };
  expect(await checkConnections(server)).toContainEqual(finding);
  await client.end();
  await pollUntil(
    () => checkConnections(server),
    (found) => !found.some(({ detail }) => detail === finding.detail),
  );
});

// FLT-3
test('descriptors that a service holds beyond those before the load are found', async () => {
  const holder = { name: 'holder', pid: process.pid };
  const before = await readHeld(server, [holder]);
  // Other connections of this process may close meanwhile.
  const files = await Promise.all(Array.from({ length: 30 }, () => open('/dev/null')));
  const now = await readHeld(server, [holder]);
  await Promise.all(files.map((file) => file.close()));
  const found = (allowed: number) => checkHeld(before, now, allowed).map(({ detail }) => detail);
  expect(found(3)).toContainEqual(
    expect.stringMatching(/^\d+ descriptors of holder, \d+ before the load$/),
  );
  expect(found(100)).toEqual([]);
});

// FLT-3
test('unused connections and surplus children beyond those before the load are found, one life of an executor like another', async () => {
  const name = 'holders-abcdefghijklmnopqrstuvwx';
  const client = new pg.Client({ connectionString: fresh.url, application_name: name });
  await client.connect();
  const connections = await countConnections(server, 0);
  await client.end();
  expect(connections.get('holders')).toBe(1);
  const holding = (count: number, processes: number) => ({
    connections: new Map([['holders', count]]),
    usages: new Map([['holder', { descriptors: 20, processes }]]),
  });
  const found = (count: number, processes: number) =>
    checkHeld(holding(1, 1), holding(count, processes), 2).map(({ detail }) => detail);
  expect(found(3, 11)).toEqual([]);
  expect(found(4, 12)).toEqual([
    '4 unused connections of holders, 1 before the load',
    '3 surplus children of holder, 0 before the load',
  ]);
});

// FLT-3
test('a file and a process that outlive their service are found', async () => {
  expect(await checkFiles(folder)).toEqual([]);
  await writeFile(join(folder, 'ecp-left'), '');
  expect(await checkFiles(folder)).toEqual([{ rule: leakRule, detail: 'ecp-left' }]);

  const service = new SupervisedProcess({
    name: 'parent',
    command: ['/bin/sh', '-c', 'sleep 60 & exec sleep 60'],
    cwd: folder,
    environment: { PATH: process.env['PATH'] ?? '' },
    logPath: join(folder, 'parent.log'),
    isReady: async () =>
      (await listSessions(service.pids)).filter(({ name }) => name === 'sleep').length === 2,
  });
  await service.start();
  await service.stop();
  const [left] = await listSessions(service.pids);
  expect(await checkProcesses(service.pids)).toEqual([
    { rule: leakRule, detail: `sleep (${left?.pid})` },
  ]);
  if (left) process.kill(left.pid, 'SIGKILL');
});
