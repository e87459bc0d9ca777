import type { SearchKind, SearchResult } from '@ecp/contract/reach/search';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raiseWall } from '../../../testing/raise-wall.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { archivePage } from '../../material/research/archive-page.ts';

let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const searchAs = async (of: Pick<TestTenant, 'get'>, q: string, filters = '') => {
  const { status, body } = await of.get<{ results: SearchResult[] }>(
    `/api/search?q=${encodeURIComponent(q)}${filters}`,
  );
  expect(status).toBe(200);
  return body.results;
};
const search = (q: string, filters?: string) => searchAs(tenant, q, filters);
const marked = ({ snippet, marks }: SearchResult) =>
  marks.map(([start, end]) => snippet.slice(start, end));
/** The kinds that a word is found in. */
const kindsOf = async (q: string) => (await search(q)).map(({ kind }) => kind).sort();
/** Waits until a search finds so many texts, which are indexed soon after their change. */
const waitForFound = (of: TestTenant, q: string, count: number) =>
  expect.poll(() => searchAs(of, q)).toHaveLength(count);

/** An engagement with one text of every kind, each with the given words. */
async function addTexts(of: TestTenant, words: string) {
  const { database, asSuperuser, services } = platform;
  const { tenantId } = of;
  const { id: engagementId } = await of.createEngagement({
    name: 'Nordic entry',
    brief: `Look at ${words}.`,
  });
  const runId = await insertRun(database, tenantId, engagementId);
  const content = `---\ntitle: Market of Norway\nmodel: local/extractive\n---\n\n# Market of *Norway*\n\n${'Filler text. '.repeat(80)}\n\nIt says **${words}**[^1] here.\n\n[^1]: Source`;
  const filename = 'norway-market.md';
  const deliverableId = await insertDeliverable(database, tenantId, engagementId, {
    runId,
    filename,
    content,
  });
  const attachmentId = createId();
  await asSuperuser(
    `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
        storage_key, extraction_state)
      values ($1, $2, $3, 'costs.csv', 'text/csv', 10, '', 'reference', $1, 'extracted')`,
    [attachmentId, tenantId, engagementId],
  );
  const passages = Array.from({ length: 120 }, (_, index) =>
    index === 77 ? `Rows of ${words}` : `Row ${index}`,
  );
  await asSuperuser(
    `insert into platform.context_chunks (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
      select $1, $2, $3, place - 1, 'page ' || place, 0, passage from unnest($4::text[]) with ordinality u(passage, place)`,
    [tenantId, engagementId, attachmentId, passages],
  );
  const path = `/api/engagements/${engagementId}`;
  const { body } = await of.post<{ token: string }>(`${path}/portal-tokens`, {
    permissions: ['read', 'comment'],
    clientName: 'Clara',
  });
  await createClient(platform.baseUrl, body.token).post('/api/portal/comments', {
    filename,
    body: `Why ${words}?`,
  });
  const url = 'https://example.com/study';
  const page = await archivePage(services, {
    tenantId,
    engagementId,
    runId,
    agent: 'analyst',
    fetched: {
      url,
      kind: 'html',
      bytes: Buffer.from(words),
      charset: null,
      mediaType: 'text/html',
    },
    page: {
      title: 'A study',
      text: `Said on the web: ${words}`,
      truncated: false,
      links: [],
      author: null,
      publishedOn: null,
    },
  });
  return { engagementId, runId, deliverableId, attachmentId, pageId: page.id, filename };
}
const allKinds: SearchKind[] = ['comment', 'deliverable', 'engagement', 'page', 'source'];

