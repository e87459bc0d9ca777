import type { Role } from '@ecp/contract/identity/auth';
import type { IssuedScimToken } from '@ecp/contract/identity/scim';
import type { RunStarted } from '@ecp/contract/work/runs';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDirectory } from '../../../testing/directory.ts';
import { indexAllTexts } from '../../../testing/index-all-texts.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import type { Credentials } from '../../../testing/populated-tenant.ts';
import { outcome } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createWalledTenant, type WalledTenant } from '../../../testing/walled-tenant.ts';

let platform: TestPlatform;
let tenant: WalledTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createWalledTenant(platform);
});

const once = { 'idempotency-key': 'one' };

// WAL-1
test('a request that waits while its sender leaves the wall is refused as for a missing engagement', async () => {
  const { hidden, wall } = tenant;
  const leaving = `with locked as (select from platform.engagements where id = $1 for update)
    update platform.wall_insiders set until = clock_timestamp() from locked where wall_id = $2`;
  for (const [part, body] of [
    ['comments', { body: 'Hello' }],
    ['plan', undefined],
    ['run', undefined],
  ] as const) {
    const { answer } = await holdLocks(platform, [leaving, hidden, wall], async () => {
      const sent = tenant.ask('member', 'POST', `/api/engagements/${hidden}/${part}`, body);
      await pollLockWaits(platform, 1);
      return { answer: sent };
    });
    const unknown = await tenant.ask('member', 'POST', `/api/engagements/unknown/${part}`, body);
    expect(outcome(await answer), part).toBe(outcome(unknown));
    await tenant.join('member');
  }
});

describe('a stored answer', () => {
  // WAL-14
  test('is not repeated to who has left the wall, and is again to who comes back', async () => {
    const place = `/api/engagements/${tenant.hidden}`;
    const requests: [path: string, body: object | undefined][] = [
      [`${place}/comments`, { body: 'Hello' }],
      [`${place}/run`, undefined],
    ];
    const { credentials } = await tenant.keyOf('member');
    for (const [caller, key] of [
      ['member' as const, 'session'],
      [credentials, 'key'],
    ] as const) {
      for (const [path, body] of requests) {
        const headers = { 'idempotency-key': `${key} ${path}`.replaceAll(/\W/g, '-') };
        const repeat = () => tenant.ask(caller, 'POST', path, body, headers);
        const first = await repeat();
        expect(first.status).toBeLessThan(300);
        expect((await repeat()).headers.get('idempotency-replayed')).toBe('true');
        await tenant.leave('member');
        const outside = await repeat();
        const unknown = await tenant.ask(
          caller,
          'POST',
          path.replace(tenant.hidden, 'unknown'),
          body,
        );
        expect(outcome(outside)).toBe(outcome(unknown));
        expect(outside.headers.get('idempotency-replayed')).toBeNull();
        await tenant.join('member');
        expect((await repeat()).text).toBe(first.text);
        await platform.asSuperuser(
          `update platform.runs set status = 'completed' where engagement_id = $1`,
          [tenant.hidden],
        );
        await platform.asSuperuser(
          `update platform.engagements set status = 'completed' where id = $1`,
          [tenant.hidden],
        );
      }
    }
  });

  // WAL-14
  test('of a creation is not repeated once what was created is behind a wall, whoever created it', async () => {
    const body = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };
    const create = () => tenant.ask('admin', 'POST', '/api/engagements', body, once);
    const { json } = await create();
    expect((await create()).headers.get('idempotency-replayed')).toBe('true');
    await platform.asSuperuser(
      'insert into platform.wall_engagements (tenant_id, wall_id, engagement_id) values ($1, $2, $3)',
      [tenant.tenantId, tenant.wall, (json as unknown as { id: string }).id],
    );
    const again = await create();
    expect([outcome(again), again.text.includes('Nordic')]).toEqual(['404 not_found', false]);
  });

  // WAL-14
  test('of a new wall is repeated to the admin outside who has put it up', async () => {
    const body = {
      name: 'Harbour',
      engagementIds: [tenant.open],
      memberIds: [tenant.userOf('member').id],
    };
    const putUp = () => tenant.ask('admin', 'POST', '/api/walls', body, once);
    const [first, again] = [await putUp(), await putUp()];
    expect([first.status, again.text]).toEqual([201, first.text]);
  });
});

