import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts';
import { findServerProcesses } from './postmaster.ts';
import {
  endProcess,
  makeDataDir,
  pollUntil,
  query,
  spawnHolder,
  type TemporaryDataDir,
  waitUntilRunning,
} from './testing/embedded-fixtures.ts';

/**
 * One data folder loses its processes in one way after another: most tests depend on the previous
 * ones.
 */
describe('recovery of the embedded Postgres', () => {
  const place: TemporaryDataDir = makeDataDir();
  const opened: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];
  const lines: string[] = [];
  let owner: ReturnType<typeof spawnHolder>;
  let url: string;
  let database: EmbeddedPostgres;

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const one of opened) await one.close();
    await place.remove();
  });

  async function open(): Promise<EmbeddedPostgres> {
    const log = (line: string): void => {
      lines.push(line);
    };
    const one = await openEmbeddedPostgres({
      dataDir: place.dataDir,
      log,
      settings: { fsync: 'off' },
    });
    opened.push(one);
    return one;
  }
  function hold(dataDir = place.dataDir): ReturnType<typeof spawnHolder> {
    const holder = spawnHolder(dataDir);
    children.push(holder.child);
    return holder;
  }
  const clusterDir = (): string => join(place.dataDir, 'postgres');
  const postmasterPath = (): string => join(clusterDir(), 'postmaster.pid');
  const postmasterPid = (): number => Number(readFileSync(postmasterPath(), 'utf8').split('\n')[0]);

  it('lets exactly one of several processes own the server when all start at the same time', async () => {
    const holders = [hold(), hold(), hold()] as const;
    const reports = await Promise.all(holders.map((holder) => holder.report()));
    expect(reports.filter((report) => report.owned)).toHaveLength(1);
    expect(new Set(reports.map((report) => report.url)).size).toBe(1);
    const index = reports.findIndex((report) => report.owned);
    owner = holders[index] ?? holders[0];
    url = reports[index]?.url ?? '';
    for (const { child } of holders) if (child !== owner.child) await endProcess(child, 'SIGTERM');
  });

  it('joins a living owner, in another and in the same process', async () => {
    const joined = await Promise.all([open(), open()]);
    expect(joined.map((one) => [one.owned, one.url])).toEqual([
      [false, url],
      [false, url],
    ]);
    for (const one of joined) await one.close();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('takes over from a killed owner, on the same port, with all committed data', async () => {
    await query(url, 'create table note as select 7 as n');
    await endProcess(owner.child, 'SIGKILL');
    const orphan = postmasterPid();
    expect(await findServerProcesses(clusterDir())).toContain(orphan);

    const startedAt = performance.now();
    database = await open();
    console.log(`take-over after kill -9: ${Math.round(performance.now() - startedAt)} ms`);
    expect(database).toMatchObject({ owned: true, url });
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(database.url, 'select n from note')).toEqual([{ n: 7 }]);
    expect(lines).toContain('Stopped a Postgres that had outlived its program');
  });

  it('passes from an owner that closes it to one that joined, at the same address and with its data', async () => {
    const { child, report } = hold();
    expect(await report()).toMatchObject({ owned: false, url: database.url });
    await database.close();
    const rows = await pollUntil(() => query(url, 'select n from note').catch(() => undefined));
    expect(rows).toEqual([{ n: 7 }]);
    expect(await query(url, 'select n from note')).toEqual([{ n: 7 }]);
    const late = await open();
    expect(late).toMatchObject({ owned: false, url });
    await endProcess(child, 'SIGTERM');
    await pollUntil(async () => late.owned || undefined);
    expect(await query(url, 'select n from note')).toEqual([{ n: 7 }]);
    database = late;
  });

  it('is not joined by who starts while its owner ends, but waited for', async () => {
    database.withdraw();
    expect(existsSync(join(place.dataDir, 'postgres.url'))).toBe(false);
    expect(await query(url, 'select n from note')).toEqual([{ n: 7 }]);
    const [next] = await Promise.all([open(), database.close()]);
    database = next;
    expect(database.owned).toBe(true);
  });

  it('restarts a killed server at the same address while its owner lives', async () => {
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

  it('starts although the process id in a stale postmaster.pid belongs to another program', async () => {
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    children.push(stranger);
    writeFileSync(
      postmasterPath(),
      `${stranger.pid}\n${clusterDir()}\n1700000000\n5432\n\n127.0.0.1\n  1234567 0\nready   \n`,
    );
    database = await open();
    expect(database.owned).toBe(true);
    await database.close();
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it.each(['garbage\n', '999999999\n'])('starts although postmaster.pid is %j', async (content) => {
    writeFileSync(postmasterPath(), content);
    database = await open();
    expect(database.owned).toBe(true);
    await database.close();
  });

  it('ends children that outlived their killed postmaster, and leaves its port to a program that has taken it', async () => {
    const { child, report } = hold();
    const held = await report();
    const formerPort = Number(new URL(held.url).port);
    const busy = query(held.url, 'select sum(n) from generate_series(1, 100000000000) n').catch(
      () => undefined,
    );
    await waitUntilRunning(held.url, 'generate_series');
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
      database = await open();
      await busy;
      expect(database.owned).toBe(true);
      expect(Number(new URL(database.url).port)).not.toBe(formerPort);
      expect(await query(database.url, 'select n from note')).toEqual([{ n: 7 }]);
    } finally {
      stranger.close();
    }
  });

  it('starts again however far the owners before it came when they were killed', async () => {
    const fresh = makeDataDir();
    const cluster = join(fresh.dataDir, 'postgres');
    const readPostmaster = () => {
      const path = join(cluster, 'postmaster.pid');
      return existsSync(path) ? readFileSync(path, 'utf8').split('\n')[0] : undefined;
    };
    const findUnfinished = (): string[] => {
      const names = existsSync(fresh.dataDir) ? readdirSync(fresh.dataDir) : [];
      return names
        .filter((name) => name.startsWith('postgres.init-'))
        .map((name) => join(fresh.dataDir, name));
    };
    try {
      let left: string | undefined;
      const stages = [
        // While it takes the lock.
        () => existsSync(join(fresh.dataDir, 'postgres.lock')),
        // In the middle of initdb.
        () => findUnfinished().some((dir) => existsSync(join(dir, 'data', 'base'))),
        // Right after initdb.
        () => existsSync(cluster),
        // While the server starts. The owner before may have come as far.
        () => readPostmaster() !== left && Boolean(readPostmaster()),
      ];
      for (const reached of stages) {
        left = readPostmaster();
        const { child } = hold(fresh.dataDir);
        await pollUntil(async () => reached() || undefined);
        await endProcess(child, 'SIGKILL');
      }
      const last = hold(fresh.dataDir);
      const report = await last.report();
      expect(report.owned).toBe(true);
      expect(await query(report.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(findUnfinished()).toEqual([]);
      await endProcess(last.child, 'SIGTERM');
      expect(await findServerProcesses(cluster)).toEqual([]);
    } finally {
      await fresh.remove();
    }
  });
});
