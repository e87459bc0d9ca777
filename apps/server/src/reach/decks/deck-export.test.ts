import type { DeckTemplateState } from '@ecp/contract/reach/decks';
import { createId } from '@ecp/database/create-id';
import {
  firmTemplateFiles,
  packTemplate,
  type TemplateFiles,
} from '@ecp/documents/deck/testing/firm-template';
import { readDeck } from '@ecp/documents/deck/testing/read-deck';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createPopulatedTenant(platform);
});

async function createPaper() {
  const { database, asSuperuser } = platform;
  const id = await insertEngagement(database, tenant.tenantId, { name: 'Shop or stall' });
  const runId = await insertRun(database, tenant.tenantId, id);
  const query = createId();
  const chart = JSON.stringify({
    query,
    type: 'bar',
    x: 'place',
    y: ['sales'],
    title: 'The shop leads',
    unit: 'EUR',
  });
  const content = `# Keep the shop\n\nKeep the shop.[^1] It earns most.\n\n\`\`\`chart\n${chart}\n\`\`\`\n\n[^1]: till.csv: “Shop | 61”\n`;
  await insertDeliverable(database, tenant.tenantId, id, { runId, filename: 'paper.md', content });
  const rows = JSON.stringify([
    ['Shop', 61],
    ['Stall', 39],
  ]);
  const columns = JSON.stringify([
    { name: 'place', type: 'text', unit: null },
    { name: 'sales', type: 'number', unit: null },
  ]);
  await asSuperuser(
    `insert into platform.queries (id, tenant_id, engagement_id, title, sql, columns, rows, rows_bytes, row_count,
        truncated, result_hash, tables, author_kind, author_name, created_at)
      values ($1, $2, $3, 'Sales by place', 'select 1', $4, $5, 9, 2, false, 'h', '[]', 'user', 'Ada', now())`,
    [query, tenant.tenantId, id, columns, rows],
  );
  return `/api/engagements/${id}`;
}

async function download(path: string) {
  const answer = await fetch(platform.baseUrl + path, { headers: tenant.sessions.viewer });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('presentationml.presentation');
  const name = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { name, deck: await readDeck(new Uint8Array(await answer.arrayBuffer())) };
}

const path = '/api/account/branding/deck-template';
async function put(name: string, content: Uint8Array, by = tenant.sessions.owner) {
  const body = makeForm({}, { name, content: Buffer.from(content) });
  const answer = await fetch(platform.baseUrl + path, { method: 'PUT', body, headers: by });
  return {
    status: answer.status,
    body: (await answer.json()) as DeckTemplateState & { code?: string; error?: string },
  };
}
const audited = () =>
  platform.asSuperuser<{ action: string }>(
    `select action from platform.audit_log where tenant_id = $1 and (action like '%pptx' or action like '%deck_template')
      order by created_at`,
    [tenant.tenantId],
  );

// DCK-12, DCK-4
test('the slides of all documents and of one are decks that open, with their charts; a client’s has no notes', async () => {
  const engagement = await createPaper();
  const { name, deck } = await download(`${engagement}/export/pptx`);
  expect(deck.faults).toEqual([]);
  expect([name, deck.slides.length]).toEqual(['market-entry.pptx', 4]);
  const slides = deck.slides.map((slide) => deck.text(slide));
  expect(slides[1]).toContain('Keep the shop');
  const files = Object.keys(deck.files);
  expect(files.filter((file) => /^ppt\/charts\/[^/]*\.xml$/.test(file))).toHaveLength(1);
  const notes = files.filter((file) => /^ppt\/notesSlides\/[^/]*\.xml$/.test(file));
  expect(notes.map((file) => deck.text(file)).join()).toContain('select 1');
  const client = await download(`${engagement}/deliverables/paper.md/export/pptx?audience=client`);
  expect(client.name).toBe('Keep_the_shop.pptx');
  expect(client.deck.slides).toHaveLength(4);
  const shown = Object.keys(client.deck.files).map((file) => client.deck.text(file));
  expect(shown.join()).not.toMatch(/select 1|till\.csv/);
  expect((await audited()).map(({ action }) => action)).toEqual([
    'engagement.export_pptx',
    'deliverable.export_pptx',
  ]);
  const missing = await fetch(`${platform.baseUrl}${engagement}/deliverables/none.md/export/pptx`, {
    headers: tenant.sessions.viewer,
  });
  expect(missing.status).toBe(404);
});

