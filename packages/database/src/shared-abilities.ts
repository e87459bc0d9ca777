import pg from 'pg';
import { keptAlive } from './pool.ts';

/** First key of the advisory locks by which processes announce an ability. The second key is the ability's number. */
const abilityLockSpace = 7_305_203;
/** The ability that every announcing process has. */
const present = 0;

/** The abilities that a process announces to the other processes on this database. */
export interface Announcement {
  /** Returns true if every announcing process announces this ability. */
  isShared(ability: number): Promise<boolean>;
  /** Withdraws the announcement, as the end of the process does. */
  close(): Promise<void>;
}

/**
 * Announces abilities (integers from 1 to 2^31 - 1) to the other processes on a database, by shared advisory locks,
 * which end with the process whatever its end is. A lost connection is replaced at the next question.
 */
export async function announceAbilities(url: string, abilities: readonly number[]): Promise<Announcement> {
  let client: pg.Client | undefined = await connect(url, abilities);
  const forget = () => {
    client = undefined;
  };
  client.on('end', forget);
  return {
    async isShared(ability) {
      client ??= (await connect(url, abilities)).on('end', forget);
      const { rows } = await client.query<{ shared: boolean }>(allAnnounce, [abilityLockSpace, present, ability]);
      return rows[0]?.shared ?? false;
    },
    close: async () => client?.end(),
  };
}

async function connect(url: string, abilities: readonly number[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...keptAlive });
  // A lost connection shows at the next question; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1, ability) from unnest($2::integer[]) as ability', [
    abilityLockSpace,
    [...abilities, present],
  ]);
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
