import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { shareTestPlatform } from '../../../testing/start-test-platform.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { countFailure, networkCounters, requireRoom } from '../../identity/credentials/attempts.ts';
import { canonicalEmail } from '../../identity/credentials/email-addresses.ts';
import { type TrustedProxies, toTrustProxy } from '../settings.ts';

describe('TRUST_PROXY', () => {
  test.each([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1, fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('%s is %j', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }).trustedProxies).toEqual(trusted);
  });

  test.each(['true', '-1', '21', '10.0.0.0/33', 'proxy.internal', '10.0.0.1,', '::1/129', '1.2.3'])(
    '%s stops the start',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(`TRUST_PROXY=${text} is not usable`);
    },
  );
});

test.each<[TrustedProxies, string, string]>([
  [0, '203.0.113.7', '127.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [['127.0.0.0/8'], '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [['10.0.0.1'], '203.0.113.7', '127.0.0.1'],
])('behind %j, a caller forwarded for %s is %s', async (trustedProxies, forwardedFor, address) => {
  const app = Fastify({ trustProxy: toTrustProxy(trustedProxies) });
  app.get('/', async ({ ip }) => ip);
  const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
  expect(body).toBe(address);
});

// LIM-15
test('addresses of one IPv6 network share a rate limit and a limit on failed sign-ins', async () => {
  const platform = await shareTestPlatform({ rateLimits: { api: 3, engine: 3, billing: 3 } });
  const { services } = platform;
  const app = await buildApp({ ...services, config: { ...services.config, trustedProxies: 1 } });
  const ask = async (address: string) => {
    const { statusCode } = await app.inject({
      url: '/api/health',
      headers: { 'x-forwarded-for': address },
    });
    return statusCode;
  };
  const ofOneNetwork = [
    '2001:db8:1:2::1',
    '2001:db8:1:2::2',
    '2001:db8:1:2:ffff::1',
    '2001:db8:1:2::3',
  ];
  const statuses: number[] = [];
  for (const address of ofOneNetwork) statuses.push(await ask(address));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await ask('2001:db8:1:3::1')).toBe(200);
  const mapped: number[] = [];
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7', '::ffff:cb00:7107']) {
    mapped.push(await ask(address));
  }
  expect(mapped).toEqual([200, 200, 200, 429]);
  const countersOf = (name: string, address: string) =>
    networkCounters(canonicalEmail(`${name}@example.com`), address);
  const limiter = services.rateLimiter;
  for (let n = 0; n < 50; n++)
    await countFailure(limiter, countersOf(`person-${n}`, `2001:db8:9::${n}`));
  const refusal = requireRoom(limiter, countersOf('nobody', '2001:db8:9::1'));
  await expect(refusal).rejects.toMatchObject({ code: 'rate_limited' });
  await requireRoom(limiter, countersOf('nobody', '2001:db8:a::1'));
  await app.close();
  await platform.close();
});
