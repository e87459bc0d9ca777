import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Attachment } from '@ecp/contract/work/attachments';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  attachmentIn,
  createAttachmentTenant,
  makeUnreadArchive,
} from '../../../testing/attachment-tenant.ts';
import { makePdf } from '../../../testing/document-files.ts';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import { contextIndexKey, engagementPrefix, manifestKey } from '../stored-files/stored-files.ts';
import { signDownload } from './attachments.ts';

let platform: TestPlatform;
let tenant: AttachmentTenant;
/** The tenant of all tests. Each test adds its own engagement. */
let wide: AttachmentTenant;
let clockShiftMs = 0;
beforeAll(async () => {
  platform = await startTestPlatform({ clock: { now: () => new Date(Date.now() + clockShiftMs) } });
  tenant = await createAttachmentTenant(platform);
  wide = await createAttachmentTenant(platform, { plan: 'enterprise' });
});
afterAll(() => platform.close());

/** Until durable work has written the file, it counts as one without attachments. */
const readStored = async (key: string) => {
  const stream = await platform.services.storage.get(key).catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  });
  if (!stream) return { attachments: [] };
  return JSON.parse(Buffer.concat(await Array.fromAsync(stream)).toString());
};
const storedFiles = async ({ tenantId, engagementId }: AttachmentTenant) =>
  (
    await Array.fromAsync(platform.services.storage.list(engagementPrefix(tenantId, engagementId)))
  ).map(({ key }) => key);

