import type { LibraryCard, LibraryCardDetail } from '@ecp/contract/work/cards';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { insertDeliverable as addVersion } from '../../work/documents/writing/new-versions.ts';
import { recordCitations } from '../evidence/citations.ts';
import { recordFigures } from '../evidence/conflicts.ts';
import { makeCards } from './card-making.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});

const method = 'We counted the shops of each town and asked the owners. '.repeat(5).trim();
const content = (title: string) =>
  `# ${title}\n\nEnter.\n\n## Answer\n\nYes.\n\n## Method\n\n${method} Nordwind paid 4,000.\n\n## Risks\n\n- None.\n`;

interface Written {
  engagementId: string;
  deliverableId: string;
  runId: string;
  path: string;
}

/** Writes a version of a document that gives a method and a structure. */
async function write(title = 'Windows', on?: Written): Promise<Written> {
  const { tenantId } = tenant;
  const engagementId =
    on?.engagementId ??
    (await insertEngagement(platform.database, tenantId, {
      client: 'Nordwind GmbH',
      status: 'completed',
    }));
  const runId = on?.runId ?? (await insertRun(platform.database, tenantId, engagementId));
  const made = {
    tenantId,
    engagementId,
    runId,
    taskId: 'a',
    filename: 'a.md',
    content: content(title),
  };
  const { id } = await platform.database.withTenant(tenantId, (tx) =>
    addVersion(tx, platform.services, {
      ...made,
      ...byAgent(),
      wordCount: 60,
      createdAt: new Date(),
    }),
  );
  return {
    engagementId,
    deliverableId: id,
    runId,
    path: `/api/engagements/${engagementId}/deliverables/a.md`,
  };
}

const review = (path: string, action: string) =>
  tenant.owner.post(`${path}/review`, { action, notes: 'Fine.' });
const getPage = (query: string) =>
  tenant.owner.get<{ cards: LibraryCard[] }>(`/api/library/cards${query}`);
const listCards = async (query = '') => (await getPage(query)).body.cards;
/** The fields that every version of an agent has. */
const byAgent = () => ({
  noteAnswers: [],
  objections: [],
  sections: [],
  origin: 'agent' as const,
  editedBy: null,
  authorId: null,
  note: null,
});
const read = async (id: string) =>
  (await tenant.owner.get<LibraryCardDetail>(`/api/library/cards/${id}`)).body;
const change = (id: string, body: object) =>
  tenant.owner.patch<LibraryCardDetail>(`/api/library/cards/${id}`, body);
const make = ({ deliverableId }: Written) =>
  makeCards(platform.services, { tenantId: tenant.tenantId, deliverableId });

/** Writes and approves a document, and waits for its cards. */
async function approve(title?: string): Promise<Written> {
  const written = await write(title);
  expect((await review(written.path, 'approve')).status).toBe(200);
  await make(written);
  return written;
}
async function cardOf(kind: string): Promise<LibraryCard> {
  const [card] = await listCards(`?kind=${kind}`);
  if (!card) throw new Error(`There is no ${kind}`);
  return card;
}

