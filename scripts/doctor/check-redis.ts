import { tryRedis } from '../../apps/server/src/kernel/redis-connection.ts';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { placeOf, reasonOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';

/** Connects to Redis and asks for a sign of life. */
export async function checkRedis({
  redisUrl,
}: Pick<PlatformConfig, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) return [];
  const address = placeOf(redisUrl, '6379');
  const attempt = await tryRedis(redisUrl);
  if (attempt.outcome === 'answers') return [find('redis', 'redis_answers', { address })];
  const code = attempt.outcome === 'refused' ? 'redis_refused' : 'redis_unreachable';
  return [find('redis', code, { address, reason: reasonOf(attempt.error) })];
}