describe('upload', () => {
  // ATT-1, ATT-2, ATT-5, ATT-13
  test('answers 201 with the attachment; the type follows from the extension, the category is reference', async () => {
    const answer = await tenant.send('Report 2026.DOCX', Buffer.from('PK\x03\x04 not much'));
    expect(answer.status).toBe(201);
    expect(attachmentIn(answer)).toEqual({
      id: expect.any(String),
      filename: 'Report 2026.DOCX',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      sizeBytes: 13,
      category: 'reference',
      summary: null,
      extraction: 'pending',
      truncated: false,
      uploadedBy: tenant.userId,
      createdAt: expect.any(String),
    });
  });

  // ATT-2
  test.each(['reference', 'styleguide', 'design_inspiration', 'data', 'brand_assets'])(
    'takes category %s',
    async (category) => {
      const attachment = await tenant.upload(`of ${category}.txt`, 'x', {
        category,
        summary: ' Ours. ',
      });
      expect(attachment).toMatchObject({ category, summary: 'Ours.' });
    },
  );

  // ATT-5
  test('fields may come after the file', async () => {
    const form = new FormData();
    form.set('file', new Blob(['a,b\n']), 'after.csv');
    form.set('category', 'data');
    form.set('summary', 'Größen');
    const answer = await sendRequest(
      platform,
      { method: 'POST', path: tenant.path, body: form },
      tenant.headers,
    );
    expect(attachmentIn(answer)).toMatchObject({
      filename: 'after.csv',
      category: 'data',
      summary: 'Größen',
    });
  });

  // ATT-15
  test('duplicates get _1, _2', async () => {
    const names: string[] = [];
    for (let at = 0; at < 4; at += 1)
      names.push((await tenant.upload('twice.md', String(at))).filename);
    expect(names).toEqual(['twice.md', 'twice_1.md', 'twice_2.md', 'twice_3.md']);
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => tenant.upload('same.txt', 'x')),
    );
    expect(new Set(parallel.map(({ filename }) => filename)).size).toBe(8);
  });

  const refusals: [string, () => Parameters<AttachmentTenant['send']>, string][] = [
    ['an unsupported type', () => ['virus.exe', 'MZ'], '400 file_type_unsupported'],
    ['a mail, which says what to do', () => ['request.msg', 'x'], '400 file_type_unsupported'],
    ['no extension', () => ['README', 'x'], '400 file_type_unsupported'],
    [
      'an .exe named .pdf',
      () => ['report.pdf', Buffer.from('MZ\x90\0\x03\0')],
      '400 file_content_mismatch',
    ],
    [
      'a .png named .csv',
      () => ['data.csv', Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1')],
      '400 file_content_mismatch',
    ],
    ['an unknown category', () => ['a.txt', 'x', { category: 'secret' }], '400 invalid_request'],
    [
      'a summary that is too long',
      () => ['a.txt', 'x', { summary: 'x'.repeat(2_001) }],
      '400 invalid_request',
    ],
    ['a summary with U+0000', () => ['a.txt', 'x', { summary: 'a\0b' }], '400 invalid_request'],
  ];
  // ATT-6, ATT-12, ATT-14
  test.each(refusals)('refuses %s and stores nothing', async (_title, make, expected) => {
    const uploads = async () =>
      (await storedFiles(tenant)).filter((key) => key.includes('/files/')).sort();
    // Compares ids only: the text of earlier files is still being read, which changes their
    // summaries.
    const kept = async () => ({
      uploads: await uploads(),
      listed: (await tenant.list()).map(({ id }) => id),
    });
    const before = await kept();
    const answer = await tenant.send(...make());
    expect(outcome(answer)).toBe(expected);
    expect(await kept()).toEqual(before);
    expect(await platform.asSuperuser('select 1 from platform.storage_reservations')).toEqual([]);
  });

  // ATT-6, LIM-4
  test('Starter accepts exactly 10 MB; the error for a larger file names the limit', async () => {
    const own = await createAttachmentTenant(platform);
    expect((await own.upload('full.zip', makeUnreadArchive(10 * 1_048_576))).sizeBytes).toBe(
      10 * 1_048_576,
    );
    const over = await own.send('over.zip', makeUnreadArchive(10 * 1_048_576 + 1));
    expect(outcome(over)).toBe('400 file_too_large');
    expect(over.json).toMatchObject({ error: 'File exceeds the maximum size of 10 MB' });
    expect((await own.list()).map(({ filename }) => filename)).toEqual(['full.zip']);
    expect((await storedFiles(own)).filter((key) => key.includes('/files/'))).toHaveLength(1);
  });

  // ATT-6
  test('requires a file in the field named file', async () => {
    const send = (body: FormData) =>
      sendRequest(platform, { method: 'POST', path: tenant.path, body }, tenant.headers);
    const form = new FormData();
    form.set('category', 'data');
    expect(outcome(await send(form))).toBe('400 file_required');
    form.set('attachment', new Blob(['x']), 'a.txt');
    expect(outcome(await send(form))).toBe('400 file_required');
    form.set('file', 'only text');
    expect(outcome(await send(form))).toBe('400 file_required');
    const two = makeForm({}, { name: 'a.txt', content: 'x' });
    two.append('file', new Blob(['y']), 'b.txt');
    expect(outcome(await send(two))).toBe('400 invalid_request');
    const nothing = await sendRequest(
      platform,
      { method: 'POST', path: tenant.path, body: undefined },
      tenant.headers,
    );
    expect(outcome(nothing)).toBe('400 file_required');
    const json = await sendRequest(
      platform,
      { method: 'POST', path: tenant.path, body: { a: 1 } },
      tenant.headers,
    );
    expect(outcome(json)).toBe('400 file_required');
  });

  // ATT-7
  test('a missing engagement is reported before a missing file', async () => {
    const path = '/api/engagements/none/attachments';
    const answer = await sendRequest(
      platform,
      { method: 'POST', path, body: makeForm({}, { name: 'a', content: '' }) },
      tenant.headers,
    );
    expect(outcome(answer)).toBe('404 not_found');
  });

  test.each([
    ['../../../etc/cron.d/evil.txt', 'evil.txt'],
    ['..\\..\\evil.md', 'evil.md'],
    ['naïve – 市場 📈.md', 'naïve – 市場 📈.md'],
    [`${'界'.repeat(150)}.txt`, `${'界'.repeat(78)}.txt`],
    ['.txt', 'file.txt'],
  ])('turns the name %j into a valid file name', async (name, kept) => {
    const own = await addAttachmentEngagement(platform, wide);
    expect((await own.upload(name, 'x')).filename).toBe(kept);
    const folder = join(platform.dataDir, 'files');
    expect((await readdir(folder)).sort()).toEqual(['.incoming', 'tenants']);
    for (const key of await storedFiles(own))
      expect(key).toMatch(/^tenants\/\w+\/engagements\/\w+\/(files\/\w+|[\w-]+\.json)\.enc$/);
  });

  // ATT-19
  test('writes the event and the audit entry with the attachment', async () => {
    const own = await createAttachmentTenant(platform);
    const { id } = await own.upload('a.csv', 'a,b', { category: 'data' });
    const data = {
      engagementId: own.engagementId,
      attachmentId: id,
      filename: 'a.csv',
      category: 'data',
      sizeBytes: 3,
    };
    expect(
      await platform.asSuperuser(
        `select event, data from platform.outbox_events where tenant_id = $1`,
        [own.tenantId],
      ),
    ).toEqual([{ event: 'attachment.uploaded', data }]);
    const audits = await platform.asSuperuser(
      `select action, resource_id, user_id from platform.audit_log where tenant_id = $1 and resource_type = 'attachment'`,
      [own.tenantId],
    );
    expect(audits).toEqual([{ action: 'attachment.upload', resource_id: id, user_id: own.userId }]);
  });
});

