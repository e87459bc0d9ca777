import type { IssuedPortalToken, PortalView } from '@ecp/contract/reach/portal';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { readDeck } from '@ecp/documents/deck/testing/read-deck';
import { editPart } from '@ecp/documents/word/testing/edit-docx';
import { readParts } from '@ecp/documents/word/testing/read-parts';
import { readZip } from '@ecp/dossier/zip';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(() => setDefault('all'));

const content = `# Keep the shop

Keep the shop.[^1] It earns most.

## Market

The market grew by 12 % in 2025.[^2]

[^1]: till.csv: “Shop | 61”
[^2]: growth.csv: “2025 | 12 %”
`;
const plain = `# Keep the shop

Keep the shop. It earns most.

## Market

The market grew by 12 % in 2025.
`;

const setDefault = (clientFootnotes: 'all' | 'none') =>
  tenant.owner.patch('/api/account/branding', { clientFootnotes });

interface Paper {
  path: string;
  document: string;
}

async function createPaper(text = content): Promise<Paper> {
  const { database } = platform;
  const id = await insertEngagement(database, tenant.tenantId, { status: 'completed' });
  const runId = await insertRun(database, tenant.tenantId, id);
  await insertDeliverable(database, tenant.tenantId, id, {
    runId,
    filename: 'paper.md',
    content: text,
  });
  const path = `/api/engagements/${id}`;
  return { path, document: `${path}/deliverables/paper.md` };
}

