import { Writable } from 'node:stream';
import { pollUntil } from '@ecp/testing/poll-until';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startRedis } from '../../testing/servers/start-redis.ts';
import { openRedisConnection } from './redis-connection.ts';

const server = await startRedis();
afterAll(() => server?.stop());

function openLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: pino({ level: 'info' }, sink) };
}
const messages = (lines: string[]) => lines.map((line) => JSON.parse(line).msg);
const wentDown = 'Redis does not respond; this process counts limits itself and caches nothing';
const cameBack = 'Redis responds again';

// SET-7
test('a start without Redis succeeds, logs it once, and never waits for Redis again', async () => {
  const { lines, log } = openLog();
  const link = await openRedisConnection({ url: 'redis://user:planted-password@127.0.0.1:1', log });
  for (let i = 0; i < 5; i++) {
    expect(
      await link.ask(
        async (client) => client.ping(),
        () => 'alone',
      ),
    ).toBe('alone');
  }
  expect(messages(lines)).toEqual([wentDown]);
  expect(lines.join()).not.toContain('planted-password');
  await link.close();
});

test.runIf(server)(
  'each time Redis stops, returns, hangs or resumes is logged once, and no request waits or fails',
  async () => {
    if (!server) return;
    const { lines, log } = openLog();
    const link = await openRedisConnection({ url: server.url, log });
    const ask = () =>
      link.ask(
        async (client) => client.ping(),
        () => 'alone',
      );
    const askUntil = (answer: string) => pollUntil(ask, (given) => given === answer);
    expect(await ask()).toBe('PONG');
    await server.stop();
    await askUntil('alone');
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill('alone'));
    await server.start();
    await askUntil('PONG');
    expect(messages(lines)).toEqual([wentDown, cameBack]);
    server.pause();
    expect(await ask()).toBe('alone');
    server.resume();
    await askUntil('PONG');
    expect(messages(lines)).toEqual([wentDown, cameBack, wentDown, cameBack]);
    await link.close();
  },
);
