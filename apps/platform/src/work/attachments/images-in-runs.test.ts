import type { RunStarted } from '@ecp/contract/work/runs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AttachmentTenant, createAttachmentTenant } from '../../../testing/attachment-tenant.ts';
import * as make from '../../../testing/document-files.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

const picture = make.makePng(40, 20, () => [255, 0, 0, 255]);

async function requestOfRun(tenant: AttachmentTenant) {
  const answer = await tenant.post<RunStarted>(`/api/engagements/${tenant.engagementId}/run`);
  expect(answer.status).toBe(200);
  const run = platform.engine.run(answer.body.runId);
  run.complete();
  await tenant.waitForEnd(tenant.engagementId);
  return run.request;
}

const countImages = async ({ tenantId }: AttachmentTenant) =>
  platform.asSuperuser<{ images: number }>(
    'select count(*)::integer as images from platform.context_images where tenant_id = $1',
    [tenantId],
  );

describe('images of attachments', () => {
  // ATT-32
  test('a run receives pictures and pages without text after the texts, and the summaries say so', async () => {
    const tenant = await createAttachmentTenant(platform);
    const photo = await tenant.upload('photo.png', picture);
    const scan = await tenant.upload('scan.pdf', make.makePdf(['Letter', make.scannedPage]));
    const { sources, imagesLeftOut } = await requestOfRun(tenant);
    const image = { mediaType: 'image/jpeg', width: expect.any(Number), height: expect.any(Number) };
    expect(sources).toEqual([
      { id: `${scan.id}-1`, title: 'scan.pdf', location: 'page 1', text: 'Letter' },
      {
        ...{ id: `${photo.id}-image-1`, title: 'photo.png', location: null, text: '' },
        images: [{ ...image, width: 40, height: 20, data: expect.stringMatching(/^\/9j\//) }],
      },
      {
        ...{ id: `${scan.id}-image-1`, title: 'scan.pdf', location: 'page 2', text: '' },
        images: [{ ...image, data: expect.stringMatching(/^\/9j\//) }],
      },
    ]);
    expect(imagesLeftOut).toBe(0);
    const summaries = (await tenant.list()).map(({ filename, summary }) => [filename, summary]);
    expect(summaries).toEqual([
      ['scan.pdf', 'PDF document, 2 pages. Models that see read 1 page without text as images.'],
      ['photo.png', 'PNG image, 40 × 20 pixels. It holds no text. Models that see read it as an image.'],
    ]);
  });

  // ATT-33
  test('a run receives twenty, those of the newest files, and is told how many it lacks', async () => {
    const tenant = await createAttachmentTenant(platform);
    await tenant.upload('old.png', picture);
    const scans = await tenant.upload('scans.pdf', make.makePdf(Array<string>(19).fill(make.scannedPage)));
    await tenant.read(scans.id);
    const newest = await tenant.upload('new.png', picture);
    await tenant.read(newest.id);
    const { sources, imagesLeftOut } = await requestOfRun(tenant);
    const titles = sources.map(({ title }) => title);
    expect([titles.length, imagesLeftOut]).toEqual([20, 1]);
    expect([titles.includes('old.png'), sources.at(-1)?.id]).toEqual([false, `${newest.id}-image-1`]);
  });

  // ATT-33
  test('an engagement keeps a hundred, those of its newest files', async () => {
    const tenant = await createAttachmentTenant(platform);
    for (let file = 0; file < 6; file += 1) {
      const { id } = await tenant.upload(`${file}.pdf`, make.makePdf(Array<string>(20).fill(make.scannedPage)));
      await tenant.read(id);
    }
    expect(await countImages(tenant)).toEqual([{ images: 100 }]);
  }, 60_000);

  // ATT-11, ATT-32
  test('are deleted with their file', async () => {
    const tenant = await createAttachmentTenant(platform);
    const { id } = await tenant.upload('photo.png', picture);
    await tenant.read(id);
    expect(await countImages(tenant)).toEqual([{ images: 1 }]);
    await tenant.delete(`${tenant.path}/${id}`);
    expect(await countImages(tenant)).toEqual([{ images: 0 }]);
  });
});