describe('an approval', () => {
  // LIB-1, LIB-2, LIB-5
  test('makes proposed cards as durable work, which say what they may reveal', async () => {
    const { engagementId, path } = await write();
    await review(path, 'approve');
    const cards = await pollUntil(listCards, (found) => found.length > 0);
    expect(cards.map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ['method', 'proposed'],
      ['structure', 'proposed'],
    ]);
    const card = await cardOf('method');
    expect(card).toEqual({
      id: expect.any(String),
      kind: 'method',
      title: 'Method · Windows',
      language: 'en',
      status: 'proposed',
      reveals: { clientNames: 1, figures: 1, quotes: 0 },
      engagementId,
      engagementName: 'Market entry',
      filename: 'a.md',
      version: 1,
      revision: 0,
      releasedBy: null,
      releasedAt: null,
      createdAt: expect.any(String),
      useCount: 0,
    });
    const { body, marks, uses } = await read(card.id);
    expect(
      marks.map(({ field, kind, start, end }) => [field, kind, body.slice(start, end)]),
    ).toEqual([
      ['body', 'client_name', 'Nordwind'],
      ['body', 'figure', '4,000'],
    ]);
    expect(uses).toEqual([]);
  });

  // LIB-2
  test('of the same version again makes no doubles', async () => {
    const written = await approve();
    const before = await listCards();
    await review(written.path, 'approve');
    await make(written);
    await make(written);
    expect(await listCards()).toEqual(before);
  });

  // LIB-2
  test('of a later version replaces cards that nobody has changed, and no others', async () => {
    const written = await approve();
    const edited = await cardOf('method');
    expect((await change(edited.id, { title: 'How to count shops' })).status).toBe(200);
    const next = await write('Doors', written);
    await review(next.path, 'approve');
    await make(next);
    const cards = await listCards();
    expect(cards.map(({ kind, title, version }) => [kind, title, version]).sort()).toEqual([
      ['method', 'How to count shops', 1],
      ['structure', 'Doors', 2],
    ]);
  });

  // LIB-2
  test('of an earlier version that is worked on late changes nothing', async () => {
    const written = await approve();
    const next = await write('Doors', written);
    await review(next.path, 'approve');
    await make(next);
    const cards = await listCards();
    await make(written);
    expect(await listCards()).toEqual(cards);
  });

  // LIB-2
  test('of a second document makes no double of a figure that the first one gave', async () => {
    const withFigure = async (filename: string) => {
      const { engagementId, runId } = first;
      const { tenantId } = tenant;
      const figure = {
        label: 'Net sales',
        unit: 'EUR',
        period: '2025',
        value: 4,
        text: '4',
        section: null,
      };
      const source = { kind: 'attachment', title: 'accounts.csv', location: null } as const;
      const claim = {
        footnote: '1',
        claim: 'Net sales: 4',
        quote: null,
        source,
        reason: null,
        passage: null,
      };
      const made = {
        tenantId,
        engagementId,
        runId,
        taskId: 'a',
        filename,
        content: '# A',
        wordCount: 1,
      };
      const { id } = await platform.database.withTenant(tenantId, async (tx) => {
        const added = await addVersion(tx, platform.services, {
          ...made,
          ...byAgent(),
          createdAt: new Date(),
        });
        const of = { tenantId, engagementId, deliverableId: added.id };
        await recordFigures(tx, { ...of, figures: [{ ...figure, state: 'verified' }] });
        await recordCitations(tx, tenantId, added.id, [
          { ...claim, state: 'verified', derivation: null },
        ]);
        return added;
      });
      await review(`/api/engagements/${engagementId}/deliverables/${filename}`, 'approve');
      await make({ ...first, deliverableId: id });
    };
    const first = await write();
    await withFigure('b.md');
    await withFigure('c.md');
    expect((await listCards()).map(({ kind, title, filename }) => [kind, title, filename])).toEqual(
      [['benchmark', 'Net sales, 2025', 'b.md']],
    );
  });

  // LIB-2
  test('that another review replaces takes back what nobody has read', async () => {
    const written = await approve();
    const { id } = await cardOf('method');
    await change(id, { status: 'released' });
    await review(written.path, 'reject');
    await make(written);
    expect((await listCards()).map(({ kind }) => kind)).toEqual(['method']);
  });

  // LIB-2
  test('by a client makes none', async () => {
    const { engagementId, deliverableId } = await write();
    const { body } = await tenant.owner.post(`/api/engagements/${engagementId}/portal-tokens`, {
      permissions: ['read', 'approve'],
    });
    const headers = { authorization: `Bearer ${body['token']}` };
    const answer = await fetch(`${platform.baseUrl}/api/portal/deliverables/a.md/review`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'approve', author: 'Clara' }),
    });
    expect(answer.status).toBe(200);
    const works = await durableRecords(platform, 'platform').read();
    expect(works.filter(({ input }) => input?.includes(deliverableId))).toEqual([]);
  });
});

