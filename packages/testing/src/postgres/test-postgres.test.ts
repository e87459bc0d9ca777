import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServer, lockDir } from '@ecp/database/embedded/embedded-postgres';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { removeDeadTestPostgres, startTestPostgres, testPostgresPrefix } from './test-postgres.ts';

describe('startTestPostgres', () => {
  it('starts a Postgres that does not wait for the disk, and removes every trace of it', async () => {
    const postgres = await startTestPostgres();
    const settings = await readSettings(postgres.url);
    expect(settings).toMatchObject({ fsync: 'off', pages: 'off', commit: 'off', name: 'app' });
    const clusterDir = settings.directory;
    expect(await findServer(clusterDir)).toBeGreaterThan(0);
    await postgres.close();
    expect(await findServer(clusterDir)).toBeUndefined();
    expect(existsSync(dirname(clusterDir))).toBe(false);
  });
});

describe('removeDeadTestPostgres', () => {
  it('removes the server of a killed run, but not one that is in use or too young', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'dead-test-postgres-'));
    chmodSync(parent, 0o711);
    const dead = makeDataDir(parent);
    const used = makeDataDir(parent);
    const lock = lockDir(used);
    try {
      await openAndKill(dead);
      expect(await findServer(join(dead, 'postgres'))).toBeGreaterThan(0);
      await removeDeadTestPostgres(parent, 3_600_000);
      expect(existsSync(dead)).toBe(true);
      await removeDeadTestPostgres(parent, 0);
      expect(await findServer(join(dead, 'postgres'))).toBeUndefined();
      expect(existsSync(dead)).toBe(false);
      expect(existsSync(used)).toBe(true);
    } finally {
      lock.close();
      await removeDeadTestPostgres(parent, 0);
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

function makeDataDir(parent: string): string {
  const dataDir = mkdtempSync(join(parent, testPostgresPrefix));
  chmodSync(dataDir, 0o711);
  return dataDir;
}

async function openAndKill(dataDir: string): Promise<void> {
  const script = fileURLToPath(import.meta.resolve('@ecp/database/embedded/testing/hold-data-dir'));
  const holder = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (holder.stdout === null) throw new Error('no output');
  await once(holder.stdout, 'data');
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
}

async function readSettings(url: string): Promise<{ directory: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit, current_database() as name,
        current_setting('data_directory') as directory`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}