// WAL-15
test('no tag confirms a body of a hidden engagement, and the tags of lists stay as they are', async () => {
  const paths = [
    '',
    '/activity',
    '/comments',
    '/deliverables',
    `/deliverables/${tenant.marker}.md`,
    '/run-status',
    '/attachments',
  ].map((path) => `/api/engagements/${tenant.hidden}${path}`);
  const tags = await Promise.all(
    paths.map(async (path) => (await tenant.ask('member', 'GET', path)).headers.get('etag')),
  );
  expect(tags.filter((tag) => tag !== null).length).toBeGreaterThan(3);
  const lists = [
    '/api/engagements',
    '/api/engagement-summaries',
    '/api/questions',
    '/api/notices',
    '/api/queue',
  ];
  const read = (role: Role) =>
    Promise.all(
      lists.map(async (path) => (await tenant.ask(role, 'GET', path)).headers.get('etag')),
    );
  const before = await read('admin');
  const place = `/api/engagements/${tenant.hidden}`;
  await tenant.ask('member', 'PATCH', place, { name: 'Nightingale' });
  await tenant.ask('member', 'POST', `${place}/deliverables/${tenant.marker}.md/review`, {
    action: 'approve',
  });
  expect(await read('admin')).toEqual(before);
  await tenant.leave('member');
  for (const [index, path] of paths.entries()) {
    const answers = [
      await tenant.ask('member', 'GET', path, undefined, { 'if-none-match': tags[index] ?? '*' }),
      await tenant.ask('member', 'GET', path, undefined, { 'if-none-match': '*' }),
    ];
    for (const answer of answers) expect([path, answer.status]).toEqual([path, 404]);
  }
});

describe('the stream of a hidden engagement', () => {
  async function open(as: Credentials) {
    const response = await fetch(`${platform.baseUrl}/api/engagements/${tenant.hidden}/stream`, {
      headers: as,
    });
    expect(response.status).toBe(200);
    return response;
  }

  // WAL-16
  test('ends for who leaves the wall, also by a key, and goes on for others', async () => {
    await tenant.join('admin');
    const { credentials } = await tenant.keyOf('member');
    const { json } = await tenant.ask('member', 'POST', `/api/engagements/${tenant.hidden}/run`);
    const run = await platform.engine.waitForRun((json as unknown as RunStarted).runId);
    const ended = [await open(credentials), await open(tenant.sessions.member)];
    const other = await open(tenant.sessions.admin);
    await tenant.leave('member');
    for (const each of ended) expect(await each.text()).not.toContain('"completed"');
    const refused = await tenant.ask('member', 'GET', `/api/engagements/${tenant.hidden}/stream`);
    expect(outcome(refused)).toBe('404 not_found');
    run.complete();
    expect(await other.text()).toContain('"completed"');
  });

  // WAL-16
  test('ends when the entry of an owner is over, and when a wall is put up', async () => {
    await platform.asSuperuser(
      `insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name, reason, until)
        values ($1, $2, $3, 'Owner', 'The regulator asks', now() + interval '2 seconds')`,
      [tenant.tenantId, tenant.wall, tenant.userOf('owner').id],
    );
    const { json } = await tenant.ask('member', 'POST', `/api/engagements/${tenant.hidden}/run`);
    const owner = await open(tenant.sessions.owner);
    expect(await owner.text()).not.toContain('"completed"');
    const mine = await open(tenant.sessions.member);
    await platform.asSuperuser(
      'insert into platform.walls (id, tenant_id, name) values ($1, $2, $1)',
      [`second-${tenant.wall}`, tenant.tenantId],
    );
    await platform.asSuperuser(
      'insert into platform.wall_engagements (tenant_id, wall_id, engagement_id) values ($1, $2, $3)',
      [tenant.tenantId, `second-${tenant.wall}`, tenant.hidden],
    );
    expect(await mine.text()).not.toContain('"completed"');
    (await platform.engine.waitForRun((json as unknown as RunStarted).runId)).complete();
  });
});

