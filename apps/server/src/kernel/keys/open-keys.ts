import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptAlive } from '@ecp/database/pool';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { runPeriodically } from '../durable-work/in-process-work.ts';
import type { PlatformConfig } from '../settings.ts';
import type { KeyRing } from './key-ring.ts';
import { type MasterKey, openLocalMasterKey } from './tenant-keys.ts';

export type Secrets = readonly [string, ...string[]];

/** The generated key: the name of its file in the data folder, and how one reads it. */
export const secretKeyFile = { name: 'secret.key', read: readLines } as const;

/**
 * Returns the secrets, the writing one first: of SECRET_KEY, else of `DATA_DIR/secret.key`, which
 * the first start makes, readable by its owner only. Processes that start together agree on one.
 */
export async function readSecrets({
  secretKeys,
  dataDir,
}: Pick<PlatformConfig, 'secretKeys' | 'dataDir'>): Promise<Secrets> {
  if (secretKeys !== undefined) return secretKeys;
  const path = join(dataDir, secretKeyFile.name);
  await mkdir(dataDir, { recursive: true });
  return (await readLines(path)) ?? (await generateKey(path));
}

/**
 * Returns the secrets of a file, the writing one first; undefined if there is no file or nothing in
 * it.
 */
async function readLines(path: string): Promise<Secrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [first, ...others] = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return first === undefined ? undefined : [first, ...others];
}

/**
 * Writes the key under another name and links it, so that readers find a whole key and the first
 * writer wins.
 */
async function generateKey(path: string): Promise<Secrets> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const secrets = await readLines(path);
  if (secrets === undefined) throw new Error(`${path} is empty; delete it to generate a new key`);
  return secrets;
}

/** The longest delay until the first secret writes, once every process has it. */
const checkIntervalMs = 2_000;

interface AgreeOnKeyOptions {
  databaseUrl: string;
  keys: KeyRing;
  log: FastifyBaseLogger;
}

/**
 * Chooses the writing secret: the first that every process on this database has, so that none
 * encrypts what another cannot decrypt. This process announces its secrets until it is closed.
 */
export async function agreeOnKey({
  databaseUrl,
  keys,
  log,
}: AgreeOnKeyOptions): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  const announcement = await announceAbilities(databaseUrl, keys.ids.map(abilityOf));
  const choose = async () => {
    const shared = await Promise.all(keys.ids.map((id) => announcement.isShared(abilityOf(id))));
    // If no secret is common to all, the oldest is the one that most processes have.
    const id = keys.ids[shared.indexOf(true)] ?? keys.ids.at(-1) ?? keys.writingId;
    if (id !== keys.writingId)
      log.info({ secret: id }, 'This secret of SECRET_KEY encrypts and signs now');
    keys.writeWith(id);
  };
  const hasFirst = () => keys.writingId === keys.ids[0];
  await choose();
  const settled = new AbortController();
  const checkAgain = async () => {
    if (!hasFirst()) await choose();
    if (hasFirst()) settled.abort();
  };
  const signal = AbortSignal.any([closing.signal, settled.signal]);
  const checking = runPeriodically(checkIntervalMs, checkAgain, { signal, log });
  return {
    async close() {
      closing.abort();
      await checking;
      await announcement.close();
    },
  };
}

/** Returns the number that announces a secret: 31 bits of its id. */
function abilityOf(id: string): number {
  return (Buffer.from(id, 'base64url').readUInt32BE(0) >>> 1) | 1;
}

/**
 * Opens the master key: of KMS_KEY_ID, else the installation's secrets, without loading KMS's
 * client.
 */
export async function openMasterKey(
  { kms }: Pick<PlatformConfig, 'kms'>,
  keys: KeyRing,
): Promise<MasterKey> {
  const local = openLocalMasterKey(keys);
  if (!kms) return local;
  const { openKmsMasterKey } = await import('./kms-master-key.ts');
  return openKmsMasterKey(kms, local);
}

/**
 * First key of the advisory locks by which processes announce an ability. The second key is the
 * ability's number.
 */
const abilityLockSpace = 7_305_203;
/** The ability that every announcing process has. */
const present = 0;

/** The abilities that a process announces to the other processes on this database. */
interface Announcement {
  /** Returns true if every announcing process announces this ability. */
  isShared(ability: number): Promise<boolean>;
  /** Withdraws the announcement, as the end of the process does. */
  close(): Promise<void>;
}

/**
 * Announces abilities (1 to 2^31 - 1) by shared advisory locks, which end with the process. A lost
 * connection is replaced at the next question.
 */
export async function announceAbilities(
  url: string,
  abilities: readonly number[],
): Promise<Announcement> {
  let client: pg.Client | undefined = await connect(url, abilities);
  const forget = () => {
    client = undefined;
  };
  client.on('end', forget);
  return {
    async isShared(ability) {
      client ??= (await connect(url, abilities)).on('end', forget);
      const { rows } = await client.query<{ shared: boolean }>(allAnnounce, [
        abilityLockSpace,
        present,
        ability,
      ]);
      return rows[0]?.shared ?? false;
    },
    close: async () => client?.end(),
  };
}

async function connect(url: string, abilities: readonly number[]): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...keptAlive,
  });
  // A lost connection shows at the next question; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    'select pg_advisory_lock_shared($1, ability) from unnest($2::integer[]) as ability',
    [abilityLockSpace, [...abilities, present]],
  );
  return client;
}

const allAnnounce = `
  with announced as (
    select pid, objid::bigint as ability from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid = $1::integer::oid
      and database = (select oid from pg_database where datname = current_database())
  )
  select count(*) = count(*) filter (where exists (
    select from announced other where other.pid = announced.pid and other.ability = $3)) as shared
  from announced where ability = $2`;