describe('a card', () => {
  // LIB-6, LIB-7
  test('is edited, released and withdrawn by a person, and each is audited', async () => {
    await approve();
    const { id } = await cardOf('method');
    const edited = await change(id, { title: ' Counting ', body: 'Count 12 shops.', revision: 0 });
    expect(edited).toMatchObject({
      status: 200,
      body: {
        title: 'Counting',
        status: 'proposed',
        revision: 1,
        reveals: { clientNames: 0, figures: 1, quotes: 0 },
      },
    });
    expect((await change(id, { status: 'released' })).body).toMatchObject({
      status: 'released',
      releasedBy: 'Olga Owner',
      releasedAt: expect.any(String),
    });
    expect((await change(id, { status: 'withdrawn' })).body).toMatchObject({ status: 'withdrawn' });
    const entries = await platform.asSuperuser(
      `select action, resource_type from platform.audit_log where tenant_id = $1 and resource_id = $2 order by created_at`,
      [tenant.tenantId, id],
    );
    expect(entries).toEqual(
      ['card.update', 'card.release', 'card.withdraw'].map((action) => ({
        action,
        resource_type: 'library_card',
      })),
    );
  });

  // LIB-7
  test('is not released in a state that the person has not read', async () => {
    await approve();
    const { id } = await cardOf('method');
    await change(id, { body: 'Something else' });
    const late = await change(id, { status: 'released', revision: 0 });
    expect(late).toMatchObject({ status: 409, body: { code: 'card_changed' } });
    expect((await read(id)).status).toBe('proposed');
  });

  // LIB-7
  test('cannot have the title of another released card, also when both are released at once', async () => {
    await approve();
    const [one, other] = [await cardOf('method'), await cardOf('structure')];
    await change(one.id, { title: 'Shops' });
    await change(other.id, { title: 'SHOPS' });
    const answers = await Promise.all(
      [one, other].map(({ id }) => change(id, { status: 'released' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'card_title_taken',
    });
  });

  test('refuses invalid changes', async () => {
    await approve();
    const { id } = await cardOf('method');
    const tooLong = [{ body: 'x'.repeat(4_001) }, { title: 'x'.repeat(201) }];
    for (const body of [{}, { status: 'proposed' }, { title: ' ' }, ...tooLong]) {
      const refused = { status: 400, body: { code: 'invalid_request' } };
      expect(await change(id, body), JSON.stringify(body)).toMatchObject(refused);
    }
  });

  // LIB-9
  test('goes with its engagement unless it is released; a released one leads nowhere then', async () => {
    const { engagementId } = await approve();
    const { id } = await cardOf('method');
    await change(id, { status: 'released' });
    expect((await tenant.owner.delete(`/api/engagements/${engagementId}`)).status).toBe(200);
    const nothing = { engagementId: null, engagementName: null, filename: null, version: null };
    expect(await listCards()).toEqual([
      expect.objectContaining({ id, status: 'released', ...nothing }),
    ]);
    expect((await change(id, { body: 'Edited later' })).body).toMatchObject({
      status: 'released',
      revision: 2,
    });
    const { body } = await tenant.owner.get<{ libraryCards: unknown[] }>('/api/account/export');
    expect(body.libraryCards).toEqual([
      expect.objectContaining({ id, engagementId: null, usedIn: [] }),
    ]);
  });
});

describe('the list of cards', () => {
  // LIB-8
  test('filters by kind, status and words, and has pages without gaps', async () => {
    await approve();
    await approve('Doors');
    const all = await listCards();
    expect(all).toHaveLength(4);
    expect(await listCards('?kind=method')).toHaveLength(2);
    expect((await listCards('?q=DOORS')).map(({ title }) => title).sort()).toEqual([
      'Doors',
      'Method · Doors',
    ]);
    expect(await listCards('?q=100%25')).toEqual([]);
    await change(all[0]?.id ?? '', { status: 'withdrawn' });
    expect((await listCards('?status=withdrawn')).map(({ id }) => id)).toEqual([all[0]?.id]);
    const seen: string[] = [];
    let query: string | undefined = '?limit=3';
    while (query) {
      const page: Awaited<ReturnType<typeof getPage>> = await getPage(query);
      seen.push(...page.body.cards.map(({ id }) => id));
      const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      query = next === undefined ? undefined : new URL(next).search;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(await tenant.owner.get('/api/library/cards?kind=poem')).toMatchObject({ status: 400 });
  });

  // LIB-8
  test('and each card are missing to other tenants', async () => {
    await approve();
    const { id } = await cardOf('method');
    const stranger = await createKeyedTenant(platform);
    expect((await stranger.owner.get('/api/library/cards')).body).toEqual({ cards: [] });
    expect(await stranger.owner.get(`/api/library/cards/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await stranger.owner.patch(`/api/library/cards/${id}`, { title: 'Mine' })).toMatchObject(
      { status: 404 },
    );
  });
});
