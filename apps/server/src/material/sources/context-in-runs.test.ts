import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { RunStarted } from '@ecp/contract/work/runs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import * as make from '../../../testing/document-files.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
/** The tenant of all tests. Each test adds its own engagement. */
let wide: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  wide = await createAttachmentTenant(platform, { plan: 'enterprise' });
});
afterAll(() => platform.close());

const fixture = (name: string) =>
  readFile(new URL(`../../../testing/fixtures/${name}`, import.meta.url));

/** Starts a run once its files are read, and returns the sources that the engine gets. */
async function sourcesOfRun(tenant: AttachmentTenant) {
  const files = await platform.asSuperuser<{ id: string }>(
    'select id from platform.attachments where engagement_id = $1',
    [tenant.engagementId],
  );
  for (const { id } of files) await tenant.read(id);
  return sourcesOfRunAtOnce(tenant);
}

async function sourcesOfRunAtOnce(tenant: AttachmentTenant) {
  const answer = await tenant.post<RunStarted>(`/api/engagements/${tenant.engagementId}/run`);
  expect(answer.status).toBe(200);
  const run = await platform.engine.waitForRun(answer.body.runId);
  run.complete();
  await tenant.waitForEnd(tenant.engagementId);
  return run.request.sources;
}

describe('a run receives', () => {
  test('the text of a file uploaded just before', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    await tenant.upload('notes.txt', 'Forty people work here.');
    expect(await sourcesOfRunAtOnce(tenant)).toMatchObject([{ text: 'Forty people work here.' }]);
  });

  test('the text of all files, each page, sheet or section with its location', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const pdf = await tenant.upload(
      'harbour.pdf',
      make.makePdf(['The quay costs 4.2 million', 'Cranes are rented']),
    );
    const sheet = await tenant.upload('costs.xlsx', make.makeXlsx());
    const text = await tenant.upload('notes.txt', 'Forty people work here.');
    expect(await sourcesOfRun(tenant)).toEqual([
      {
        id: `${pdf.id}-1`,
        title: 'harbour.pdf',
        location: 'page 1',
        text: 'The quay costs 4.2 million',
      },
      { id: `${pdf.id}-2`, title: 'harbour.pdf', location: 'page 2', text: 'Cranes are rented' },
      {
        id: `${sheet.id}-1`,
        title: 'costs.xlsx',
        location: 'sheet Costs',
        text: expect.stringContaining('Crane'),
      },
      {
        id: `${sheet.id}-2`,
        title: 'costs.xlsx',
        location: 'sheet Plan',
        text: expect.stringContaining('Größe 12 m'),
      },
      { id: `${text.id}-1`, title: 'notes.txt', location: null, text: 'Forty people work here.' },
    ]);
  });

  test('a long document complete, without the overlaps of its chunks, in at most forty parts', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const sentences = Array.from(
      { length: 1_500 },
      (_, at) => `Sentence ${at} tells of berth number ${at}.`,
    );
    await tenant.upload('long.txt', sentences.join(' '));
    const pages = Array.from({ length: 30 }, (_, at) => `Page of berth ${at}`);
    await tenant.upload('pages.pdf', make.makePdf(pages));
    const [long, ...parts] = await sourcesOfRun(tenant);
    expect(long?.text.replace(/\s+/g, ' ')).toBe(sentences.join(' '));
    expect(parts.length).toBeLessThanOrEqual(40);
    expect(parts[0]?.location).toBe('page 1');
    expect(parts.map(({ text }) => text).join('\n\n')).toBe(pages.join('\n\n'));
  });

  test('the passages of a very long document that match the brief', async () => {
    const tenant = await addAttachmentEngagement(platform, wide, {
      brief: 'What does the walrus sanctuary cost?',
    });
    const filler = 'Nothing of importance happens in this part of the text at all. '.repeat(8_000);
    await tenant.upload(
      'huge.txt',
      `${filler}\n\nThe walrus sanctuary costs 77 million.\n\n${filler}`,
    );
    const sources = await sourcesOfRun(tenant);
    const text = sources.map((source) => source.text).join('\n');
    expect(text).toContain('The walrus sanctuary costs 77 million.');
    expect(text.length).toBeLessThan(220_000);
  });

  test('nothing of another engagement or of a deleted file', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const other = await tenant.createEngagement();
    const { id } = await tenant.upload('mine.txt', 'mine');
    await tenant.upload('deleted.txt', 'deleted');
    const deleted = (await tenant.list()).find(({ filename }) => filename === 'deleted.txt');
    await tenant.delete(`${tenant.path}/${deleted?.id}`);
    expect((await sourcesOfRun(tenant)).map((source) => source.id)).toEqual([`${id}-1`]);
    expect(await sourcesOfRun({ ...tenant, engagementId: other.id })).toEqual([]);
  });
});

describe('damaged and hostile files', () => {
  const files: [string, () => Buffer | Promise<Buffer>, state: string, summary: RegExp][] = [
    [
      'corrupt.pdf',
      () => Buffer.from(`%PDF-1.7\n${'garbage '.repeat(1_000)}`),
      'failed',
      /damaged/,
    ],
    [
      'cut.docx',
      () => make.makeDocx(make.wordParagraph('x')).subarray(0, 200),
      'failed',
      /damaged/,
    ],
    [
      'locked.pdf',
      () => fixture('report-with-password.pdf'),
      'encrypted',
      /protected by a password/,
    ],
    ['locked.docx', () => make.makeEncryptedOffice(), 'encrypted', /protected by a password/],
    ['empty.txt', () => Buffer.alloc(0), 'empty', /empty/],
    ['picture.png', () => make.makePngHeader(640, 480), 'empty', /640/],
    ['slides.ppt', async () => gunzipSync(await fixture('slides.ppt.gz')), 'extracted', /.*/],
  ];
  let tenant: AttachmentTenant;
  beforeAll(async () => {
    tenant = await addAttachmentEngagement(platform, wide);
  });

  // ATT-17
  test.each(files)(
    '%s is stored, and its summary says why it has no text',
    async (name, content, state, summary) => {
      const bytes = await content();
      const { id } = await tenant.upload(name, bytes);
      const read = await tenant.read(id);
      expect(read.state).toBe(state);
      expect(read.attachment.summary ?? '').toMatch(summary);
      const { status, body } = await tenant.download(await tenant.downloadUrl(id));
      expect({ status, same: body.equals(bytes) }).toEqual({ status: 200, same: true });
    },
  );

  test('the summary is that of the uploader, followed by the note of the extraction', async () => {
    const content = await fixture('report-with-password.pdf');
    const { id } = await tenant.upload('report.pdf', content, { summary: 'The 2025 report.' });
    expect((await tenant.read(id)).attachment.summary).toBe(
      'The 2025 report. The file is protected by a password; its text could not be read.',
    );
    const pdf = await tenant.upload('open.pdf', make.makePdf(['x']), { summary: 'Ours.' });
    expect((await tenant.read(pdf.id)).attachment.summary).toBe('Ours.');
  });

  test('a run works without files that cannot be read', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    await tenant.upload('corrupt.pdf', Buffer.from('%PDF-1.7 garbage'));
    const { id } = await tenant.upload('good.txt', 'good');
    expect((await sourcesOfRun(tenant)).map((source) => source.id)).toEqual([`${id}-1`]);
  });
});
