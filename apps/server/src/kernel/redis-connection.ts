import { setTimeout as delay } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
import type { FastifyBaseLogger } from 'fastify';

type RedisClient = ReturnType<typeof createClient>;

/** The longest that a start or a request waits for Redis. After that it continues without Redis. */
const connectLimitMs = 2_000;
const answerLimitMs = 500;
/** Pause before Redis is tried again after a failure. */
const pauseMs = 1_000;

/** A Redis connection that may fail at any time: no caller waits long for it or fails with it. */
export interface RedisConnection {
  /** Returns the result of `command`, or that of `otherwise` while Redis does not respond. */
  ask<Answer>(
    command: (client: RedisClient) => Promise<Answer>,
    otherwise: () => Answer | Promise<Answer>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Connects to `url` and reconnects. An absent Redis is logged once, tried every second, and logged
 * when back.
 */
export async function openRedisConnection({
  url,
  log,
}: {
  url: string;
  log: FastifyBaseLogger;
}): Promise<RedisConnection> {
  const client: RedisClient = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectLimitMs, reconnectStrategy: () => pauseMs },
  });
  let working = true;
  let trying = false;
  let pausedUntilMs = 0;
  const fail = (error: unknown) => {
    pausedUntilMs = performance.now() + pauseMs;
    if (working)
      log.warn(
        { err: error },
        'Redis does not respond; this process counts limits itself and caches nothing',
      );
    working = false;
  };
  const succeed = () => {
    if (!working) log.info('Redis responds again');
    working = true;
  };
  client.on('error', fail);
  const connected = client.connect().then(succeed, fail);
  await Promise.race([connected, delay(connectLimitMs)]);

  return {
    async ask(command, otherwise) {
      // While Redis fails, one request at a time tries it again; the others do not wait.
      if (!client.isReady || (!working && (trying || performance.now() < pausedUntilMs)))
        return otherwise();
      trying = true;
      try {
        const answer = await withinLimit(command(client));
        succeed();
        return answer;
      } catch (error) {
        fail(error);
        return otherwise();
      } finally {
        trying = false;
      }
    },
    async close() {
      client.destroy();
      await connected;
    },
  };
}

/** The outcome of one attempt to use Redis, with the error of one that failed. */
type RedisAttempt = { outcome: 'answers' } | { outcome: 'refused' | 'unreachable'; error: unknown };

/** Connects once, signs in and asks for a sign of life. Does not throw. */
export async function tryRedis(url: string): Promise<RedisAttempt> {
  const client = createClient({
    url,
    socket: { connectTimeout: connectLimitMs, reconnectStrategy: false },
  });
  // The failure is that of `connect`.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return { outcome: 'answers' };
  } catch (error) {
    return { outcome: error instanceof ErrorReply ? 'refused' : 'unreachable', error };
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/**
 * Bounds the wait for a response. The client's own limit covers only the write, so a Redis that
 * hangs would block.
 */
async function withinLimit<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const ended = new AbortController();
  const limit = delay(answerLimitMs, undefined, { signal: ended.signal }).then(
    () => {
      throw new Error(`Redis did not answer within ${answerLimitMs} ms`);
    },
    () => answer,
  );
  try {
    return await Promise.race([answer, limit]);
  } finally {
    ended.abort();
  }
}
