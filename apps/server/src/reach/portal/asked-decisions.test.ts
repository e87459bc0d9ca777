import type { PortalComment, PortalSource } from '@ecp/contract/reach/portal';
import type { Release } from '@ecp/contract/reach/releases';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { citationOf, openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let team: ReturnType<typeof openReleasing>;
let engagementId: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(async () => {
  engagementId = await tenant.addEngagement();
  team = openReleasing(platform, tenant, engagementId);
  await team.addFile('advice.md', '# Advice\n\nSell.\n');
  await team.addFile('market.md', '# Market\n\nIt grows.\n');
  await platform.asSuperuser('update platform.engagements set tasks = $2 where id = $1', [
    engagementId,
    JSON.stringify([{ id: 'advice', name: 'Board paper', synthesis: true }]),
  ]);
  await platform.asSuperuser(
    `update platform.deliverables set task_id = 'advice' where engagement_id = $1 and filename = 'advice.md'`,
    [engagementId],
  );
});

// POR-6, POR-20
test('the synthesis comes first and alone asks for a decision, unless the release says otherwise', async () => {
  const { link, client, view } = await team.issue();
  const asked = async () => {
    const { deliverables, cover } = await view();
    return [
      deliverables.map(({ filename, asksDecision }) => [filename, asksDecision]),
      cover.asked.decisions,
    ];
  };
  await team.release([link.id], [['market.md', 1]]);
  expect((await view()).deliverables.map(({ opening }) => opening)).toEqual(['It grows.']);
  expect(await asked()).toEqual([[['market.md', true]], ['market.md']]);
  await team.release([link.id], [['advice.md', 1]]);
  expect((await view()).deliverables.map(({ opening }) => opening)).toEqual(['Sell.', null]);
  const [first, second] = ['advice.md', 'market.md'];
  expect(await asked()).toEqual([
    [
      [first, true],
      [second, false],
    ],
    [first],
  ]);
  const documents = [
    { filename: 'market.md', version: 1, asksDecision: true },
    { filename: 'advice.md', version: 1, asksDecision: false },
  ];
  const body = { linkIds: [link.id], documents };
  const { body: release } = await tenant.owner.post<Release>(`${team.path}/releases`, body);
  expect(release.documents).toMatchObject(documents);
  expect(await asked()).toEqual([
    [
      [first, false],
      [second, true],
    ],
    [second],
  ]);
  // A client may decide about a paper that asks for nothing.
  expect(
    (await client.post('/api/portal/deliverables/advice.md/review', { action: 'approve' })).status,
  ).toBe(200);
  const latest = await team.issue({ documents: 'latest' });
  expect((await latest.view()).cover.asked.decisions).toEqual([first]);
});

// POR-21
test('a document tells since when it has changed, to a client who had it before', async () => {
  const { link, view } = await team.issue();
  const late = await team.issue();
  const latest = await team.issue({ documents: 'latest' });
  const { body: first } = await team.release([link.id], [['advice.md', 1]]);
  const shown = async (one: { view: typeof view }) =>
    (await one.view()).deliverables.find(({ filename }) => filename === 'advice.md');
  expect((await shown({ view }))?.changedSince).toBeNull();
  await team.addFile('advice.md', '# Advice\n\nBuy.\n', 2);
  await team.addFile('advice.md', '# Advice\n\nWait.\n', 3);
  await team.release([link.id, late.link.id], [['advice.md', 3]]);
  expect(await shown({ view })).toMatchObject({ version: 3, changedSince: first.createdAt });
  expect(await shown(late)).toMatchObject({ version: 3, changedSince: null });
  expect((await shown(latest))?.changedSince).not.toBeNull();
});

// POR-22
test('a link tells whether other clients read its comments', async () => {
  const clara = await team.issue();
  const told = async () => (await clara.view()).commentsReachClients;
  expect(await told()).toBe(false);
  const karl = await team.issue({ seesOthers: true });
  expect([await told(), (await karl.view()).commentsReachClients]).toEqual([true, false]);
  const { body } = await clara.client.post<PortalComment>('/api/portal/comments', {
    body: 'When?',
  });
  expect((await karl.view()).comments.map(({ id }) => id)).toEqual([body.id]);
  await tenant.owner.delete(`${team.path}/portal-tokens/${karl.link.id}`);
  expect(await told()).toBe(false);
});

// CMT-20
test('what a client sent to the team alone stays with the team, whatever links are made later', async () => {
  const clara = await team.issue({ documents: 'latest', clientName: 'Clara' });
  const say = (body: string) => clara.client.post<PortalComment>('/api/portal/comments', { body });
  const { body: between } = await say('Between us.');
  const karl = await team.issue({ documents: 'latest', clientName: 'Karl', seesOthers: true });
  const reply = ({ client }: typeof clara, body: string) =>
    client.post(`/api/portal/comments/${between.id}/replies`, { body });
  const { body: open } = await say('For all.');
  const bodies = async (one: typeof clara) => (await one.view()).comments.map(({ body }) => body);
  expect(await bodies(karl)).toEqual(['For all.']);
  expect((await reply(karl, 'Sure?')).status).toBe(404);
  await tenant.owner.delete(`${team.path}/portal-tokens/${karl.link.id}`);
  await clara.client.post(`/api/portal/comments/${open.id}/replies`, { body: 'Between us again.' });
  await say('Not for the next.');
  const next = await team.issue({ documents: 'latest', seesOthers: true });
  const seen = (await next.view()).comments;
  expect(seen.map(({ body, replies }) => [body, replies.length])).toEqual([['For all.', 0]]);
  expect(await bodies(clara)).toEqual(['Between us.', 'For all.', 'Not for the next.']);
});

// POR-23
test('how a figure follows is told to links that permit sources, and stands in no text', async () => {
  const derivation = {
    expression: 'a - b',
    inputs: [
      { label: 'a', value: 20, unit: null, citation: '1' },
      { label: 'b', value: 5, unit: null, citation: '2' },
    ],
    result: 15,
  };
  const source = { kind: 'unknown', title: '', location: null } as const;
  const computed = { state: 'computed', derivation, source, quote: null, passage: null } as const;
  const text =
    '# Gap\n\nThe gap is 15. Also 15 here.[^3] Old.[^1]\n\n[^1]: Brief: “20”\n[^2]: Ada\n[^3]: = 20 − 5 = 15\n';
  await team.addFile('gap.md', text, 1, [
    citationOf('1', { source: { kind: 'brief', title: 'Brief', location: null } }),
    citationOf('2', { source: { kind: 'colleague', title: 'Ada', location: null } }),
    citationOf('3', { ...computed, claim: 'Also 15 here.' }),
    { ...citationOf('x'), ...computed, footnote: null, claim: 'The gap is 15.' },
  ]);
  const may = await team.issue({ permissions: ['read', 'sources'] });
  const mayNot = await team.issue({ permissions: ['read', 'download'] });
  await team.release([may.link.id, mayNot.link.id], [['gap.md', 1]]);
  // The client's text has no second footnote: it cites the team.
  const [a, b] = derivation.inputs;
  const told = { ...derivation, inputs: [a, { ...b, citation: null }] };
  const [shown] = (await may.view()).deliverables;
  expect(shown?.derivations).toEqual([{ claim: 'The gap is 15.', derivation: told }]);
  const path = '/api/portal/deliverables/gap.md/sources/3';
  expect((await may.client.get<PortalSource>(path)).body).toMatchObject({ derivation: told });
  const [hidden] = (await mayNot.view()).deliverables;
  expect(hidden?.derivations).toEqual([]);
  expect((await mayNot.client.get(path)).status).toBe(403);
  for (const { content = '' } of [shown ?? {}, hidden ?? {}]) {
    expect(content).toContain('The gap is 15. Also 15 here.[^3]');
    expect(content).not.toContain('a - b');
  }
});
