import type { Engagement } from '@ecp/contract/work/engagements';
import { insertEngagement } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const list = async (query = '', from = tenant) => {
  const { status, body, headers } = await from.owner.get<Engagement[]>(`/api/engagements${query}`);
  expect(status).toBe(200);
  const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return {
    body,
    names: body.map(({ name }) => name),
    next: next === undefined ? undefined : new URL(next),
  };
};
const addTo = (owner: KeyedTenant, fields: Parameters<typeof insertEngagement>[2]) =>
  insertEngagement(platform.database, owner.tenantId, fields);

describe('list engagements', () => {
  // ENG-16, ENG-17
  test('pages have neither gaps nor duplicates when all were created at the same moment', async () => {
    const own = await createKeyedTenant(platform);
    const createdAt = new Date();
    const ids = await Promise.all(Array.from({ length: 25 }, () => addTo(own, { createdAt })));
    const seen: string[] = [];
    let query = '?limit=4';
    for (let pages = 1; query; pages += 1) {
      expect(pages).toBeLessThanOrEqual(7);
      const { body, next } = await list(query, own);
      seen.push(...body.map(({ id }) => id));
      expect(next?.pathname ?? '/api/engagements').toBe('/api/engagements');
      query = next?.search ?? '';
      // An engagement created meanwhile is newer, so no later page shows it.
      if (pages === 3)
        await addTo(own, { name: 'Meanwhile', createdAt: new Date(Date.now() + 1000) });
    }
    expect(seen).toEqual(ids.toSorted().reverse());
  });

  test('cursors are exact to the microsecond', async () => {
    const own = await createKeyedTenant(platform);
    const ids = await Promise.all(Array.from({ length: 6 }, () => addTo(own, {})));
    for (const [index, id] of ids.entries()) {
      await platform.asSuperuser(
        `update platform.engagements set created_at = '2026-01-01T00:00:00Z'::timestamptz + $2 * interval '1 microsecond'
         where id = $1`,
        [id, index * 3],
      );
    }
    const first = await list('?limit=4', own);
    const second = await list(first.next?.search, own);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids.reverse());
    expect(second.next).toBeUndefined();
  });

  test('a page of large engagements is short, and the next pages have the rest', async () => {
    const own = await createKeyedTenant(platform);
    const createdAt = new Date();
    const ids = await Promise.all(Array.from({ length: 5 }, () => addTo(own, { createdAt })));
    const padding = 'x'.repeat(1_500_000);
    await platform.asSuperuser(
      `update platform.engagements set tasks = json_build_array(json_build_object('id', 't', 'name', 'T', 'padding', $2::text))
        where id = any($1)`,
      [ids, padding],
    );
    const first = await list('', own);
    const second = await list(first.next?.search, own);
    expect([first.body.length, second.body.length, second.next]).toEqual([3, 2, undefined]);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids.toSorted().reverse());
    expect(first.body[0]?.tasks).toEqual([{ id: 't', name: 'T', padding }]);
  });

  // ENG-1, ENG-12, ENG-16
  test('the list shows each engagement as it shows it alone, whatever its texts contain', async () => {
    const own = await createKeyedTenant(platform);
    const odd = '"tasks":null, $& \\" \u2028 Größe 😀';
    const tasks = [{ id: 't', name: odd, description: odd, own: { deep: [null, 1.5, odd] } }];
    const texts = { name: odd, client: odd, brief: odd, tasks };
    await addTo(own, { ...texts, createdAt: new Date('2026-01-02T03:04:05Z') });
    await addTo(own, {
      ...texts,
      createdAt: new Date('2026-01-02T03:04:05.67Z'),
      archivedAt: new Date(1),
    });
    await addTo(own, { tasks: [] });
    await platform.asSuperuser(
      `update platform.engagements set owner_id = $2, due_date = '2026-03-01' where tenant_id = $1`,
      [own.tenantId, (await own.owner.get<{ user: { id: string } }>('/api/me')).body.user.id],
    );
    const { body } = await list('?include_archived=true', own);
    expect(body.map(({ createdAt }) => createdAt).slice(1)).toEqual([
      '2026-01-02T03:04:05.670Z',
      '2026-01-02T03:04:05.000Z',
    ]);
    for (const listed of body) {
      const { runs, deliverables, waiting, ...alone } = (
        await own.owner.get<Record<string, unknown>>(`/api/engagements/${listed.id}`)
      ).body;
      expect([runs, deliverables, waiting]).toBeTruthy();
      expect(listed).toEqual(alone);
      expect(listed.owner).not.toBeNull();
    }
  });

  test('an exactly full last page has no next cursor', async () => {
    const own = await createKeyedTenant(platform);
    await addTo(own, {});
    await addTo(own, {});
    expect((await list('?limit=2', own)).next).toBeUndefined();
    expect((await list('?limit=1', own)).next?.searchParams.get('limit')).toBe('1');
  });

  // ENG-16, ENG-17
  test('a page has 200 engagements by default', async () => {
    const own = await createKeyedTenant(platform);
    await Promise.all(Array.from({ length: 201 }, () => addTo(own, {})));
    const { body, next } = await list('', own);
    expect(body).toHaveLength(200);
    expect((await list(next?.search, own)).body).toHaveLength(1);
  });

  // ENG-17
  test('status, q and include_archived filter the list and its next pages', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await addTo(tenant, {
      name: 'Alpha 100%',
      client: 'Nordwind',
      status: 'completed',
      createdAt: at(1),
    });
    await addTo(tenant, { name: 'Beta_1', client: 'ÄPFEL GmbH', createdAt: at(2) });
    await addTo(tenant, { name: 'Gamma', client: 'back\\slash', createdAt: at(3) });
    await addTo(tenant, { name: 'Old', client: 'Zürich', archivedAt: at(5), createdAt: at(4) });
    expect((await list()).names).toEqual(['Gamma', 'Beta_1', 'Alpha 100%']);
    expect((await list('?include_archived=true')).names).toEqual([
      'Old',
      'Gamma',
      'Beta_1',
      'Alpha 100%',
    ]);
    expect((await list('?status=completed')).names).toEqual(['Alpha 100%']);
    for (const [q, names] of [
      ['NORDW', ['Alpha 100%']],
      ['äpfel', ['Beta_1']],
      ['%', ['Alpha 100%']],
      ['a_1', ['Beta_1']],
      ['k\\s', ['Gamma']],
      ['GAMMA', ['Gamma']],
      ["'; drop table platform.engagements; --", []],
    ] as const) {
      expect((await list(`?q=${encodeURIComponent(q)}`)).names).toEqual(names);
    }
    const { names, next } = await list('?limit=1&status=pending&q=a&include_archived=true');
    expect(names).toEqual(['Gamma']);
    expect((await list(next?.search)).names).toEqual(['Beta_1']);
  });

  // ENG-17
  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'status=done',
    'include_archived=perhaps',
    'cursor=',
  ])('refuses ?%s', async (query) => {
    const answer = await tenant.owner.get(`/api/engagements?${query}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Invalid request', code: 'invalid_request' },
    });
  });

  test.each([
    'x',
    '!!!',
    'MS4yLjM',
    Buffer.from('1.a b').toString('base64url'),
    Buffer.from('-1.a').toString('base64'),
  ])('refuses the cursor %s', async (cursor) => {
    const answer = await tenant.owner.get(`/api/engagements?cursor=${encodeURIComponent(cursor)}`);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        details: [{ path: '/cursor', message: 'is not a cursor of this list' }],
      },
    });
  });

  test('the greatest possible cursor is harmless', async () => {
    const cursor = Buffer.from('99999999999999999.zzz').toString('base64url');
    expect((await list(`?cursor=${cursor}`)).names).toHaveLength(3);
  });

  test('answers 304 to a client that has the page, until something changes', async () => {
    const first = await tenant.owner.get('/api/engagements');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await tenant.owner.get('/api/engagements', { headers })).status).toBe(304);
    await addTo(tenant, {});
    expect((await tenant.owner.get('/api/engagements', { headers })).status).toBe(200);
  });
});
