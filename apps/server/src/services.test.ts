import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLease } from '@ecp/database/executor-lease';
import { makeProcessFolder } from '@ecp/sandbox/process-folders';
import { closeKeptService } from '@ecp/testing/kept-service';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestPlatform } from '../testing/start-test-platform.ts';
import { readConfig } from './config.ts';
import { openServices } from './services.ts';

const listModules = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  await import(process.argv[1]);
  process.exit();`;

test('clients of optional services are loaded only when they are used', () => {
  const program = fileURLToPath(new URL('services.ts', import.meta.url));
  const loaded = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', listModules, program],
    {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  expect(loaded).toContain('/pg/');
  for (const name of ['@aws-sdk', '@redis/client', 'stripe'])
    expect(loaded).not.toContain(`node_modules/${name}/`);
});

test('a platform purges the temporary folders of dead processes when it starts', async () => {
  const own = makeProcessFolder('read');
  // In a container the next process gets the process id of the one before.
  const left = own.replace(/-[0-9a-f]{8}-\w{6}$/, '-00000000-aaaaaa');
  mkdirSync(left);
  const platform = await startTestPlatform();
  const names = readdirSync(tmpdir());
  expect([own, left].map((path) => names.includes(basename(path)))).toEqual([true, false]);
  await platform.close();
  rmSync(own, { recursive: true });
});

test('a platform that cannot open a service closes those before it', async () => {
  await closeKeptService();
  const fresh = await createFreshDatabase();
  onTestFinished(() => fresh.drop());
  const log = pino({ level: 'silent' });
  const lease = await takeLease(fresh.url, 'platform', log);
  onTestFinished(() => lease.release());
  const dataDir = await mkdtemp(join(inject('filesDir'), 'platform-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const opening = openServices({
    config: {
      ...readConfig({ DATA_DIR: dataDir }),
      search: { provider: 'searxng', url: 'no address', apiKey: undefined, searchNanoUsd: 0 },
    },
    databaseUrl: fresh.url,
    lease,
    log,
  });
  await expect(opening).rejects.toThrow('Invalid URL');
  const selectSessions = () =>
    fresh.asSuperuser<{ name: string; query: string }>(
      `select application_name as name, query from pg_stat_activity
        where datname = current_database() and usename <> current_user`,
    );
  // The lease is not the services' to close. A session ends a moment after its connection.
  await pollUntil(selectSessions, ({ length }) => length === 1);
});
