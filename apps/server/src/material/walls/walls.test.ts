import type { Wall, WallEntry } from '@ecp/contract/work/walls';
import { waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { insertMember } from '../../../testing/insert-records.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

type Role = 'owner' | 'admin' | 'member' | 'viewer';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let ids: Record<Role, string>;

beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createPopulatedTenant(platform);
  ids = Object.fromEntries(
    await Promise.all(
      (['owner', 'admin', 'member', 'viewer'] as const).map(async (role) => {
        const { json } = await ask(role, 'GET', '/api/me');
        return [role, (json as unknown as { user: { id: string } }).user.id];
      }),
    ),
  ) as Record<Role, string>;
});

const ask = (role: Role, method: string, path: string, body?: object): Promise<SentAnswer> =>
  sendRequest(platform, { method, path, body }, tenant.sessions[role]);
const refusal = ({ status, json }: SentAnswer) => [status, json?.code];
async function putUp(body: Partial<Wall>, by: Role = 'admin'): Promise<Wall> {
  const { status, json } = await ask(by, 'POST', '/api/walls', { name: 'Harbour', ...body });
  expect(status).toBe(201);
  return json as unknown as Wall;
}
const listed = async (role: Role) => {
  const { json } = await ask(role, 'GET', '/api/engagements');
  return (json as unknown as { id: string }[]).map(({ id }) => id);
};
const sees = async (role: Role, engagement: string) => {
  const { status } = await ask(role, 'GET', `/api/engagements/${engagement}`);
  expect((await listed(role)).includes(engagement)).toBe(status === 200);
  return status === 200;
};

const enter = (wallId: string) =>
  ask('owner', 'POST', `/api/walls/${wallId}/enter`, { reason: 'The regulator asks.' });
const becomeMember = (wallId: string, userId: string) =>
  platform.asSuperuser(
    `insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name) values ($1, $2, $3, $3)`,
    [tenant.tenantId, wallId, userId],
  );

