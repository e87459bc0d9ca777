import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { outcome, type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createMemoryRateLimiter } from '../limits/rate-limiter.ts';

let platform: TestPlatform;
let nowMs = 0;
let tenant: PopulatedTenant;
let usualLimits: TestPlatform['services']['config']['rateLimits'];
beforeAll(async () => {
  platform = await shareTestPlatform();
  usualLimits = platform.services.config.rateLimits;
  tenant = await createPopulatedTenant(platform);
});
afterEach(() => {
  platform.services.config.rateLimits = usualLimits;
  platform.services.rateLimiter = createMemoryRateLimiter();
});
afterAll(() => platform.close());

/** Sets the limits and resets all counts. */
function limit(tiers: { api?: number; engine?: number }): void {
  platform.services.config.rateLimits = { api: 1_000, engine: 1_000, billing: 1_000, ...tiers };
  platform.services.rateLimiter = createMemoryRateLimiter(() => nowMs);
}
const get = (credentials: Credentials, path = '/api/me') =>
  sendRequest(platform, { method: 'GET', path, body: undefined }, credentials);
const start = async (credentials: Credentials, engagement?: string) =>
  sendRequest(
    platform,
    {
      method: 'POST',
      path: `/api/engagements/${engagement ?? (await tenant.addEngagement())}/run`,
      body: undefined,
    },
    credentials,
  );
const limitsOf = ({ headers }: SentAnswer) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
  headers.get('retry-after'),
];

// LIM-8, LIM-11, LIM-12, ERR-13
test('counts down, refuses with Retry-After, and lets the window slide', async () => {
  limit({ api: 2 });
  const { viewer } = tenant.sessions;
  expect(limitsOf(await get(viewer))).toEqual(['"api";q=2;w=60', '"api";r=1;t=60', null]);
  nowMs += 20_000;
  expect(limitsOf(await get(viewer))).toEqual(['"api";q=2;w=60', '"api";r=0;t=40', null]);
  nowMs += 10_500;
  const refused = await get(viewer);
  expect(limitsOf(refused)).toEqual(['"api";q=2;w=60', '"api";r=0;t=30', '30']);
  expect(refused.status).toBe(429);
  expect(refused.json).toEqual({
    error: 'Too many requests. Try again in 30 seconds.',
    code: 'rate_limited',
    requestId: expect.any(String),
    values: { seconds: 30 },
  });
  // Refused requests do not count, and each accepted one leaves the window separately.
  nowMs += 29_600;
  expect(outcome(await get(viewer))).toBe('200');
  expect(outcome(await get(viewer))).toBe('429 rate_limited');
  nowMs += 20_000;
  expect(outcome(await get(viewer))).toBe('200');
});

// LIM-9
test('the sessions of a tenant share one count; each key has its own; other tenants are unaffected', async () => {
  const [one, other] = [await tenant.addKey(), await tenant.addKey()];
  const stranger = await createPopulatedTenant(platform);
  limit({ api: 1 });
  expect(outcome(await get(tenant.sessions.owner))).toBe('200');
  expect(outcome(await get(tenant.sessions.viewer))).toBe('429 rate_limited');
  expect(outcome(await get(one.credentials))).toBe('200');
  expect(outcome(await get(one.credentials))).toBe('429 rate_limited');
  expect(outcome(await get(other.credentials))).toBe('200');
  expect(outcome(await get(stranger.sessions.owner))).toBe('200');
});

// LIM-7
test('the tiers are counted separately: starts and reruns in one, all other requests in another', async () => {
  limit({ engine: 2 });
  const { owner } = tenant.sessions;
  const first = await start(owner);
  expect(first.headers.get('ratelimit-policy')).toBe('"engine";q=2;w=60');
  expect(first.status).toBe(200);
  const engagement = await tenant.addEngagement();
  const path = `/api/engagements/${engagement}/deliverables/${tenant.marker}.md/rerun`;
  expect(
    outcome(await sendRequest(platform, { method: 'POST', path, body: undefined }, owner)),
  ).toBe('200');
  expect(outcome(await start(owner))).toBe('429 rate_limited');
  expect(outcome(await get(owner))).toBe('200');
  limit({ api: 1 });
  await get(owner);
  expect(outcome(await get(owner))).toBe('429 rate_limited');
  expect(outcome(await start(owner))).toBe('200');
});

test('a refused start starts nothing', async () => {
  limit({ engine: 1 });
  const { owner } = tenant.sessions;
  await start(owner);
  const engagement = await tenant.addEngagement();
  expect(outcome(await start(owner, engagement))).toBe('429 rate_limited');
  const detail = await get(owner, `/api/engagements/${engagement}`);
  expect(detail.json).toMatchObject({ status: 'completed', runs: [{ status: 'completed' }] });
});

test('without credentials the address is counted, and a forwarded address is ignored', async () => {
  limit({ api: 2 });
  const ask = (address: string) => get({ 'x-forwarded-for': address }, '/api/health');
  expect(
    [await ask('192.0.2.1'), await ask('192.0.2.2'), await ask('192.0.2.3')].map(outcome),
  ).toEqual(['200', '200', '429 rate_limited']);
  expect(outcome(await get(tenant.sessions.owner))).toBe('200');
});

test('of twenty concurrent requests only the limit is allowed', async () => {
  limit({ api: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(tenant.sessions.owner)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});