const cookie = () =>
  [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(platform.baseUrl + path, { ...init, headers });

async function download(path: string, headers = { cookie: cookie() } as Record<string, string>) {
  const answer = await send(path, headers);
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  return Buffer.from(await answer.arrayBuffer());
}

const pdfText = async (path: string, headers?: Record<string, string>) =>
  (await readPdf(await download(path, headers))).text;

const wordText = async (path: string, headers?: Record<string, string>) =>
  Object.values(readParts(await download(path, headers))).join(' ');

async function deckText(path: string): Promise<string> {
  const { slides, text } = await readDeck(new Uint8Array(await download(path)));
  return slides.map((slide) => text(slide)).join(' ');
}

const read = async (path: string) => (await tenant.owner.get<DeliverableDetail>(path)).body;

/** Words of the notes alone. */
const notes = /growth/i;

describe('a deliverable', () => {
  // DEL-14
  test('is read without footnotes; everything else is that of the text with them', async () => {
    const { document } = await createPaper();
    const whole = await read(document);
    expect(whole.content).toBe(content);
    expect(await read(`${document}?footnotes=all`)).toEqual(whole);
    expect(await read(`${document}?footnotes=none`)).toEqual({ ...whole, content: plain });
    expect(await read(`${document}?footnotes=none&version=1`)).toMatchObject({ content: plain });
    const unknown = await tenant.owner.get(`${document}?footnotes=none&version=2`);
    expect(unknown.status).toBe(404);
  });

  // DEL-14
  test('that is long is read without footnotes in a child', async () => {
    const paragraphs = Array.from({ length: 2_000 }, (_, at) => `Sales ${at} rose.[^${at}]`);
    const definitions = Array.from({ length: 2_000 }, (_, at) => `[^${at}]: till.csv, row ${at}`);
    const { document } = await createPaper(
      `${paragraphs.join('\n\n')}\n\n${definitions.join('\n')}\n`,
    );
    const { content: text } = await read(`${document}?footnotes=none`);
    expect(text).toBe(`${paragraphs.join('\n\n').replace(/\[\^\d+\]/g, '')}\n`);
  });
});

describe('an export', () => {
  // EXP-32
  test.each([
    'deliverables/paper.md?footnotes=some',
    'deliverables/paper.md?footnotes=',
    'deliverables/paper.md?footnotes=all&footnotes=none',
    'deliverables/paper.md/export/pdf?footnotes=some',
    'deliverables/paper.md/export/docx?footnotes=some',
    'deliverables/paper.md/export/pptx?footnotes=some',
    'export/pdf?footnotes=some',
    'export/docx?footnotes=some',
    'export/pptx?footnotes=some',
    'export/xlsx?footnotes=some',
    'export/dossier?footnotes=some',
  ])('%s is refused', async (rest) => {
    const { path } = await createPaper();
    expect(await tenant.owner.get(`${path}/${rest}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path: '/footnotes' }] },
    });
  });

  // EXP-32
  test('as PDF and Word has footnotes or none, of one document and of all', async () => {
    const { path, document } = await createPaper();
    for (const place of [path, document]) {
      expect(await pdfText(`${place}/export/pdf`)).toMatch(notes);
      const text = await pdfText(`${place}/export/pdf?footnotes=none`);
      expect(text).toContain('Keep the shop. It earns most.');
      expect(text).not.toMatch(notes);
      expect(await wordText(`${place}/export/docx`)).toMatch(notes);
      expect(await wordText(`${place}/export/docx?footnotes=none`)).not.toMatch(notes);
    }
  });

  // EXP-32
  test('as a deck names no sources of footnotes, and a workbook stays as it is', async () => {
    const { path, document } = await createPaper();
    for (const place of [path, document]) {
      expect(await deckText(`${place}/export/pptx`)).toContain('till.csv');
      const text = await deckText(`${place}/export/pptx?footnotes=none`);
      expect(text).toContain('Keep the shop');
      expect(text).not.toContain('till.csv');
    }
    expect((await download(`${path}/export/xlsx?footnotes=none`)).length).toBeGreaterThan(1_000);
  });

  // EXP-32, DOS-1
  test('of a dossier has PDFs without footnotes beside the approved texts as they are', async () => {
    const { path, document } = await createPaper();
    await tenant.owner.post(`${document}/review`, { action: 'approve' });
    const printed = async (query: string) => {
      const zip = await download(`${path}/export/dossier${query}`);
      const files = (await readZip(new Uint8Array(zip))) ?? [];
      const contents = new Map(files.map((file) => [file.path, file.content]));
      expect(Buffer.from(contents.get('documents/paper.md') ?? []).toString()).toBe(content);
      return (await readPdf(contents.get('documents/paper.pdf') ?? new Uint8Array())).text;
    };
    expect(await printed('')).toMatch(notes);
    expect(await printed('?footnotes=none')).not.toMatch(notes);
  });

  // EXP-32, BRA-7
  test('for a client follows the branding unless the request chooses; the team’s does not', async () => {
    const { path, document } = await createPaper();
    await setDefault('none');
    expect(await pdfText(`${document}/export/pdf`)).toMatch(notes);
    expect(await pdfText(`${document}/export/pdf?audience=client`)).not.toMatch(notes);
    const choice = 'audience=client&footnotes=all';
    expect(await pdfText(`${document}/export/pdf?${choice}`)).toMatch(notes);
    expect(await wordText(`${path}/export/docx?audience=client`)).not.toMatch(notes);
    expect(await wordText(`${path}/export/docx?${choice}`)).toMatch(notes);
    // A client reads the words of a file's name.
    expect(await deckText(`${path}/export/pptx?audience=client`)).not.toMatch(/till/i);
    expect(await deckText(`${path}/export/pptx?${choice}`)).toMatch(/till/i);
    expect((await read(document)).content).toBe(content);
  });

  // WRD-13
  test('to Word without footnotes comes back with them where nothing was changed', async () => {
    const { document } = await createPaper();
    const docx = await download(`${document}/export/docx?footnotes=none`);
    const post = async (file: Buffer) => {
      const body = makeForm({}, { name: 'paper.docx', content: file });
      const answer = await send(
        `${document}/import`,
        { cookie: cookie() },
        { method: 'POST', body },
      );
      return { status: answer.status, body: await answer.json() };
    };
    expect(await post(docx)).toMatchObject({ status: 409, body: { code: 'nothing_changed' } });
    const changed = editPart(docx, (xml) => xml.replace('It earns most.', 'It earns more.'));
    expect(await post(changed)).toMatchObject({ status: 201, body: { version: 2, warnings: [] } });
    expect((await read(document)).content).toContain('12 % in 2025.[^2]');
  });
});

describe('the portal', () => {
  async function issue(path: string) {
    const { body } = await tenant.owner.post<IssuedPortalToken>(`${path}/portal-tokens`, {
      permissions: ['read', 'comment', 'download', 'sources'],
    });
    return {
      client: createClient(platform.baseUrl, body.token),
      headers: { authorization: `Bearer ${body.token}` },
    };
  }

  // POR-25, BRA-7
  test('shows and gives documents as the branding says, unless the request chooses', async () => {
    const { path } = await createPaper();
    const { client, headers } = await issue(path);
    const textOf = async (query = '') => {
      const { body } = await client.get<PortalView>(`/api/portal${query}`);
      return body.deliverables[0]?.content;
    };
    const places = ['', '/deliverables/paper.md'].map((place) => `/api/portal${place}/export`);
    expect(await textOf()).toContain('[^2]');
    expect(await textOf('?footnotes=none')).toBe(plain);
    for (const place of places) {
      expect(await pdfText(`${place}/pdf`, headers)).toMatch(notes);
      expect(await pdfText(`${place}/pdf?footnotes=none`, headers)).not.toMatch(notes);
    }
    await setDefault('none');
    expect(await textOf()).toBe(plain);
    expect(await textOf('?footnotes=all')).toContain('[^2]');
    for (const place of places) {
      expect(await pdfText(`${place}/pdf`, headers)).not.toMatch(notes);
      expect(await wordText(`${place}/docx`, headers)).not.toMatch(notes);
      expect(await wordText(`${place}/docx?footnotes=all`, headers)).toMatch(notes);
    }
    for (const query of ['', ...['pdf', 'docx'].map((form) => `/export/${form}`)]) {
      expect(await client.get(`/api/portal${query}?footnotes=some`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });

  // POR-25
  test('takes a comment on words that it shows without their mark', async () => {
    const { path } = await createPaper();
    await setDefault('none');
    const { client } = await issue(path);
    const quote = 'Keep the shop. It earns most.';
    const comment = { filename: 'paper.md', body: 'Sure?', quote };
    const { status } = await client.post('/api/portal/comments', comment);
    expect(status).toBe(201);
    const { body } = await client.get<PortalView>('/api/portal');
    expect(body.comments).toMatchObject([{ quote, orphaned: false }]);
  });
});
