import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { createId } from '@ecp/database/create-id';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import { type RawRequest, sendRaw } from '../../../testing/hostile/raw-request.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createMemoryRateLimiter } from '../limits/rate-limiter.ts';

// Checks run in the order of ERR-7: authentication, rate limit, role and scope, subscription,
// existence, body, plan limit, state. Each test sends a request with several faults and mends the
// first one until only the last is left.

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

const endpointOf = (name: string): Endpoint => {
  const found = allEndpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`There is no endpoint ${name}`);
  return found;
};

interface Wrongs {
  credentials?: Record<string, string>;
  engagement?: string;
  /** Sent instead of the valid body. */
  body?: string;
}

async function answerOf(
  name: string,
  { credentials = {}, engagement, body }: Wrongs,
): Promise<string> {
  const ids = { ...tenant.ids, ...(engagement === undefined ? {} : { engagement }) };
  const { method, path, body: good } = exampleRequest(endpointOf(name), ids);
  const text = body ?? (good && JSON.stringify(good));
  const headers: RawRequest['headers'] = Object.entries(credentials);
  if (text !== undefined) headers.push(['content-type', 'application/json']);
  const answer = await sendRaw(platform, {
    method,
    path,
    headers,
    body: text === undefined ? undefined : Buffer.from(text),
  });
  return answer.status < 400
    ? String(answer.status)
    : `${answer.status} ${JSON.parse(answer.text).code}`;
}

/**
 * Makes every further request of the tier exceed its rate limit, until undone or until the test
 * ends.
 */
function exhaustRates(): () => void {
  const { services } = platform;
  const { rateLimiter } = services;
  services.rateLimiter = {
    ...createMemoryRateLimiter(),
    hit: async () => ({ allowed: false, remaining: 0, resetSeconds: 7 }),
  };
  const allow = () => {
    services.rateLimiter = rateLimiter;
  };
  onTestFinished(allow);
  return allow;
}
const endSubscription = () =>
  platform.asSuperuser(
    `update platform.subscriptions set status = 'canceled' where tenant_id = $1`,
    [tenant.tenantId],
  );
const renewSubscription = () =>
  platform.asSuperuser(`update platform.subscriptions set status = 'active' where tenant_id = $1`, [
    tenant.tenantId,
  ]);
const setStatus = (engagement: string, status: string) =>
  platform.asSuperuser('update platform.engagements set status = $2 where id = $1', [
    engagement,
    status,
  ]);

describe('a request with several faults', () => {
  // ERR-7
  test('authentication, then the rate limit, then the role, then the subscription, then the body', async () => {
    const { sessions } = tenant;
    await endSubscription();
    const allow = exhaustRates();
    const body = '{"name": broken';
    expect(await answerOf('createEngagement', { body })).toBe('401 authentication_required');
    expect(
      await answerOf('createEngagement', { body, credentials: { authorization: 'Bearer x' } }),
    ).toBe('401 invalid_api_key');
    expect(await answerOf('createEngagement', { body, credentials: sessions.viewer })).toBe(
      '429 rate_limited',
    );
    allow();
    expect(await answerOf('createEngagement', { body, credentials: sessions.viewer })).toBe(
      '403 write_access_required',
    );
    expect(await answerOf('createEngagement', { body, credentials: sessions.member })).toBe(
      '403 subscription_required',
    );
    await renewSubscription();
    expect(await answerOf('createEngagement', { body, credentials: sessions.member })).toBe(
      '400 invalid_json',
    );
  });

  // ACS-12, ERR-7, REV-11, REV-12
  test('the subscription before existence, existence before state', async () => {
    const { member: credentials } = tenant.sessions;
    const engagement = createId();
    await endSubscription();
    await setStatus(tenant.ids.engagement, 'running');
    for (const name of ['startRun', 'rerunDeliverable', 'rerunStale', 'writeSynthesis']) {
      expect(await answerOf(name, { credentials, engagement })).toBe('403 subscription_required');
      await renewSubscription();
      expect(await answerOf(name, { credentials, engagement })).toBe('404 not_found');
      expect(await answerOf(name, { credentials })).toBe('409 already_running');
      await endSubscription();
    }
    await renewSubscription();
  });

  // ERR-7
  test('existence before the body, the body before the state', async () => {
    const { member: credentials } = tenant.sessions;
    await setStatus(tenant.ids.engagement, 'running');
    const wrongs = { credentials, body: '{"name": 7, "budget": -1}' };
    expect(await answerOf('updateEngagement', { ...wrongs, engagement: createId() })).toBe(
      '404 not_found',
    );
    expect(await answerOf('updateEngagement', wrongs)).toBe('400 invalid_request');
    expect(await answerOf('updateEngagement', { credentials })).toBe('409 engagement_locked');
  });

  // ERR-7
  test('the body before the plan’s limit', async () => {
    const { member: credentials } = tenant.sessions;
    await platform.asSuperuser(`update platform.tenants set plan = 'starter' where id = $1`, [
      tenant.tenantId,
    ]);
    await platform.asSuperuser(
      `insert into platform.monthly_usage (tenant_id, month, engagements_created)
        values ($1, date_trunc('month', now() at time zone 'UTC'), 5)`,
      [tenant.tenantId],
    );
    expect(await answerOf('createEngagement', { credentials, body: '{"name": 7}' })).toBe(
      '400 engagement_fields_required',
    );
    expect(await answerOf('createEngagement', { credentials })).toBe(
      '403 engagement_limit_reached',
    );
  });
});

describe('a refused request to each endpoint', () => {
  const guarded = allEndpoints
    .filter(({ credentials }) => credentials !== 'none')
    .map(({ name }) => name);
  const large = `{"a": "${'x'.repeat(5 * 1024 * 1024)}`;
  test.each(guarded)(
    '%s reads nothing of a stranger’s request, however wrong or large it is',
    async (name) => {
      const allow = exhaustRates();
      const { method } = endpointOf(name);
      // Credentials are read before the endpoint is known, so one in forty endpoints gets the
      // largest body.
      const body = guarded.indexOf(name) % 40 === 0 ? large : large.slice(0, 100);
      const wrongs = { engagement: '%00', ...(method === 'GET' ? {} : { body }) };
      expect(await answerOf(name, wrongs)).toBe('401 authentication_required');
      allow();
    },
  );

  test.each(
    allEndpoints
      .filter(({ body, engagementMissing }) => body && engagementMissing)
      .map(({ name }) => name),
  )('%s reports a missing engagement before a wrong body', async (name) => {
    const wrongs = { credentials: tenant.sessions.owner, engagement: createId() };
    for (const body of ['{', '[]', '"\\u0000"', ''])
      expect(await answerOf(name, { ...wrongs, body })).toBe('404 not_found');
  });
});
