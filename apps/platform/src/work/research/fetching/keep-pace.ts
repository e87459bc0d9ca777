import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@ecp/database/database';
import { ResearchRefused } from '../research-refused.ts';
import { fetchLimits } from './fetch-limits.ts';

/**
 * Waits for the turn of one request to a host: at most two a second over all processes and tenants (RES-10). Throws
 * ResearchRefused `host_busy` when the turn would come too late, or the signal's reason.
 */
export async function keepPace(database: Database, { host, hostname }: URL, signal?: AbortSignal): Promise<void> {
  const [[turn]] = await database.batchSystem<[{ wait_ms: number }]>([
    {
      name: 'take_web_turn',
      text: `insert into platform.web_hosts as known (host, next_at)
        values ($1, clock_timestamp() + make_interval(secs => $2 / 1000.0))
        on conflict (host) do update
          set next_at = greatest(clock_timestamp(), known.next_at) + make_interval(secs => $2 / 1000.0)
          where known.next_at < clock_timestamp() + make_interval(secs => $3 / 1000.0)
        returning extract(epoch from next_at - clock_timestamp())::double precision * 1000 - $2 as wait_ms`,
      values: [host, fetchLimits.paceMs, fetchLimits.paceWaitMs],
    },
  ]);
  if (!turn) throw new ResearchRefused('host_busy', hostname);
  if (turn.wait_ms > 0) await delay(turn.wait_ms, undefined, signal && { signal });
}

/** Deletes the pace and the robots.txt of hosts that are an hour old. */
export async function purgeWebHosts(database: Database): Promise<void> {
  await database.batchSystem([
    {
      name: 'purge_web_hosts',
      text: `delete from platform.web_hosts where next_at < clock_timestamp() - interval '1 hour'`,
    },
    {
      name: 'purge_web_robots',
      text: `delete from platform.web_robots where fetched_at < clock_timestamp() - interval '1 hour'`,
    },
  ]);
}