// WAL-19
test('an upload that its sender finishes outside is refused as for a missing engagement, and nothing stays', async () => {
  const place = `/api/engagements/${tenant.hidden}/attachments`;
  const counted = () =>
    platform.asSuperuser(
      'select from platform.attachments where engagement_id = $1 union all select from platform.storage_reservations where tenant_id = $2',
      [tenant.hidden, tenant.tenantId],
    );
  const before = (await counted()).length;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  async function* body() {
    const name = 'Content-Disposition: form-data; name="file"; filename="costs.md"';
    yield Buffer.from(
      `--part\r\n${name}\r\nContent-Type: text/markdown\r\n\r\n${'A crane costs 900.\n'.repeat(10_000)}`,
    );
    await left;
    yield Buffer.from('And a winch 90.\r\n--part--\r\n');
  }
  const sending = fetch(platform.baseUrl + place, {
    method: 'POST',
    headers: { ...tenant.sessions.member, 'content-type': 'multipart/form-data; boundary=part' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  await pollUntil(
    async () => (await counted()).length,
    (count) => count > before,
  );
  await tenant.leave('member');
  leave();
  const answer = await sending;
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'not_found' }),
  ]);
  expect((await counted()).length).toBe(before);
});

describe('what counts', () => {
  // WAL-17
  test('lists, searches, analytics and the health are the same as without what is behind the wall', async () => {
    await tenant.addQuestion(tenant.hidden);
    const paths = [
      '/api/engagements',
      '/api/engagement-summaries',
      '/api/queue',
      '/api/queue/count',
      '/api/questions',
      '/api/notices',
      '/api/insights',
      '/api/analytics',
      '/api/agents',
      '/api/api-keys',
      '/api/library/cards',
      `/api/search?q=${tenant.marker}`,
      `/api/library?q=${tenant.marker}`,
    ];
    await tenant.keyOf('admin', tenant.hidden);
    const health = async () => {
      const { json } = await tenant.ask('admin', 'GET', '/api/admin/health');
      const { activeRuns, totalEngagements, errorsLast24h } = json as unknown as Record<
        string,
        number
      >;
      return { activeRuns, totalEngagements, errorsLast24h };
    };
    const read = (role: Role) =>
      Promise.all(
        paths.map(async (path) => {
          const { status, text } = await tenant.ask(role, 'GET', path);
          return [path, status, text] as const;
        }),
      );
    await indexAllTexts(platform);
    const outside = [await read('admin'), await health()] as const;
    expect(
      outside[0].filter(([, status, text]) => status !== 200 || text.includes(tenant.hidden)),
    ).toEqual([]);
    await platform.asSuperuser('delete from platform.engagements where id = $1', [tenant.hidden]);
    await indexAllTexts(platform);
    expect([await read('admin'), await health()]).toEqual(outside);
  });
});

describe('a key of the engagement', () => {
  // WAL-18
  test('is revoked with its maker, though the admin who removes the maker does not see it', async () => {
    const key = await tenant.keyOf('member', tenant.hidden);
    const { id } = tenant.userOf('member');
    expect((await tenant.ask('admin', 'DELETE', `/api/team/${id}`)).status).toBe(200);
    const { credentials } = key;
    expect(outcome(await tenant.ask(credentials, 'GET', `/api/engagements/${tenant.hidden}`))).toBe(
      '401 invalid_api_key',
    );
  });

  // WAL-18
  test('is revoked with its maker, whom a directory switches off', async () => {
    const key = await tenant.keyOf('member', tenant.hidden);
    const { body } = await tenant.owner.post<IssuedScimToken>('/api/account/scim-tokens', {});
    const directory = connectDirectory(platform.baseUrl, body.token);
    const { id } = tenant.userOf('member');
    const off = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'active', value: false },
    ]);
    expect(off.status).toBe(200);
    const [row] = await platform.asSuperuser<{ revoked: boolean }>(
      'select revoked_at is not null as revoked from platform.api_keys where id = $1',
      [key.id],
    );
    expect(row).toEqual({ revoked: true });
  });

  // WAL-18
  test('sees nothing after an outsider has taken it over', async () => {
    const key = await tenant.keyOf('member', tenant.hidden);
    const { credentials } = key;
    const read = async () =>
      outcome(await tenant.ask(credentials, 'GET', `/api/engagements/${tenant.hidden}`));
    expect(await read()).toBe('200');
    const { id } = tenant.userOf('member');
    expect((await tenant.ask('admin', 'DELETE', `/api/team/${id}?keys=take_over`)).status).toBe(
      200,
    );
    expect(await read()).toBe('404 not_found');
  });
});
