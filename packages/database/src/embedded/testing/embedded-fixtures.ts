import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sharedServerFilesDir } from '../binaries.ts';
import { stopServer } from '../server.ts';

/**
 * A temporary data folder that every user may enter. `remove` also stops a server that works in it.
 */
export interface TemporaryDataDir {
  dataDir: string;
  remove(): Promise<void>;
}

/**
 * Makes a data folder below a parent with this mode (0711: the server's user may enter; 0700: it
 * may not).
 */
export function makeDataDir(parentMode = 0o711): TemporaryDataDir {
  const parent = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
  chmodSync(parent, parentMode);
  const dataDir = join(parent, 'data');
  return {
    dataDir,
    remove: async () => {
      const clusterDir = join(dataDir, 'postgres');
      if (existsSync(clusterDir)) await stopServer(realpathSync(clusterDir));
      removePlaceOutside(dataDir);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

function removePlaceOutside(dataDir: string): void {
  const link = join(dataDir, 'postgres');
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const place = dirname(readlinkSync(link));
  if (place.startsWith(`${sharedServerFilesDir}/`)) rmSync(place, { recursive: true, force: true });
}

/** First output of a holding process: its database, or why it has none. */
interface HolderReport {
  url: string;
  owned: boolean;
  error?: string;
}

/**
 * Starts another Node process that opens the database of `dataDir`. `report` waits until it has
 * done so.
 */
export function spawnHolder(
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
): { child: ChildProcess; report: () => Promise<HolderReport> } {
  const script = fileURLToPath(new URL('hold-embedded-postgres.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, report: () => readReport(child) };
}

async function readReport(child: ChildProcess): Promise<HolderReport> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout }))
    return JSON.parse(line) as HolderReport;
  throw new Error('the holder ended without a report');
}

/** Sends a signal and waits for the end of the process. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Runs one statement on a new connection and returns the rows. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the interrupted statement rejects
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Polls until `probe` gives a value other than undefined; fails after `limitMs`. */
export async function pollUntil<Value>(
  probe: () => Promise<Value | undefined>,
  limitMs = 240_000,
): Promise<Value> {
  for (
    const startedAt = performance.now();
    performance.now() - startedAt < limitMs;
    await wait(10)
  ) {
    const value = await probe();
    if (value !== undefined) return value;
  }
  throw new Error(`not reached within ${limitMs} ms`);
}

/** Waits until a statement that contains `fragment` runs on the server. */
export async function waitUntilRunning(url: string, fragment: string): Promise<void> {
  const search = `select from pg_stat_activity where pid <> pg_backend_pid() and query like '%${fragment}%'`;
  await pollUntil(async () => ((await query(url, search)).length > 0 ? true : undefined));
}
