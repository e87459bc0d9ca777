import type { ImportResult } from '@ecp/contract/reach/exports';
import type { Comment } from '@ecp/contract/work/comments';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { editPart } from '@ecp/documents/word/testing/edit-docx';
import { readParts } from '@ecp/documents/word/testing/read-parts';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm } from '../../../../testing/hostile/example-requests.ts';
import { makeWordFile } from '../../../../testing/hostile/make-word-file.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const content =
  '# Entry\n\nWe advise to enter. See market.md.\n\n## Market\n\nThe market grew by 12 % in 2025.[^1]\n\n' +
  '## Risks\n\nFew.\n\n## Answers to the reviewer\n\n- Met: all of it.\n\n[^1]: Brief: “The market grew by 12 % in 2025.”\n';

async function createDocument(): Promise<{ id: string; path: string }> {
  const { database } = platform;
  const tasks = [{ id: 'task-1', name: 'Entry', agent: 'strategist' }];
  const brief = 'The market grew by 12 % in 2025. How to enter it?';
  const id = await insertEngagement(database, tenant.tenantId, {
    brief,
    tasks,
    status: 'completed',
  });
  const runId = await insertRun(database, tenant.tenantId, id);
  await insertDeliverable(database, tenant.tenantId, id, { runId, filename: 'entry.md', content });
  await insertDeliverable(database, tenant.tenantId, id, {
    runId,
    filename: 'market.md',
    content: '# The market\n',
  });
  return { id, path: `/api/engagements/${id}/deliverables/entry.md` };
}

const send = (path: string, init: RequestInit = {}) => {
  const cookie = [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(platform.baseUrl + path, { ...init, headers: { cookie } });
};

async function download(path: string): Promise<{ response: Response; docx: Buffer }> {
  const response = await send(path);
  return { response, docx: Buffer.from(await response.arrayBuffer()) };
}

interface Imported {
  status: number;
  body: ImportResult & { code?: string };
}

async function importFile(path: string, docx: Buffer, name = 'entry.docx'): Promise<Imported> {
  const form = makeForm({}, { name, content: docx });
  const response = await send(`${path}/import`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Imported['body'] };
}

const readVersion = async (path: string) => (await tenant.owner.get<DeliverableDetail>(path)).body;

describe('the Word file of a deliverable', () => {
  // WRD-1, WRD-3, WRD-10
  test('is a download; an untouched copy changes nothing', async () => {
    const { path } = await createDocument();
    const { response, docx } = await download(`${path}/export/docx`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('entry.docx');
    // A client's copy comes back as well, and names neither version nor file.
    const client = await download(`${path}/export/docx?audience=client`);
    const parts = (file: Buffer) => Object.values(readParts(file)).join(' ');
    expect(parts(docx)).toMatch(/Version 1.*words.*Pending review/);
    expect(parts(client.docx)).not.toMatch(/Version 1|Pending review|entry\.md|Captions/);
    for (const copy of [docx, client.docx]) {
      const refused = await importFile(path, copy);
      expect([refused.status, refused.body.code]).toEqual([409, 'nothing_changed']);
    }
    expect((await readVersion(path)).version).toBe(1);
  });

  // WRD-5, WRD-6, WRD-9
  test('becomes the next version; what it does not show keeps its bytes; its comments become comments', async () => {
    const { path } = await createDocument();
    const about = { body: 'How do we know?', quote: 'The market grew' };
    const { body: known } = await tenant.owner.post<Comment>(`${path}/comments`, about);
    const { docx } = await download(`${path}/export/docx`);
    const changed = editPart(
      editPart(docx, (xml) => xml.replace('Few.', 'Few that we can name.')),
      (xml) =>
        xml
          .replace('How do we know?', 'Who says that?')
          .replace(/w:author="[^"]*"/, 'w:author="Partner"'),
      'word/comments.xml',
    );
    const withoutIds = editPart(
      changed,
      (xml) => xml.replaceAll(/w16cid:durableId="[^"]*"/g, 'w16cid:durableId="1"'),
      'word/commentsIds.xml',
    );
    const { status, body } = await importFile(path, withoutIds);
    expect([status, body.version, body.warnings]).toEqual([201, 2, []]);
    expect(body.comments).toMatchObject([
      {
        body: 'Partner: Who says that?',
        quote: 'The market grew',
        author: { kind: 'user', id: tenant.userId },
        version: 2,
      },
    ]);
    const detail = await readVersion(path);
    expect(detail).toMatchObject({ version: 2, origin: 'import', editedBy: { id: tenant.userId } });
    expect(detail.content).toBe(content.replace('Few.', 'Few that we can name.'));
    const { comments } = (await tenant.owner.get<{ comments: Comment[] }>(`${path}/comments`)).body;
    expect(comments.map(({ id }) => id)).toEqual([known.id, body.comments[0]?.id]);
  });

  // WRD-6
  test('of an older version is merged by sections with the latest; both changes of one section are kept', async () => {
    const { path } = await createDocument();
    const { docx } = await download(`${path}/export/docx`);
    const other = content
      .replace('We advise to enter.', 'We advise to wait.')
      .replace('Few.', 'Many.');
    await tenant.owner.put(path, { content: other, baseVersion: 1 });
    const { status, body } = await importFile(
      path,
      editPart(docx, (xml) => xml.replace('Few.', 'None.')),
    );
    expect([status, body.version]).toEqual([201, 3]);
    expect(body.warnings).toEqual([
      { kind: 'conflict', place: 'Risks', text: expect.stringContaining('Many.') },
    ]);
    expect((await readVersion(path)).content).toBe(other.replace('Many.', 'None.'));
  });

  // WRD-6, WRD-8
  test('from elsewhere is taken with a warning; one that is none is refused and leaves nothing', async () => {
    const { id, path } = await createDocument();
    const broken = await importFile(path, Buffer.from('PK\u0003\u0004 and nothing'));
    expect([broken.status, broken.body.code]).toEqual([400, 'word_file_refused']);
    for (const name of ['entry.docm', 'entry.xlsx', 'entry']) {
      const other = await importFile(path, makeWordFile('Enter by Oslo.'), name);
      expect([name, other.status, other.body.code]).toEqual([name, 400, 'word_file_refused']);
    }
    expect((await readVersion(path)).version).toBe(1);
    const { status, body } = await importFile(path, makeWordFile('Enter by Oslo.'));
    expect([status, body.warnings[0]?.kind]).toEqual([201, 'unknown_origin']);
    expect((await readVersion(path)).content).toContain('Enter by Oslo.');
    const strange = await importFile(
      `/api/engagements/${id}/deliverables/none.md`,
      makeWordFile('x'),
    );
    expect(strange.status).toBe(404);
  });
});

// WRD-2
test('the Word file of an engagement has all its deliverables as clients get them', async () => {
  const { id } = await createDocument();
  const { response, docx } = await download(`/api/engagements/${id}/export/docx`);
  expect(response.status).toBe(200);
  let xml = '';
  editPart(docx, (text) => {
    xml = text;
    return text;
  });
  expect(xml).toContain('The market');
  expect(xml).not.toContain('Answers to the reviewer');
});