// SEA-1, SEA-3, SEA-5
test('finds words in every kind of text, with what opens it and marks where they stand', async () => {
  const { engagementId, attachmentId, pageId, filename } = await addTexts(
    tenant,
    'Zweckgemeinschaft Ärzte',
  );
  await waitForFound(tenant, 'ärzte', allKinds.length);
  const found = await search('ärzte ZWECKGEMEINSCHAFT');
  expect(found.map(({ kind }) => kind).sort()).toEqual(allKinds);
  for (const result of found) {
    expect(result).toMatchObject({ engagementId, engagementName: 'Nordic entry' });
    expect([result.kind, marked(result)]).toEqual([result.kind, ['Zweckgemeinschaft', 'Ärzte']]);
  }
  const of = (kind: SearchKind) => found.find((result) => result.kind === kind);
  const none = {
    filename: null,
    version: null,
    attachmentId: null,
    commentId: null,
    pageId: null,
    location: null,
    url: null,
  };
  expect(of('deliverable')).toMatchObject({
    ...none,
    filename,
    version: 1,
    title: 'Market of Norway',
  });
  expect(of('deliverable')?.snippet).toMatch(/^….* It says Zweckgemeinschaft Ärzte here\. Source$/);
  const byFrontMatter = await search('extractive', '&kind=deliverable');
  expect(byFrontMatter.map(({ snippet }) => snippet)).toEqual([
    expect.stringMatching(/^Market of Norway Filler text\. /),
  ]);
  expect(of('source')).toMatchObject({
    ...none,
    filename: 'costs.csv',
    attachmentId,
    location: 'page 78',
  });
  expect(of('comment')).toMatchObject({
    ...none,
    filename,
    version: 1,
    title: 'Clara',
    commentId: expect.any(String),
  });
  expect(of('page')).toMatchObject({
    ...none,
    title: 'A study',
    pageId,
    url: 'https://example.com/study',
  });
  expect(of('engagement')).toMatchObject({
    ...none,
    title: 'Nordic entry · Acme',
    snippet: 'Look at Zweckgemeinschaft Ärzte.',
  });
  expect((await search('zweckgemeinschaft', '&kind=page')).map(({ kind }) => kind)).toEqual([
    'page',
  ]);
  expect(await search('zweckgemeinschaft', '&engagementId=other')).toEqual([]);
});

// SEA-2, SEA-4
describe('words', () => {
  test.each([
    [
      'with other accents, case, width',
      'Größe Café ＡＢＣ',
      ['grosse', 'CAFE', 'abc', 'größe café'],
    ],
    [
      'by their beginning and within',
      'Elektrokupferpreis',
      ['elektro', 'kupfer', 'preis', 'ktrokup'],
    ],
    [
      'of languages without spaces',
      '東京の市場規模は拡大している',
      ['市場規模', '市場', '拡大', '京', 'る'],
    ],
    ['of Korean and Thai', '한국시장 ตลาดไทย', ['시장', 'ไทย']],
    ['of other alphabets', 'Москва ΑΘΉΝΑ', ['москва', 'Αθήνα', 'моск']],
    [
      'of scripts with other cases and marks',
      'DIŞARI IĞDIR ΟΔΟΣ ΆΝΘΡΩΠΟΣ الْعَرَبِيَّة إلى הַכְנָסוֹת ١٢٣ Łódź Ærø',
      [
        'dışarı',
        'ığdır',
        'οδος',
        'οδός',
        'ανθρωπος',
        'العربية',
        'الى',
        'הכנסות',
        '123',
        'lodz',
        'aero',
      ],
    ],
    ['of capitals for small letters', 'ışık', ['IŞIK', 'isik']],
    [
      'with invisible characters',
      'soft\u00adware zero\u200bwidth',
      ['software', 'soft\u00adware', 'zerowidth'],
    ],
    [
      'with signs that are part of a name',
      'In C++, C# or F#; Notepad++.',
      ['C++', 'C#', 'f#', 'notepad++', 'notepad'],
    ],
    ['with signs', "O'Brien’s up 12,5% (AT&T)", ["o'brien", '12,5', 'AT&T', 'brien']],
  ])('%s', async (_title, words, questions) => {
    const one = await createTestTenant(platform);
    const { id } = await one.createEngagement({ brief: words });
    await waitForFound(one, questions[0] ?? '', 1);
    for (const q of questions) {
      const found = await searchAs(one, q);
      expect([q, found.map(({ engagementId }) => engagementId)]).toEqual([q, [id]]);
      expect([q, found[0]?.marks.length]).not.toEqual([q, 0]);
    }
    for (const q of ['xyz', '?!', '*', "' | ''", '北', `${questions[0]} xyz`])
      expect(await searchAs(one, q)).toEqual([]);
  });

  test('in titles come first, then whole words, then parts of words', async () => {
    const one = await createTestTenant(platform);
    const parts = await one.createEngagement({ name: 'C', brief: 'Harborside' });
    const body = await one.createEngagement({ name: 'B', brief: 'The harbor' });
    const title = await one.createEngagement({ name: 'A harbor', brief: 'Of ships' });
    await waitForFound(one, 'harbor', 3);
    const found = await searchAs(one, 'harbor');
    expect(found.map(({ engagementId }) => engagementId)).toEqual([title.id, body.id, parts.id]);
  });
});