describe('a wall', () => {
  // WAL-1, WAL-2
  test('hides its engagements from everybody outside, whatever the role, and shows them to members', async () => {
    const hidden = await tenant.addEngagement();
    const open = await tenant.addEngagement();
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    expect(wall).toEqual({
      id: expect.any(String),
      name: 'Harbour',
      engagementIds: [hidden],
      memberIds: [ids.member],
      excludes: [],
      createdAt: expect.any(String),
    });
    expect(await sees('member', hidden)).toBe(true);
    for (const role of ['owner', 'admin', 'viewer'] as const) {
      expect(await sees(role, hidden)).toBe(false);
      expect(await sees(role, open)).toBe(true);
      const missing = await ask(role, 'GET', '/api/engagements/unknown');
      const behind = await ask(role, 'GET', `/api/engagements/${hidden}`);
      expect(refusal(behind)).toEqual(refusal(missing));
    }
  });

  // WAL-1
  test('hides them from keys of makers outside, also from a key of the engagement', async () => {
    const hidden = await tenant.addEngagement();
    const [wide, bound] = [await tenant.addKey(), await tenant.addKey({ engagementId: hidden })];
    const read = async ({ credentials }: { credentials: Record<string, string> }) =>
      (
        await sendRequest(
          platform,
          { method: 'GET', path: `/api/engagements/${hidden}`, body: undefined },
          credentials as Record<string, string>,
        )
      ).status;
    expect([await read(wide), await read(bound)]).toEqual([200, 200]);
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.admin] });
    expect([await read(wide), await read(bound)]).toEqual([404, 404]);
    await ask('admin', 'PATCH', `/api/walls/${wall.id}`, { memberIds: [ids.admin, ids.owner] });
    expect([await read(wide), await read(bound)]).toEqual([200, 200]);
  });

  // WAL-3
  test('of two before one engagement shows it to who is inside both', async () => {
    const hidden = await tenant.addEngagement();
    await putUp({ engagementIds: [hidden], memberIds: [ids.admin, ids.member] });
    await putUp({ engagementIds: [hidden], memberIds: [ids.admin, ids.viewer] });
    expect(
      await Promise.all(
        (['admin', 'member', 'viewer', 'owner'] as const).map((role) => sees(role, hidden)),
      ),
    ).toEqual([true, false, false, false]);
  });

  // WAL-4
  test('is listed for admins inside and outside, without what was deleted, and for nobody else', async () => {
    const hidden = await tenant.addEngagement();
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    for (const role of ['owner', 'admin'] as const) {
      const { json } = await ask(role, 'GET', '/api/walls');
      expect((json as unknown as { walls: Wall[] }).walls).toContainEqual(wall);
    }
    expect(refusal(await ask('member', 'GET', '/api/walls'))).toEqual([
      403,
      'admin_access_required',
    ]);
    expect((await ask('member', 'DELETE', `/api/engagements/${hidden}`)).status).toBe(200);
    const { json } = await ask('admin', 'GET', '/api/walls');
    const left = (json as unknown as { walls: Wall[] }).walls.find(({ id }) => id === wall.id);
    expect(left?.engagementIds).toEqual([]);
    // Nothing is behind it, so anybody may change it.
    expect((await ask('admin', 'DELETE', `/api/walls/${wall.id}`)).status).toBe(200);
  });

  // WAL-5
  test('is changed and taken down only from inside, or where nothing is behind it', async () => {
    const hidden = await tenant.addEngagement();
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    const path = `/api/walls/${wall.id}`;
    expect(refusal(await ask('admin', 'PATCH', path, { memberIds: [ids.admin] }))).toEqual([
      403,
      'wall_outside',
    ]);
    expect(refusal(await ask('owner', 'DELETE', path))).toEqual([403, 'wall_outside']);
    await becomeMember(wall.id, ids.admin);
    const changed = await ask('admin', 'PATCH', path, {
      name: 'Quay',
      memberIds: [ids.member, ids.admin],
    });
    expect(changed.json).toEqual({
      ...wall,
      name: 'Quay',
      memberIds: expect.arrayContaining([ids.member, ids.admin]),
    });
    expect((await ask('admin', 'DELETE', path)).status).toBe(200);
    expect(await sees('viewer', hidden)).toBe(true);
    expect(refusal(await ask('admin', 'PATCH', path, { name: 'Gone' }))).toEqual([
      404,
      'not_found',
    ]);
  });

  // WAL-6
  test('refuses unknown ids, those of another tenant and an engagement that the caller does not see', async () => {
    const other = await createPopulatedTenant(platform);
    const hidden = await tenant.addEngagement();
    await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    for (const body of [
      { engagementIds: ['unknown'] },
      { engagementIds: [other.ids.engagement] },
      { engagementIds: [hidden] },
      { memberIds: [other.ids.member] },
      { excludes: [other.ids.wall] },
    ]) {
      expect(
        refusal(await ask('admin', 'POST', '/api/walls', { name: 'Harbour', ...body })),
      ).toEqual([404, 'not_found']);
    }
    expect(
      refusal(await ask('admin', 'PATCH', `/api/walls/${other.ids.wall}`, { name: 'Mine' })),
    ).toEqual([404, 'not_found']);
    for (const body of [{ name: ' ' }, { name: 'x', memberIds: ids.member }, {}]) {
      expect((await ask('admin', 'POST', '/api/walls', body)).status).toBe(400);
    }
  });

  // WAL-7
  test('counts in the monthly limit and the storage for everybody', async () => {
    const usage = async () =>
      (
        (await ask('owner', 'GET', '/api/billing')).json as unknown as {
          usage: Record<string, number>;
        }
      ).usage;
    const { recordBytes = 0, ...before } = await usage();
    await putUp({ engagementIds: [tenant.ids.engagement], memberIds: [ids.member] });
    const { recordBytes: after = 0, ...others } = await usage();
    expect(others).toEqual(before);
    expect(after).toBeGreaterThanOrEqual(recordBytes);
  });
});

