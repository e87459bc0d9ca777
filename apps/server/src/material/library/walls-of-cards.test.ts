import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { LibraryCard, LibraryCardDetail } from '@ecp/contract/work/cards';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, type Person, raiseWall } from '../../../testing/raise-wall.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { insertDeliverable as addVersion } from '../../work/documents/writing/new-versions.ts';
import { makeCards } from './card-making.ts';

let platform: TestPlatform;
let outsider: TestTenant;
let insider: Person;
/**
 * An engagement behind the insider's wall, one behind another wall of the same members, and one
 * behind none.
 */
let walled: string;
let beside: string;
let open: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  outsider = await createTestTenant(platform);
  const { tenantId } = outsider;
  insider = await addPerson(platform, tenantId, 'admin');
  const add = (client: string) =>
    insertEngagement(platform.database, tenantId, { client, status: 'completed' });
  [walled, beside, open] = [
    await add('Hidden Harbour AG'),
    await add('Beside AG'),
    await add('Open AG'),
  ];
  await raiseWall(platform, tenantId, {
    engagementIds: [walled, beside],
    memberIds: [insider.userId],
  });
});

const asInsider = () => {
  const client = createClient(platform.baseUrl);
  client.cookies.set(
    'ecp_session',
    insider.credentials['cookie']?.replace('ecp_session=', '') ?? '',
  );
  return client;
};
const released = `status = 'released', released_at = now()`;

/** Inserts a document and a card of it; returns both ids. */
async function addCard(engagementId: string, title: string, body = 'Ask the owners.') {
  const { tenantId } = outsider;
  const deliverableId = await addDocument(engagementId, 'a.md', 'x');
  const id = createId();
  await platform.asSuperuser(
    `insert into platform.library_cards (tenant_id, id, engagement_id, deliverable_id, filename, version, kind, origin_key,
        title, body, language, marks, client_names, figures, quotes)
      values ($1, $2, $3, $4, 'a.md', 1, 'method', $2, $5, $6, 'en', '[]', 0, 0, 0)`,
    [tenantId, id, engagementId, deliverableId, title, body],
  );
  return { id, deliverableId };
}
async function addDocument(
  engagementId: string,
  filename: string,
  content: string,
): Promise<string> {
  const { tenantId } = outsider;
  const runId = await insertRun(platform.database, tenantId, engagementId);
  const made = {
    tenantId,
    engagementId,
    runId,
    taskId: 'a',
    filename,
    content,
    wordCount: 9,
    createdAt: new Date(),
  };
  const { id } = await platform.database.withTenant(tenantId, (tx) =>
    addVersion(tx, platform.services, {
      ...made,
      noteAnswers: [],
      objections: [],
      sections: [],
      origin: 'agent',
      editedBy: null,
      authorId: null,
      note: null,
    }),
  );
  return id;
}
const release = (id: string) =>
  platform.asSuperuser(`update platform.library_cards set ${released} where id = $1`, [id]);
const titlesFor = async (client: Pick<TestTenant, 'get'>, query = '') =>
  (await client.get<{ cards: LibraryCard[] }>(`/api/library/cards${query}`)).body.cards.map(
    ({ title }) => title,
  );

/** Runs an engagement as somebody, and returns the request that the engine got. */
async function requestOf(
  starter: Pick<TestTenant, 'post'>,
  engagementId: string,
): Promise<StartRunRequest> {
  await platform.asSuperuser(
    `update platform.engagements set tasks = '[{"id":"a","name":"A"}]', library = true where id = $1`,
    [engagementId],
  );
  platform.engine.onStart((run) => run.push({ type: 'status', status: 'completed', error: null }));
  const { status, body } = await starter.post<RunStarted>(`/api/engagements/${engagementId}/run`);
  expect(status).toBe(200);
  return (await platform.engine.waitForRun(body.runId)).request;
}
const cardsOf = ({ sources }: StartRunRequest) =>
  sources.filter(({ id }) => id.startsWith('card:')).map(({ title }) => title);

