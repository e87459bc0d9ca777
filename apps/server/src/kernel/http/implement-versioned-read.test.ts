import type { Database } from '@ecp/database/database';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertComment } from '../../../testing/comments/insert-comment.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createMemoryRateLimiter } from '../limits/rate-limiter.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let engagement: string;
let key: Credentials;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
  engagement = await tenant.addEngagement();
  key = (await tenant.addKey()).credentials;
});
afterAll(() => platform.close());

const read = (credentials: Credentials, path = `/api/engagements/${engagement}`) =>
  sendRequest(platform, { method: 'GET', path, body: undefined }, credentials);
const detail = async () => {
  const { status, text, headers } = await read(key);
  expect(status).toBe(200);
  return { etag: headers.get('etag') ?? '', text };
};
const change = (text: string, values: unknown[] = [engagement]) =>
  platform.asSuperuser(text, values);

// REQ-11
test('a session and a key get the same ETag and body, and the second body is not read again', async () => {
  const first = await read(key);
  const { database } = platform.services;
  let reads = 0;
  const counted: Database = {
    ...database,
    seenBy: () => counted,
    batchTenant: (...given) => {
      reads += 1;
      return database.batchTenant(...given);
    },
  };
  platform.services.database = counted;
  try {
    const again = await read(key);
    expect([again.text, again.headers.get('etag')]).toEqual([
      first.text,
      first.headers.get('etag'),
    ]);
    const conditional = await read({ ...key, 'if-none-match': first.headers.get('etag') ?? '' });
    expect([conditional.status, conditional.text]).toEqual([304, '']);
    // Only the version of each request counts.
    expect(reads).toBe(2);
  } finally {
    platform.services.database = database;
  }
  const person = await read(tenant.sessions.viewer);
  expect([person.text, person.headers.get('etag')]).toEqual([
    first.text,
    first.headers.get('etag'),
  ]);
});

// REQ-11
test('requests of one key at the same moment share searches, and none gets a state older than when it was sent', async () => {
  const { database, access } = platform.services;
  const { batchSystem } = database;
  const { findKeyPrincipal } = access;
  let searches = 0;
  let arrived = 0;
  access.findKeyPrincipal = (...given) => {
    arrived += 1;
    return findKeyPrincipal(...given);
  };
  database.batchSystem = async (...given) => {
    searches += 1;
    await pollUntil(
      () => arrived,
      (count) => count >= shown.length,
    );
    return batchSystem(...given);
  };
  const seen = async (brief: string) => ({
    brief,
    shown: JSON.parse((await detail()).text).brief as string,
  });
  const shown: Promise<{ brief: string; shown: string }>[] = [];
  try {
    for (const brief of ['First', 'Second', 'Third']) {
      await change('update platform.engagements set brief = $2 where id = $1', [engagement, brief]);
      shown.push(...Array.from({ length: 8 }, () => seen(brief)));
    }
    const order = ['First', 'Second', 'Third'];
    for (const one of await Promise.all(shown))
      expect(order.slice(order.indexOf(one.brief))).toContain(one.shown);
    expect(searches).toBeLessThan(shown.length);
  } finally {
    Object.assign(database, { batchSystem });
    Object.assign(access, { findKeyPrincipal });
  }
});

// REQ-11
describe('the ETag of an engagement changes with', () => {
  const owner = () =>
    change(`update platform.engagements set owner_id = $2 where id = $1`, [
      engagement,
      tenant.userId,
    ]);
  const changes: [string, () => Promise<unknown>][] = [
    [
      'the engagement',
      () => change(`update platform.engagements set brief = brief || '.' where id = $1`),
    ],
    ['its owner', owner],
    [
      'the name of its owner',
      () => change(`update platform.users set name = 'Ada' where id = $1`, [tenant.userId]),
    ],
    [
      'the address of its owner',
      () => change(`update platform.users set name = null where id = $1`, [tenant.userId]),
    ],
    [
      'a review',
      () =>
        change(
          `update platform.deliverables set approval_status = 'approved' where engagement_id = $1`,
        ),
    ],
    [
      'the cost of a run',
      () => change(`update platform.runs set cost_nano_usd = 7 where engagement_id = $1`),
    ],
    [
      'a failure',
      () =>
        change(
          `with failed as (update platform.runs set status = 'failed' where engagement_id = $1)
          update platform.engagements set status = 'failed' where id = $1`,
        ),
    ],
    ['a question', () => tenant.addQuestion(engagement)],
    [
      'the end of a question',
      () => change(`delete from platform.questions where engagement_id = $1`),
    ],
    ['a comment', () => tenant.addComment(engagement)],
    [
      'the end of a comment',
      () => change(`delete from platform.comments where engagement_id = $1`),
    ],
    [
      'a version that appears',
      () =>
        change(
          `insert into platform.deliverables (id, tenant_id, engagement_id, filename, content, version, word_count)
          values ('later-' || $1, $2, $1, 'later.md', '# Later', 1, 2)`,
          [engagement, tenant.tenantId],
        ),
    ],
    [
      'a version that disappears',
      () => change(`delete from platform.deliverables where id = 'later-' || $1`),
    ],
  ];
  test.each(changes)('%s, and so does the body', async (_what, apply) => {
    const before = await detail();
    await apply();
    const after = await detail();
    expect(after.text).not.toBe(before.text);
    expect(after.etag).not.toBe(before.etag);
    expect((await read({ ...key, 'if-none-match': before.etag })).text).toBe(after.text);
  });
});

