import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findServerProcesses } from './find-server-processes.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts';
import {
  endProcess,
  makeDataDir,
  pollUntil,
  query,
  spawnHolder,
  type TemporaryDataDir,
  waitUntilRunning,
} from './testing/embedded-fixtures.ts';

describe('recovery of the embedded Postgres', () => {
  let place: TemporaryDataDir;
  let opened: EmbeddedPostgres[];
  let children: ChildProcess[];
  let lines: string[];

  beforeEach(() => {
    place = makeDataDir();
    opened = [];
    children = [];
    lines = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const database of opened) await database.close();
    await place.remove();
  });

  async function open(): Promise<EmbeddedPostgres> {
    const log = (line: string): void => {
      lines.push(line);
    };
    const database = await openEmbeddedPostgres({ dataDir: place.dataDir, log, settings: { fsync: 'off' } });
    opened.push(database);
    return database;
  }
  function hold(): ReturnType<typeof spawnHolder> {
    const holder = spawnHolder(place.dataDir);
    children.push(holder.child);
    return holder;
  }
  const clusterDir = (): string => join(place.dataDir, 'postgres');
  const postmasterPath = (): string => join(clusterDir(), 'postmaster.pid');
  const findUnfinished = (): string[] => {
    const names = existsSync(place.dataDir) ? readdirSync(place.dataDir) : [];
    return names.filter((name) => name.startsWith('postgres.init-')).map((name) => join(place.dataDir, name));
  };
  const postmasterPid = (): number => Number(readFileSync(postmasterPath(), 'utf8').split('\n')[0]);

  it('lets exactly one of several processes own the server when all start at the same time', async () => {
    const holders = [hold(), hold(), hold(), hold()];
    const reports = await Promise.all(holders.map((holder) => holder.report()));
    expect(reports.filter((report) => report.owned)).toHaveLength(1);
    expect(new Set(reports.map((report) => report.url)).size).toBe(1);
  });

  it('joins a living owner, in another and in the same process', async () => {
    const { child, report } = hold();
    const { url } = await report();
    const joined = await Promise.all([open(), open()]);
    expect(joined.map((database) => [database.owned, database.url])).toEqual([
      [false, url],
      [false, url],
    ]);
    await joined[0]?.close();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await endProcess(child, 'SIGTERM');
    expect(await findServerProcesses(clusterDir())).toEqual([]);
  });

  it('takes over from a killed owner, on the same port, with all committed data', async () => {
    const { child, report } = hold();
    const { url } = await report();
    await query(url, 'create table note as select 7 as n');
    await endProcess(child, 'SIGKILL');
    const orphan = postmasterPid();
    expect(await findServerProcesses(clusterDir())).toContain(orphan);

    const startedAt = performance.now();
    const database = await open();
    console.log(`take-over after kill -9: ${Math.round(performance.now() - startedAt)} ms`);
    expect(database).toMatchObject({ owned: true, url });
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(database.url, 'select n from note')).toEqual([{ n: 7 }]);
    expect(lines).toContain('Stopped a Postgres that had outlived its program');
  });

  const stages = [
    { stage: 'while it takes the lock', reached: () => existsSync(join(place.dataDir, 'postgres.lock')) },
    {
      stage: 'in the middle of initdb',
      reached: () => findUnfinished().some((dir) => existsSync(join(dir, 'data', 'base'))),
    },
    { stage: 'right after initdb', reached: () => existsSync(clusterDir()) },
    { stage: 'while the server starts', reached: () => existsSync(postmasterPath()) },
  ];
  it.each(stages)('starts again when the first owner is killed $stage', async ({ reached }) => {
    const { child } = hold();
    await pollUntil(async () => reached() || undefined);
    await endProcess(child, 'SIGKILL');
    const database = await open();
    expect(database.owned).toBe(true);
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(findUnfinished()).toEqual([]);
  });

  it('starts although the process id in a stale postmaster.pid belongs to another program', async () => {
    await (await open()).close();
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    children.push(stranger);
    writeFileSync(
      postmasterPath(),
      `${stranger.pid}\n${clusterDir()}\n1700000000\n5432\n\n127.0.0.1\n  1234567 0\nready   \n`,
    );
    await expect(open()).resolves.toMatchObject({ owned: true });
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it('starts although postmaster.pid is empty or names a dead process', async () => {
    await (await open()).close();
    for (const content of ['', 'garbage\n', '999999999\n']) {
      writeFileSync(postmasterPath(), content);
      const database = await open();
      expect(database.owned).toBe(true);
      await database.close();
    }
  });

  it('ends children that outlived their killed postmaster before it starts again', async () => {
    const { child, report } = hold();
    const { url } = await report();
    const busy = query(url, 'select sum(n) from generate_series(1, 100000000000) n').catch(() => undefined);
    await waitUntilRunning(url, 'generate_series');
    await endProcess(child, 'SIGKILL');
    process.kill(postmasterPid(), 'SIGKILL');
    const database = await open();
    await busy;
    expect(database.owned).toBe(true);
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('restarts a killed server at the same address while its owner lives', async () => {
    const database = await open();
    await query(database.url, 'create table note as select 7 as n');
    process.kill(postmasterPid(), 'SIGKILL');
    const rows = await pollUntil(async () => {
      try {
        return await query(database.url, 'select n from note');
      } catch {
        return undefined; // not up again yet
      }
    });
    expect(rows).toEqual([{ n: 7 }]);
    expect(lines.join('\n')).toContain('Postgres ended unexpectedly');
    await database.close();
    expect(await findServerProcesses(clusterDir())).toEqual([]);
  });

  it('chooses another port if another program has taken the former one', async () => {
    const { child, report } = hold();
    const formerPort = Number(new URL((await report()).url).port);
    await endProcess(child, 'SIGKILL');
    process.kill(postmasterPid(), 'SIGKILL');
    const stranger = createServer();
    await pollUntil(
      () =>
        new Promise<true | undefined>((resolve) => {
          stranger.once('error', () => resolve(undefined));
          stranger.listen(formerPort, '127.0.0.1', () => resolve(true));
        }),
    );
    try {
      const database = await open();
      expect(Number(new URL(database.url).port)).not.toBe(formerPort);
    } finally {
      stranger.close();
    }
  });
});