describe('a card from behind a wall', () => {
  // WAL-20
  test('is listed, found, counted and opened by those inside only', async () => {
    const { id } = await addCard(walled, 'Hidden method');
    await addCard(open, 'Open method');
    expect(await titlesFor(outsider)).toEqual(['Open method']);
    expect(await titlesFor(outsider, '?q=hidden')).toEqual([]);
    expect((await titlesFor(asInsider())).sort()).toEqual(['Hidden method', 'Open method']);
    const known = await outsider.get(`/api/library/cards/${id}`);
    const unknown = await outsider.get(`/api/library/cards/${createId()}`);
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(known.status).toBe(404);
    expect((await outsider.patch(`/api/library/cards/${id}`, { title: 'Mine' })).status).toBe(404);
  });

  // WAL-20
  test('reaches no other engagement, whoever starts its run, and no other one behind the same wall', async () => {
    const hidden = await addCard(walled, 'Hidden method');
    const shown = await addCard(open, 'Open method');
    await release(hidden.id);
    await release(shown.id);
    const fresh = await insertEngagement(platform.database, outsider.tenantId);
    expect(cardsOf(await requestOf(asInsider(), fresh))).toEqual(['Card: Open method']);
    expect(cardsOf(await requestOf(asInsider(), beside))).toEqual(['Card: Open method']);
    expect(cardsOf(await requestOf(asInsider(), walled))).toEqual(['Card: Open method']);
  });

  // WAL-20
  test('does not tell its title: an outsider may release a card with the same', async () => {
    await release((await addCard(walled, 'How to count')).id);
    const { id } = await addCard(open, 'How to count');
    const answer = await outsider.patch(`/api/library/cards/${id}`, { status: 'released' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'released' } });
    const second = await addCard(open, 'HOW to count');
    expect(
      await outsider.patch(`/api/library/cards/${second.id}`, { status: 'released' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'card_title_taken' },
    });
  });

  // WAL-20
  test('is deleted with its engagement, although it is released', async () => {
    const { id } = await addCard(walled, 'Hidden method');
    await release(id);
    const shown = await addCard(open, 'Open method');
    await release(shown.id);
    for (const engagementId of [walled, open]) {
      expect((await asInsider().delete(`/api/engagements/${engagementId}`)).status).toBe(200);
    }
    expect(await titlesFor(asInsider())).toEqual(['Open method']);
    expect(await titlesFor(outsider)).toEqual(['Open method']);
  });
});

// WAL-20
test('a use behind a wall is not counted for those outside', async () => {
  const { id } = await addCard(open, 'Open method');
  await release(id);
  const using = [await addDocument(walled, 'w.md', 'x'), await addDocument(beside, 'b.md', 'x')];
  for (const deliverableId of using)
    await platform.asSuperuser(
      'insert into platform.card_uses (tenant_id, card_id, deliverable_id) values ($1, $2, $3)',
      [outsider.tenantId, id, deliverableId],
    );
  const read = async (client: Pick<TestTenant, 'get'>) => {
    const { body } = await client.get<LibraryCardDetail>(`/api/library/cards/${id}`);
    return [body.useCount, body.uses.length];
  };
  expect(await read(outsider)).toEqual([0, 0]);
  expect(await read(asInsider())).toEqual([2, 2]);
});

// WAL-20
test('the marks of a card do not tell that a client exists behind a wall', async () => {
  const { tenantId } = outsider;
  const words =
    'Hidden Harbour and Open are compared with what we counted in each town last year. ';
  const content = `# Plan\n\n## Method\n\n${words.repeat(4)}\n`;
  const marked = async (engagementId: string) => {
    const deliverableId = await addDocument(engagementId, 'm.md', content);
    await platform.asSuperuser(
      `update platform.deliverables set approval_status = 'approved' where id = $1`,
      [deliverableId],
    );
    await makeCards(platform.services, { tenantId, deliverableId });
    const { body } = await asInsider().get<{ cards: LibraryCard[] }>(
      '/api/library/cards?kind=method',
    );
    const card = body.cards.find((one) => one.engagementId === engagementId);
    return { id: card?.id, names: card?.reveals.clientNames };
  };
  // “Open” is the client of the engagement itself, or an open one.
  const shown = await marked(open);
  expect(shown.names).toBe(4);
  expect((await marked(walled)).names).toBeGreaterThan(4);
  const edited = await asInsider().patch<LibraryCardDetail>(`/api/library/cards/${shown.id}`, {
    status: 'withdrawn',
  });
  expect(edited.body.reveals.clientNames).toBe(4);
});