// SEA-5
test('a changed text is found by its new words only, the latest version alone, and nothing once it is deleted', async () => {
  const { engagementId, runId, attachmentId, filename } = await addTexts(tenant, 'Quokka');
  await expect.poll(() => kindsOf('quokka')).toEqual(allKinds);
  const content = 'Now a wombat.';
  await insertDeliverable(platform.database, tenant.tenantId, engagementId, {
    runId,
    filename,
    version: 2,
    content,
  });
  await insertDeliverable(platform.database, tenant.tenantId, engagementId, {
    runId,
    filename: '_notes.md',
    content,
  });
  await tenant.patch(`/api/engagements/${engagementId}`, { brief: 'A wombat, too.' });
  // The old words are gone at once, the new ones come soon.
  expect(await kindsOf('quokka')).toEqual(['comment', 'page', 'source']);
  await waitForFound(tenant, 'wombat', 2);
  expect((await search('wombat')).map(({ kind, version }) => [kind, version]).sort()).toEqual([
    ['deliverable', 2],
    ['engagement', null],
  ]);
  expect(
    (await tenant.delete(`/api/engagements/${engagementId}/attachments/${attachmentId}`)).status,
  ).toBe(200);
  expect(await kindsOf('quokka')).toEqual(['comment', 'page']);
  expect((await tenant.delete(`/api/engagements/${engagementId}`)).status).toBe(200);
  expect(await search('quokka wombat')).toEqual([]);
  const left = `select (select count(*) from platform.search_texts where engagement_id = $1)
    + (select count(*) from platform.search_changes where engagement_id = $1) as left`;
  expect(await platform.asSuperuser(left, [engagementId])).toEqual([{ left: 0 }]);
});

// SEA-11
test.each([
  ['an engagement', 'engagements', 'engagement'],
  ['a file', 'attachments', 'source'],
])(
  'texts of %s that is being deleted are indexed later, so that neither waits for the other',
  async (_title, table, kind) => {
    const one = await createTestTenant(platform);
    const { tenantId } = one;
    const { engagementId, attachmentId } = await addTexts(one, 'Numbat');
    await waitForFound(one, 'numbat', allKinds.length);
    const source = kind === 'source' ? attachmentId : engagementId;
    await platform.asSuperuser(
      `insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, due_at)
      values ($1, $2, $3, $4, 'infinity')`,
      [tenantId, engagementId, kind, source],
    );
    await platform.database.withTenant(tenantId, async (indexing) => {
      // No other process indexes meanwhile.
      await indexing.query({
        text: `select pg_advisory_xact_lock(hashtextextended('search ${tenantId}', 0))`,
      });
      await indexing.query({ text: `set local lock_timeout = '1s'` });
      await platform.database.withTenant(tenantId, async (deleting) => {
        await deleting.query({
          text: `select from platform.${table} where id = $1 for update`,
          values: [source],
        });
        await platform.asSuperuser(
          `update platform.search_changes set due_at = '-infinity' where tenant_id = $1`,
          [tenantId],
        );
        const { rows } = await indexing.query({
          text: 'select done, failures from platform.index_changes(20)',
        });
        expect(rows).toEqual([{ done: 0, failures: [] }]);
      });
    });
    const waiting = 'select kind from platform.search_changes where tenant_id = $1';
    await expect.poll(() => platform.asSuperuser(waiting, [tenantId])).toEqual([]);
  },
);

// SEA-11
test('a text that cannot be indexed is tried again later and keeps no other one from being found', async () => {
  const one = await createTestTenant(platform);
  const { id } = await one.createEngagement({ brief: 'Before' });
  await platform.asSuperuser(
    `insert into platform.search_changes (tenant_id, engagement_id, kind, source_id) values ($1, $2, 'unknown', 'x')`,
    [one.tenantId, id],
  );
  await one.createEngagement({ brief: 'An axolotl after it' });
  await waitForFound(one, 'axolotl', 1);
  const waiting =
    'select kind, failures > 0 as failed from platform.search_changes where tenant_id = $1';
  expect(await platform.asSuperuser(waiting, [one.tenantId])).toEqual([
    { kind: 'unknown', failed: true },
  ]);
  await platform.asSuperuser('delete from platform.search_changes where tenant_id = $1', [
    one.tenantId,
  ]);
});