describe('walls that exclude one another', () => {
  // WAL-8
  test.each(['members', 'excludes', 'a new wall', 'entering'] as const)(
    'refuse whoever would be inside both: %s',
    async (way) => {
      const one = await putUp({ memberIds: [ids.member, ids.owner] });
      const other = await putUp({
        excludes: way === 'excludes' ? [] : [one.id],
        memberIds: way === 'excludes' ? [ids.member] : [],
      });
      const answer = await {
        members: () => ask('admin', 'PATCH', `/api/walls/${other.id}`, { memberIds: [ids.member] }),
        excludes: () => ask('admin', 'PATCH', `/api/walls/${one.id}`, { excludes: [other.id] }),
        'a new wall': () =>
          ask('admin', 'POST', '/api/walls', {
            name: 'Third',
            memberIds: [ids.member],
            excludes: [one.id],
          }),
        entering: () =>
          ask('owner', 'POST', `/api/walls/${other.id}/enter`, { reason: 'To look.' }),
      }[way]();
      expect(refusal(answer)).toEqual([409, 'wall_conflict']);
      // The refusal has changed nothing.
      const { json } = await ask('admin', 'GET', '/api/walls');
      const { walls } = json as unknown as { walls: Wall[] };
      expect(walls).toEqual(expect.arrayContaining([one, other]));
    },
  );

  // WAL-8
  test('refuse one of two who join at the same moment from both sides', async () => {
    const one = await putUp({});
    const other = await putUp({ excludes: [one.id] });
    const join = ({ id }: Wall) =>
      ask('admin', 'PATCH', `/api/walls/${id}`, { memberIds: [ids.member] });
    const answers = await Promise.all([join(one), join(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('an owner', () => {
  // WAL-9
  test('enters for one hour with a reason; members are told and the audit log holds it', async () => {
    const hidden = await tenant.addEngagement();
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    const path = `/api/walls/${wall.id}/enter`;
    expect(refusal(await ask('admin', 'POST', path, { reason: 'To look.' }))).toEqual([
      403,
      'owner_access_required',
    ]);
    expect((await ask('owner', 'POST', path, { reason: '' })).status).toBe(400);
    expect(await sees('owner', hidden)).toBe(false);
    const { json } = await ask('owner', 'POST', path, { reason: 'The regulator asks.' });
    const entry = json as unknown as WallEntry;
    expect(entry).toMatchObject({ userId: ids.owner, reason: 'The regulator asks.' });
    expect(Date.parse(entry.until) - Date.parse(entry.since)).toBeCloseTo(3_600_000, -3);
    expect(await sees('owner', hidden)).toBe(true);
    const [member] = await platform.asSuperuser<{ email: string }>(
      'select email from platform.users where id = $1',
      [ids.member],
    );
    const [mail] = await waitForMails(platform.dataDir, member?.email ?? '', 1);
    expect(mail).toContain('The regulator asks.');
    const log = await ask('admin', 'GET', '/api/audit-log?action=wall.enter');
    expect(log.json).toMatchObject({
      entries: [
        { userId: ids.owner, resourceId: wall.id, metadata: { reason: 'The regulator asks.' } },
      ],
    });
    const entries = await ask('admin', 'GET', `/api/walls/${wall.id}/entries`);
    expect(entries.json).toEqual({ entries: [entry] });
    await platform.asSuperuser(
      `update platform.wall_insiders set since = now() - interval '2 hours', until = now() - interval '1 second'
        where wall_id = $1 and reason is not null`,
      [wall.id],
    );
    expect(await sees('owner', hidden)).toBe(false);
  });
});

describe('the stay of an owner', () => {
  // WAL-26
  test.each<[string, (wall: Wall, hidden: string) => Partial<Wall>]>([
    ['the owner becomes a member', () => ({ memberIds: [ids.member, ids.owner] })],
    ['somebody else becomes a member', () => ({ memberIds: [ids.member, ids.admin] })],
    ['a member goes', () => ({ memberIds: [] })],
    ['an exclusion goes', () => ({ excludes: [] })],
    ['the engagement is taken out', () => ({ engagementIds: [] })],
    ['another one takes its place', () => ({ engagementIds: [tenant.ids.engagement] })],
  ])('leaves nothing behind: %s', async (_name, changeOf) => {
    const hidden = await tenant.addEngagement();
    const rival = await putUp({ name: 'Rival' });
    const wall = await putUp({
      engagementIds: [hidden],
      memberIds: [ids.member],
      excludes: [rival.id],
    });
    const path = `/api/walls/${wall.id}`;
    expect((await enter(wall.id)).status).toBe(200);
    expect(refusal(await ask('owner', 'PATCH', path, changeOf(wall, hidden)))).toEqual([
      403,
      'wall_outside',
    ]);
    expect(refusal(await ask('owner', 'DELETE', path))).toEqual([403, 'wall_outside']);
    const { json } = await ask('owner', 'GET', '/api/walls');
    expect((json as unknown as { walls: Wall[] }).walls).toContainEqual(wall);
    // The same lists, another name and a further engagement loosen nothing.
    const harmless = { ...wall, name: 'Quay', engagementIds: [hidden, tenant.ids.engagement] };
    const { name, engagementIds, memberIds, excludes } = harmless;
    expect(
      (await ask('owner', 'PATCH', path, { name, engagementIds, memberIds, excludes })).status,
    ).toBe(200);
  });

  // WAL-26
  test('puts no other wall before the engagement and hands out no link that goes on', async () => {
    const hidden = await tenant.addEngagement();
    const own = await putUp({ name: 'Mine', memberIds: [ids.owner] }, 'owner');
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    expect((await enter(wall.id)).status).toBe(200);
    const list = { engagementIds: [hidden], memberIds: [ids.owner] };
    expect(refusal(await ask('owner', 'POST', '/api/walls', { name: 'New', ...list }))).toEqual([
      403,
      'wall_outside',
    ]);
    expect(refusal(await ask('owner', 'PATCH', `/api/walls/${own.id}`, list))).toEqual([
      403,
      'wall_outside',
    ]);
    const links = `/api/engagements/${hidden}/portal-tokens`;
    expect(refusal(await ask('owner', 'POST', links, {}))).toEqual([403, 'wall_outside']);
    expect((await ask('member', 'POST', links, {})).status).toBe(201);
  });

  // WAL-27
  test('ends for a download link too', async () => {
    const hidden = await tenant.addEngagement();
    const form = makeForm({ category: 'data' }, { name: 'tides.csv', content: 'hour\n1\n' });
    const files = `/api/engagements/${hidden}/attachments`;
    const headers = tenant.sessions.member;
    const upload = await fetch(platform.baseUrl + files, { method: 'POST', headers, body: form });
    const { attachment } = (await upload.json()) as { attachment: { id: string } };
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    expect((await enter(wall.id)).status).toBe(200);
    const urlOf = async (role: Role) => {
      const { text } = await ask(role, 'GET', `${files}/${attachment.id}`);
      return new URL((JSON.parse(text) as { downloadUrl: string }).downloadUrl).pathname;
    };
    const [ofOwner, ofMember] = [await urlOf('owner'), await urlOf('member')];
    const open = async (path: string) => (await fetch(platform.baseUrl + path)).status;
    expect([await open(ofOwner), await open(ofMember)]).toEqual([200, 200]);
    await endEntries(wall.id, 1);
    expect([await open(ofOwner), await open(ofMember)]).toEqual([404, 200]);
  });

  // WAL-28
  test('is not prolonged by entering again, and begins at most three times in 24 hours', async () => {
    const hidden = await tenant.addEngagement();
    const wall = await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    const first = await enter(wall.id);
    expect((await enter(wall.id)).json).toEqual(first.json);
    for (const hours of [3, 2, 1]) {
      expect((await enter(wall.id)).status).toBe(200);
      await endEntries(wall.id, hours);
    }
    expect(refusal(await enter(wall.id))).toEqual([409, 'wall_entry_limit_reached']);
    expect(await sees('owner', hidden)).toBe(false);
  });

  // WAL-29
  test('changes nothing where the members have left the team, but does where there was never one', async () => {
    const leaver = await insertMember(platform, tenant.tenantId, {
      role: 'member',
      marker: tenant.marker,
    });
    const emptied = await putUp({
      engagementIds: [await tenant.addEngagement()],
      memberIds: [leaver],
    });
    expect((await ask('owner', 'DELETE', `/api/team/${leaver}`)).status).toBe(200);
    expect((await enter(emptied.id)).status).toBe(200);
    const join = { memberIds: [ids.owner] };
    expect(refusal(await ask('owner', 'PATCH', `/api/walls/${emptied.id}`, join))).toEqual([
      403,
      'wall_outside',
    ]);
    const never = await putUp({ engagementIds: [await tenant.addEngagement()] });
    expect(refusal(await ask('owner', 'PATCH', `/api/walls/${never.id}`, join))).toEqual([
      403,
      'wall_outside',
    ]);
    expect((await enter(never.id)).status).toBe(200);
    expect((await ask('owner', 'PATCH', `/api/walls/${never.id}`, join)).status).toBe(200);
  });
});

/** Lets the entries into a wall that run end, as if they had begun some hours ago. */
const endEntries = (wallId: string, hours: number) =>
  platform.asSuperuser(
    `update platform.wall_insiders set since = now() - $2 * interval '1 hour' - interval '1 hour',
        until = now() - $2 * interval '1 hour'
      where wall_id = $1 and reason is not null and until > now()`,
    [wallId, hours],
  );

describe('a template that was saved from a walled engagement', () => {
  // WAL-25
  test('is missing where the engagement is', async () => {
    const hidden = await tenant.addEngagement();
    await putUp({ engagementIds: [hidden], memberIds: [ids.member] });
    const body = { name: 'Nightingale', description: 'D', brief: 'B', engagementId: hidden };
    expect(refusal(await ask('admin', 'POST', '/api/templates', body))).toEqual([404, 'not_found']);
    const { text: created } = await ask('member', 'POST', '/api/templates', body);
    const { id } = JSON.parse(created).template as { id: string };
    for (const [role, status] of [
      ['member', 200],
      ['admin', 404],
      ['owner', 404],
    ] as const) {
      const { text } = await ask(role, 'GET', '/api/templates');
      expect([role, text.includes(id)]).toEqual([role, status === 200]);
      expect((await ask(role, 'GET', `/api/templates/${id}`)).status).toBe(status);
    }
    const log = await ask('admin', 'GET', '/api/audit-log?action=template.create');
    expect(log.text).not.toContain('Nightingale');
  });
});

describe('a member', () => {
  // WAL-10
  test('who leaves the team leaves its walls, and is known there', async () => {
    const leaver = await insertMember(platform, tenant.tenantId, {
      role: 'member',
      marker: tenant.marker,
    });
    const wall = await putUp({
      engagementIds: [tenant.ids.engagement],
      memberIds: [leaver, ids.member],
    });
    expect((await ask('owner', 'DELETE', `/api/team/${leaver}`)).status).toBe(200);
    const { json } = await ask('admin', 'GET', '/api/walls');
    const left = (json as unknown as { walls: Wall[] }).walls.find(({ id }) => id === wall.id);
    expect(left?.memberIds).toEqual([ids.member]);
    const kept = await platform.asSuperuser(
      'select until is not null as left from platform.wall_insiders where wall_id = $1 and user_id = $2',
      [wall.id, leaver],
    );
    expect(kept).toEqual([{ left: true }]);
  });
});