describe('list, read, delete', () => {
  // ATT-4
  test('lists newest first', async () => {
    const own = await addAttachmentEngagement(platform, wide);
    for (const name of ['1.txt', '2.txt', '3.txt']) await own.upload(name, name);
    expect((await own.list()).map(({ filename }) => filename)).toEqual(['3.txt', '2.txt', '1.txt']);
  });

  // ATT-11, ATT-18, PRO-17
  test('delete removes row, text and file, frees the storage and updates the manifest', async () => {
    const own = await addAttachmentEngagement(platform, wide);
    const { id } = await own.upload('gone.txt', 'The quay is gone.');
    const kept = await own.upload('kept.txt', 'The crane stays.');
    await own.read(id);
    const url = await own.downloadUrl(id);
    expect(await own.delete(`${own.path}/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await own.get(`${own.path}/${id}`)).status).toBe(404);
    expect((await own.delete(`${own.path}/${id}`)).status).toBe(404);
    expect((await own.download(url)).status).toBe(404);
    expect(
      await platform.asSuperuser('select 1 from platform.context_chunks where attachment_id = $1', [
        id,
      ]),
    ).toEqual([]);
    await pollUntil(
      async () => (await storedFiles(own)).filter((key) => key.includes('/files/')).length,
      (count) => count === 1,
    );
    const manifest = await pollUntil(
      () => readStored(manifestKey(own.tenantId, own.engagementId)),
      // Before the second upload the manifest had one file, too.
      ({ attachments }) => attachments.length === 1 && attachments[0]?.id === kept.id,
    );
    expect(manifest.attachments).toMatchObject([{ id: kept.id, filename: 'kept.txt' }]);
  });

  // ATT-18
  test('the stored manifest and context index list every file and the locations of its text', async () => {
    const own = await addAttachmentEngagement(platform, wide);
    const { id } = await own.upload('plan.pdf', makePdf(['The quay', 'Cranes']), {
      category: 'data',
    });
    const { texts } = await own.read(id);
    expect(texts).toEqual([
      { location: 'page 1', content: 'The quay' },
      { location: 'page 2', content: 'Cranes' },
    ]);
    const key = contextIndexKey(own.tenantId, own.engagementId);
    const index = await pollUntil(
      () => readStored(key),
      ({ attachments }) => attachments[0]?.state === 'extracted',
    );
    expect(index).toEqual({
      engagementId: own.engagementId,
      attachments: [
        {
          attachmentId: id,
          source: 'plan.pdf',
          state: 'extracted',
          note: 'PDF document, 2 pages.',
          truncated: false,
          places: [
            { location: 'page 1', firstChunk: 0, chunks: 1, length: 8 },
            { location: 'page 2', firstChunk: 1, chunks: 1, length: 6 },
          ],
        },
      ],
    });
    const manifest = await pollUntil(
      () => readStored(manifestKey(own.tenantId, own.engagementId)),
      ({ attachments }) => attachments.length === 1,
    );
    expect(manifest.attachments).toMatchObject([
      { id, filename: 'plan.pdf', category: 'data', sha256: expect.any(String) },
    ]);
  });

  // ATT-17
  test('the index is searchable', async () => {
    const own = await addAttachmentEngagement(platform, wide);
    await own.read(
      (
        await own.upload(
          'a.md',
          '# Harbour\n\nThe quay costs 4.2 million.\n\n# Staff\n\nForty people.',
        )
      ).id,
    );
    const found = await platform.asSuperuser<{ location: string }>(
      `select location from platform.context_chunks
        where engagement_id = $1 and search @@ websearch_to_tsquery('simple', 'quay million')`,
      [own.engagementId],
    );
    expect(found).toEqual([{ location: 'section Harbour' }]);
  });

  // PRO-17
  test('deleting an engagement deletes all its files', async () => {
    const own = await addAttachmentEngagement(platform, wide);
    await own.read((await own.upload('a.txt', 'x')).id);
    await pollUntil(
      () => storedFiles(own),
      (keys) => keys.length === 3,
    );
    const url = await own.downloadUrl((await own.list())[0]?.id ?? '');
    expect((await own.delete(`/api/engagements/${own.engagementId}`)).status).toBe(200);
    expect((await own.download(url)).status).toBe(404);
    await pollUntil(
      () => storedFiles(own),
      (keys) => keys.length === 0,
    );
  });
});

describe('download links', () => {
  let attachment: Attachment;
  beforeAll(async () => {
    attachment = await tenant.upload('wage "list" – 表.html', '<script>alert(1)</script>');
  });

  // ATT-9, ATT-20
  test('return the unchanged file as a download that the browser does not display', async () => {
    const { status, headers, body } = await tenant.download(
      await tenant.downloadUrl(attachment.id),
    );
    expect(status).toBe(200);
    expect(body.toString()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-length': '25',
      'content-disposition': `attachment; filename="wage _list_ _ _.html"; filename*=UTF-8''wage%20_list_%20%E2%80%93%20%E8%A1%A8.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  // ATT-10
  test('are new each time and need no credentials', async () => {
    const urls = [await tenant.downloadUrl(attachment.id), await tenant.downloadUrl(attachment.id)];
    expect(urls[0]).not.toBe(urls[1]);
    expect(urls[0]).toMatch(/^http:\/\/localhost:3000\/api\/downloads\/[\w.-]+$/);
    for (const url of urls) expect((await tenant.download(url)).status).toBe(200);
  });

  // ATT-10
  test('expire after one hour', async () => {
    const url = await tenant.downloadUrl(attachment.id);
    clockShiftMs = 3_595_000;
    expect((await tenant.download(url)).status).toBe(200);
    clockShiftMs = 3_600_001;
    const { status, body } = await tenant.download(url);
    clockShiftMs = 0;
    expect({ status, ...JSON.parse(body.toString()) }).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  // ATT-3, ATT-10
  test('open nothing when any part of them is changed', async () => {
    const other = await tenant.upload('other.txt', 'other');
    const url = await tenant.downloadUrl(attachment.id);
    const token = url.split('/').at(-1) ?? '';
    const [owner, id, expiry, nonce, seal = ''] = token.split('.');
    const otherSeal = (await tenant.downloadUrl(other.id)).split('.').at(-1);
    const changed = [
      [owner, other.id, expiry, nonce, seal],
      [owner, id, `${expiry}0`, nonce, seal],
      ['another', id, expiry, nonce, seal],
      [owner, id, expiry, 'nonce', seal],
      [owner, id, expiry, nonce, otherSeal],
      [owner, id, expiry, nonce, ''],
      [owner, id, expiry, nonce, seal.slice(0, -2)],
      [owner, id, expiry, nonce],
      [owner, id, expiry, seal],
      ['.', '.', '.'],
      ['x'],
    ];
    for (const parts of changed) {
      const { status } = await tenant.download(url.replace(token, parts.join('.')));
      expect({ parts, status }).toEqual({ parts, status: 404 });
    }
  });

  test('answer HEAD with the headers, and leave no file open', async () => {
    const url = new URL(
      new URL(await tenant.downloadUrl(attachment.id)).pathname,
      platform.baseUrl,
    );
    const openFiles = async () => (await readdir('/proc/self/fd')).length;
    const before = await openFiles();
    for (let at = 0; at < 40; at += 1) {
      const { status, headers } = await fetch(url, { method: 'HEAD' });
      expect({ status, length: headers.get('content-length') }).toEqual({
        status: 200,
        length: '25',
      });
    }
    await pollUntil(openFiles, (count) => count < before + 20);
  });

  test('leave no file open when the download is aborted', async () => {
    const large = await addAttachmentEngagement(platform, wide);
    const { id } = await large.upload('large.zip', makeUnreadArchive(9 * 1_048_576));
    await large.read(id);
    const url = new URL(new URL(await large.downloadUrl(id)).pathname, platform.baseUrl);
    const { storage } = platform.services;
    const opened: Readable[] = [];
    platform.services.storage = {
      ...storage,
      get: async (key) => {
        const stream = await storage.get(key);
        opened.push(stream);
        return stream;
      },
    };
    for (let at = 0; at < 5; at += 1) {
      const gone = new AbortController();
      const response = await fetch(url, { signal: gone.signal });
      expect(response.status).toBe(200);
      gone.abort();
    }
    platform.services.storage = storage;
    expect(opened).toHaveLength(5);
    await pollUntil(
      () => opened.filter((stream) => !stream.destroyed).length,
      (left) => left === 0,
    );
  });

  // SET-11
  test('of another installation open nothing', async () => {
    const target = {
      tenantId: tenant.tenantId,
      attachmentId: attachment.id,
      userId: tenant.userId,
    };
    const token = signDownload(createKeyRing(['another secret']), target, new Date());
    expect((await tenant.download(`http://x/api/downloads/${token}`)).status).toBe(404);
  });

  // ATT-11
  test('answer 404 for a deleted file', async () => {
    const { id } = await tenant.upload('short-lived.txt', 'x');
    const url = await tenant.downloadUrl(id);
    await tenant.delete(`${tenant.path}/${id}`);
    expect((await tenant.download(url)).status).toBe(404);
  });
});

// ATT-7
test('another tenant cannot list, read or delete attachments, nor reach them through its own engagement', async () => {
  const { id } = await tenant.upload('private.txt', 'private');
  const stranger = await createAttachmentTenant(platform);
  for (const path of [tenant.path, `${tenant.path}/${id}`, `${stranger.path}/${id}`]) {
    const answer = await sendRequest(
      platform,
      { method: 'GET', path, body: undefined },
      stranger.headers,
    );
    expect(outcome(answer)).toBe('404 not_found');
  }
  for (const path of [`${tenant.path}/${id}`, `${stranger.path}/${id}`]) {
    const answer = await sendRequest(
      platform,
      { method: 'DELETE', path, body: undefined },
      stranger.headers,
    );
    expect(outcome(answer)).toBe('404 not_found');
  }
  expect((await tenant.get(`${tenant.path}/${id}`)).status).toBe(200);
});
