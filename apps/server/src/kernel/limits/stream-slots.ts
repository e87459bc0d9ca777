import { hash, randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis-connection.ts';

/** The owners of a stream: a session or key, and its tenant. Both have a limit. */
interface StreamOwner {
  tenantId: string;
  caller: string;
}

export interface StreamSlots {
  /**
   * Takes a place for one stream and returns the function that gives it back; null when there is
   * none.
   */
  take(owner: StreamOwner): Promise<(() => void) | null>;
  close(): void;
}

/** Limits the open streams of a session or key, and of a tenant. */
export const maxStreams = { caller: 20, tenant: 200 } as const;

/** Counts the streams of this process. */
export function createMemoryStreamSlots(): StreamSlots {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, change: 1 | -1) => {
    const count = countOf(key) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    async take({ tenantId, caller }) {
      const [ofCaller, ofTenant] = [`caller ${caller}`, `tenant ${tenantId}`];
      if (countOf(ofCaller) >= maxStreams.caller || countOf(ofTenant) >= maxStreams.tenant)
        return null;
      add(ofCaller, 1);
      add(ofTenant, 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        add(ofCaller, -1);
        add(ofTenant, -1);
      };
    },
    close: () => undefined,
  };
}

/** A place that is not renewed for this long belongs to a dead process. */
const leaseMs = 60_000;
const renewalMs = 20_000;

/**
 * Adds a stream to both sets unless one is full; scores expire by Redis's clock, and a limit of 0
 * renews. Returns 1 if added.
 */
const takePlace = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for i, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    local limit = tonumber(ARGV[i + 2])
    if limit > 0 and redis.call('ZCARD', key) >= limit then return 0 end
  end
  for _, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[2], ARGV[1])
    redis.call('PEXPIRE', key, ARGV[2])
  end
  return 1`;

/** One hash tag for both keys, so that a cluster keeps them on one node. */
function keysOf({ tenantId, caller }: StreamOwner): string[] {
  const place = `ecp:streams:{${hash('sha256', tenantId, 'base64url')}}`;
  return [`${place}:${hash('sha256', caller, 'base64url')}`, place];
}

/**
 * Counts streams of all processes in Redis, else of this one. Places are leased, so a dead
 * process's expire in a minute.
 */
export function createRedisStreamSlots(redis: RedisConnection): StreamSlots {
  const own = createMemoryStreamSlots();
  const open = new Map<string, StreamOwner>();
  const enter = (id: string, owner: StreamOwner, limits: readonly number[]) =>
    redis.ask(
      async (client) => {
        const options = {
          keys: keysOf(owner),
          arguments: [id, String(leaseMs), ...limits.map(String)],
        };
        return (await client.eval(takePlace, options)) === 1;
      },
      () => true,
    );
  const renewal = setInterval(() => {
    for (const [id, owner] of open) void enter(id, owner, [0, 0]);
  }, renewalMs).unref();

  return {
    async take(owner) {
      const release = await own.take(owner);
      if (!release) return null;
      const id = randomUUID();
      if (!(await enter(id, owner, [maxStreams.caller, maxStreams.tenant]))) {
        release();
        return null;
      }
      open.set(id, owner);
      return () => {
        release();
        if (!open.delete(id)) return;
        const leave = redis.ask(
          async (client) =>
            void (await Promise.all(keysOf(owner).map((key) => client.zRem(key, id)))),
          () => undefined,
        );
        void leave;
      };
    },
    close: () => clearInterval(renewal),
  };
}