// DCK-13
test('decks are written into the firm’s master, until it is removed with its file', async () => {
  const engagement = await createPaper();
  expect((await tenant.owner.get(path)).body).toEqual({ template: null });
  const set = await put('Firm master.pptx', packTemplate(firmTemplateFiles()));
  expect(set).toMatchObject({
    status: 200,
    body: {
      template: {
        filename: 'Firm master.pptx',
        layouts: expect.arrayContaining([{ use: 'title', name: expect.any(String) }]),
      },
    },
  });
  expect((await tenant.owner.get(path)).body).toEqual(set.body);
  const { deck } = await download(`${engagement}/export/pptx`);
  expect(deck.faults).toEqual([]);
  expect(deck.slides).toHaveLength(4);
  const own = Object.keys(deck.files).filter((file) => file.endsWith('.png'));
  expect(own.length).toBeGreaterThan(0);
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of platform.services.storage.list(
      `tenants/${tenant.tenantId}/deck-templates/`,
    ))
      keys.push(key);
    return keys.length;
  };
  expect(await stored()).toBe(1);
  await put('Next.pptx', packTemplate(firmTemplateFiles()));
  await pollUntil(stored, (count) => count === 1);
  expect(
    (await put('x.pptx', packTemplate(firmTemplateFiles()), tenant.sessions.member)).status,
  ).toBe(403);
  expect((await tenant.owner.delete(path)).body).toEqual({ template: null });
  await pollUntil(stored, (count) => count === 0);
  expect((await tenant.owner.get(path)).body).toEqual({ template: null });
  expect((await audited()).map(({ action }) => action)).toEqual([
    'branding.set_deck_template',
    'engagement.export_pptx',
    'branding.set_deck_template',
    'branding.remove_deck_template',
  ]);
});

// DCK-15
test('a master whose file is lost is an error that says so, never the master of ours', async () => {
  const engagement = await createPaper();
  await put('Firm master.pptx', packTemplate(firmTemplateFiles()));
  for await (const { key } of platform.services.storage.list(
    `tenants/${tenant.tenantId}/deck-templates/`,
  ))
    await platform.services.storage.delete(key);
  expect(await tenant.owner.get(`${engagement}/export/pptx`)).toMatchObject({
    status: 409,
    body: { code: 'deck_template_lost', error: expect.stringContaining('Upload it again') },
  });
  await put('Firm master.pptx', packTemplate(firmTemplateFiles()));
  expect((await download(`${engagement}/export/pptx`)).deck.faults).toEqual([]);
});

const without = (match: RegExp): TemplateFiles =>
  Object.fromEntries(Object.entries(firmTemplateFiles()).filter(([name]) => !match.test(name)));

// DCK-14
test.each<[string, Uint8Array, string, RegExp]>([
  ['master.key', strToU8('x'), 'file_type_unsupported', /\.key/],
  ['master.pptm', strToU8('PK'), 'deck_template_refused', /macros/],
  ['master.pptx', strToU8('no zip'), 'file_content_mismatch', /\.pptx/],
  [
    'master.pptx',
    zipSync({ 'a.txt': strToU8('a') }),
    'deck_template_refused',
    /presentation|damaged/,
  ],
  ['master.pptx', packTemplate(without(/slideLayouts/)), 'deck_template_refused', /: it /],
])('%s is refused with what it lacks: %#', async (name, content, code, reason) => {
  const { status, body } = await put(name, content);
  expect([status, body.code]).toEqual([400, code]);
  expect(body.error).toMatch(reason);
  expect((await tenant.owner.get(path)).body).toEqual({ template: null });
});
