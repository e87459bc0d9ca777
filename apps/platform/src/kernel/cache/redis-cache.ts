import type { Cache } from './cache.ts';
import type { RedisConnection } from './redis-connection.ts';

/** A tenant's entries expire together, this long after the last was set. */
const keptSeconds = 600;

const placeOf = (tenantId: string) => `ecp:cache:${tenantId}`;

/** A cache that processes share, with one hash per tenant. While Redis is down, it finds and stores nothing. */
export function createRedisCache(redis: RedisConnection): Cache {
  return {
    get: (tenantId, name) =>
      redis.ask(
        (client) => client.hGet(placeOf(tenantId), name),
        () => null,
      ),
    set: (tenantId, name, text) =>
      redis.ask(
        async (client) => {
          await client.multi().hSet(placeOf(tenantId), name, text).expire(placeOf(tenantId), keptSeconds).exec();
        },
        () => undefined,
      ),
    forget: (tenantId) =>
      redis.ask(
        async (client) => {
          await client.del(placeOf(tenantId));
        },
        () => undefined,
      ),
  };
}