// SEA-2, SEA-12
test('among many texts, parts of a common word and of a rare one find the text that has both', async () => {
  const one = await createTestTenant(platform);
  const { id } = await one.createEngagement();
  const add = (kind: string, from: number, to: number, words: string) =>
    platform.asSuperuser(
      `insert into platform.search_texts (tenant_id, engagement_id, kind, source_id, title, words)
        select $1, $2, $3, 'text-' || n, 'Text ' || n, e' text\n ' || $4 from generate_series($5::integer, $6::integer) n`,
      [one.tenantId, id, kind, words, from, to],
    );
  await add('engagement', 1, 1, 'plover zebrafinch');
  await add('comment', 2, 9_950, 'plover');
  await add('engagement', 9_951, 10_002, 'plover report');
  const titles = async (q: string) => (await searchAs(one, q)).map(({ title }) => title);
  expect([await titles('plov zebraf'), await titles('plover zebrafinch')]).toEqual([
    ['Text 1'],
    ['Text 1'],
  ]);
  const newest = await titles('plov repo');
  expect([newest.length, newest[0]]).toEqual([50, 'Text 10002']);
  expect([await titles('zebraf repo'), await titles('lover')]).toEqual([[], []]);
  await platform.asSuperuser('delete from platform.search_texts where tenant_id = $1', [
    one.tenantId,
  ]);
});

// WAL-21
test('texts behind a wall take no places of those that an outsider sees', async () => {
  const one = await createTestTenant(platform);
  const [open, hidden] = [
    await one.createEngagement({ name: 'Plover plan' }),
    await one.createEngagement(),
  ];
  await waitForFound(one, 'plover', 1);
  await platform.asSuperuser(
    `insert into platform.search_texts (tenant_id, engagement_id, kind, source_id, title, words)
      select $1, $2, 'comment', 'text-' || n, 'Plover', ' plover\n plover plover' from generate_series(1, 2500) n`,
    [one.tenantId, hidden.id],
  );
  const found = async (q: string) =>
    (await searchAs(one, q)).map(({ engagementId }) => engagementId);
  await raiseWall(platform, one.tenantId, { engagementIds: [hidden.id] });
  for (const q of ['plover', 'plov']) expect([q, await found(q)]).toEqual([q, [open.id]]);
  const lists = [`/api/engagements?q=plover`, `/api/engagement-summaries?q=plover`];
  for (const path of lists)
    expect(JSON.stringify((await one.get(path)).body)).not.toContain(hidden.id);
  await platform.asSuperuser('delete from platform.search_texts where tenant_id = $1', [
    one.tenantId,
  ]);
});

// SEA-6, SEA-7
test('nothing is found of another tenant, and nothing by a key beyond its engagement', async () => {
  const [own, stranger] = [await createTestTenant(platform), await createTestTenant(platform)];
  const first = await own.createEngagement({ brief: 'The pangolin paper' });
  const second = await own.createEngagement({ brief: 'Another pangolin paper' });
  await stranger.createEngagement({ brief: 'A pangolin of strangers' });
  await waitForFound(own, 'pangolin', 2);
  await waitForFound(stranger, 'pangolin', 1);
  for (const q of ['pangolin', 'pangol', 'PANGO']) {
    expect((await searchAs(own, q)).map(({ engagementId }) => engagementId).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    expect(await searchAs(stranger, q)).toHaveLength(1);
  }
  expect(await searchAs(stranger, `=${own.tenantId}`)).toEqual([]);
  expect(await searchAs(stranger, 'pangolin', `&engagementId=${first.id}`)).toEqual([]);
  const key = await own.post<{ key: string }>('/api/api-keys', {
    name: 'Key',
    engagementId: first.id,
  });
  const bound = createClient(platform.baseUrl, key.body.key);
  expect((await searchAs(bound, 'pangolin')).map(({ engagementId }) => engagementId)).toEqual([
    first.id,
  ]);
  expect(await searchAs(bound, 'pangolin', `&engagementId=${second.id}`)).toEqual([]);
  for (const wrong of ['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`, '?q=a&kind=b']) {
    expect((await own.get(`/api/search${wrong}`)).status).toBe(400);
  }
  // The function uses the index although the policy of tenants keeps the planner from it.
  const scans = `select pg_stat_get_xact_numscans('platform.search_texts_keys'::regclass) as scans`;
  const ids = await platform.database.withTenant(stranger.tenantId, async (tx) => {
    const before = await tx.query<{ scans: number }>({ text: scans });
    const found = await tx.query({
      text: `select id from platform.find_texts('pangolin', true, '', '', 50)`,
    });
    const after = await tx.query<{ scans: number }>({ text: scans });
    const all = await tx.query({ text: 'select id from platform.search_texts' });
    const keys = (after.rows[0]?.scans ?? 0) - (before.rows[0]?.scans ?? 0);
    return { found: found.rowCount, all: all.rowCount, keys };
  });
  expect(ids).toEqual({ found: 1, all: 1, keys: expect.any(Number) });
  expect(ids.keys).toBeGreaterThan(0);
});