// REQ-11
test('a 304 confirms only a body that is current, however reads and changes fall together', async () => {
  const bodies = new Map<string, Set<string>>();
  const { tenantId, marker } = tenant;
  // The counts return to what they were, and the ETag with them.
  const changing = (async () => {
    for (let round = 0; round < 30; round += 1) {
      const commentId = await insertComment(platform, {
        tenantId,
        engagementId: engagement,
        marker,
      });
      await change('delete from platform.comments where id = $1', [commentId]);
      if (round % 10 === 9)
        await change('update platform.runs set steps = steps + 1 where engagement_id = $1');
    }
  })();
  const reading = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 30; round += 1) {
      platform.services.encodedBodies.forget(tenantId);
      const { etag, text } = await detail();
      bodies.set(etag, (bodies.get(etag) ?? new Set()).add(text));
    }
  });
  await Promise.all([changing, ...reading]);
  const current = await detail();
  bodies.set(current.etag, (bodies.get(current.etag) ?? new Set()).add(current.text));
  expect(bodies.size).toBeGreaterThan(2);
  for (const [etag, texts] of bodies) {
    const { status } = await read({ ...key, 'if-none-match': etag });
    if (status === 304) expect([...texts]).toEqual([current.text]);
  }
});

// REQ-11, ERR-7
describe('who is refused gets neither body nor ETag:', () => {
  const refused = async (credentials: Credentials, path?: string) => {
    const answer = await read({ ...credentials, 'if-none-match': '*' }, path);
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.text).not.toContain(tenant.marker);
    return outcome(answer);
  };
  test('a revoked key, an unknown key and nobody', async () => {
    const { id, credentials } = await tenant.addKey();
    expect(outcome(await read(credentials))).toBe('200');
    await change('update platform.api_keys set revoked_at = now() where id = $1', [id]);
    expect(await refused(credentials)).toBe('401 invalid_api_key');
    expect(await refused({ authorization: 'Bearer svc_live_unknown' })).toBe('401 invalid_api_key');
    expect(
      await refused({ authorization: 'Bearer svc_live_unknown' }, '/api/engagements/%00'),
    ).toBe('401 invalid_api_key');
    expect(await refused({})).toBe('401 authentication_required');
  });
  test('a key of another tenant', async () => {
    const stranger = await createPopulatedTenant(platform);
    expect(await refused((await stranger.addKey()).credentials)).toBe('404 not_found');
    expect(
      (await read((await stranger.addKey()).credentials, '/api/engagements')).text,
    ).not.toContain(tenant.marker);
  });
  test('a key of another engagement', async () => {
    const { credentials } = await tenant.addKey({ engagementId: await tenant.addEngagement() });
    expect(await refused(credentials)).toBe('403 key_restricted');
  });
  test('a key beyond its rate limit', async () => {
    const { services } = platform;
    const { rateLimits } = services.config;
    services.config.rateLimits = { ...rateLimits, api: 1 };
    services.rateLimiter = createMemoryRateLimiter();
    try {
      expect(outcome(await read(key))).toBe('200');
      expect(await refused(key)).toBe('429 rate_limited');
    } finally {
      services.config.rateLimits = rateLimits;
      services.rateLimiter = createMemoryRateLimiter();
    }
  });
});

// REQ-11
test('the text of an erased engagement cannot be reached, and the tag of another tenant’s list confirms nothing', async () => {
  const erased = await tenant.addEngagement();
  const path = `/api/engagements/${erased}`;
  const etag = (await read(key, path)).headers.get('etag') ?? '';
  await change('delete from platform.engagements where id = $1', [erased]);
  expect(outcome(await read({ ...key, 'if-none-match': etag }, path))).toBe('404 not_found');
  const stranger = await createPopulatedTenant(platform);
  const theirs = (await stranger.addKey()).credentials;
  await change('update platform.list_versions set version = 1000 where tenant_id = any($1)', [
    [tenant.tenantId, stranger.tenantId],
  ]);
  const mine = (await read(key, '/api/engagements')).headers.get('etag') ?? '';
  expect((await read({ ...theirs, 'if-none-match': mine }, '/api/engagements')).status).toBe(200);
});
