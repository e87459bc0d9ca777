import { createHash } from 'node:crypto';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { RunStarted } from '@ecp/contract/work/runs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import * as make from '../../../testing/document-files.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { readImageContents } from './image-contents.ts';

let platform: TestPlatform;
/** The tenant of all tests. Each test adds its own engagement. */
let wide: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  wide = await createAttachmentTenant(platform, { plan: 'enterprise' });
});
afterAll(() => platform.close());

const picture = make.makePng(40, 20, () => [255, 0, 0, 255]);
/** A picture that no other test has. */
const ownPicture = make.makePng(40, 20, () => [1, 100, 200, 255]);

async function requestOfRun(tenant: AttachmentTenant) {
  const answer = await tenant.post<RunStarted>(`/api/engagements/${tenant.engagementId}/run`);
  expect(answer.status).toBe(200);
  const run = await platform.engine.waitForRun(answer.body.runId);
  run.complete();
  await tenant.waitForEnd(tenant.engagementId);
  return run.request;
}

function hashesOf(sources: StartRunRequest['sources']): string[] {
  const allImages = sources.flatMap(({ images = [] }) => images);
  return allImages.map(({ sha256 }) => sha256);
}

const countImages = async ({ engagementId }: AttachmentTenant) =>
  platform.asSuperuser<{ images: number }>(
    'select count(*)::integer as images from platform.context_images where engagement_id = $1',
    [engagementId],
  );

/** Adds images to a file that has one, as if it were a long scan. */
const addImages = (attachmentId: string, count: number) =>
  platform.asSuperuser(
    `insert into platform.context_images
      select tenant_id, engagement_id, attachment_id, extra, 'page ' || extra, width, height, sha256, content
      from platform.context_images, generate_series(1, $2) extra where attachment_id = $1`,
    [attachmentId, count],
  );

describe('images of attachments', () => {
  // ATT-32
  test('a run receives pictures and pages without text after the texts, and the summaries say so', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const photo = await tenant.upload('photo.png', ownPicture);
    const scan = await tenant.upload('scan.pdf', make.makePdf(['Letter', make.scannedPage]));
    for (const { id } of [photo, scan]) await tenant.read(id);
    const { sources, imagesLeftOut } = await requestOfRun(tenant);
    const image = {
      mediaType: 'image/jpeg',
      sha256: expect.any(String),
      width: 1_211,
      height: 1_568,
    };
    expect(sources).toEqual([
      { id: `${scan.id}-1`, title: 'scan.pdf', location: 'page 1', text: 'Letter' },
      {
        id: `${photo.id}-image-1`,
        title: 'photo.png',
        location: null,
        text: '',
        images: [{ ...image, width: 40, height: 20 }],
      },
      {
        id: `${scan.id}-image-1`,
        title: 'scan.pdf',
        location: 'page 2',
        text: '',
        images: [image],
      },
    ]);
    expect(imagesLeftOut).toBe(0);
    const imageRefs = hashesOf(sources).map((sha256) => ({ sha256 }));
    const { tenantId, engagementId } = tenant;
    const images = await readImageContents(platform.database, tenantId, engagementId, imageRefs);
    expect([...images.keys()].sort()).toEqual(hashesOf(sources).sort());
    for (const [sha256, content] of images)
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
    const summaries = (await tenant.list()).map(({ filename, summary }) => [filename, summary]);
    expect(summaries).toEqual([
      ['scan.pdf', 'PDF document, 2 pages. Models that see read 1 page without text as images.'],
      [
        'photo.png',
        'PNG image, 40 × 20 pixels. It holds no text. Models that see read it as an image.',
      ],
    ]);
  });

  // ATT-32
  test('the summary says when not all pages were searched for images', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const { id } = await tenant.upload(
      'long.pdf',
      make.makePdf(['Letter', ...Array<string>(500).fill('')]),
    );
    await tenant.read(id);
    const [file] = await tenant.list();
    expect(file?.summary).toBe(
      'PDF document, 501 pages. Its later pages were not searched for images.',
    );
  });

  // ATT-33
  test('a run receives twenty, those of the newest files, and is told how many it lacks', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const { id: old } = await tenant.upload('old.png', picture);
    const { id } = await tenant.upload('scans.png', picture);
    for (const attachmentId of [old, id]) await tenant.read(attachmentId);
    await addImages(id, 18);
    const newest = await tenant.upload('new.png', picture);
    await tenant.read(newest.id);
    const { sources, imagesLeftOut } = await requestOfRun(tenant);
    const titles = sources.map(({ title }) => title);
    expect([titles.length, imagesLeftOut]).toEqual([20, 1]);
    expect([titles.includes('old.png'), sources.at(-1)?.id]).toEqual([
      false,
      `${newest.id}-image-1`,
    ]);
  });

  // ATT-33
  test('an engagement keeps a hundred, those of its newest files', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const { id } = await tenant.upload('scans.png', picture);
    await tenant.read(id);
    await addImages(id, 99);
    const newest = await tenant.upload('new.png', picture);
    await tenant.read(newest.id);
    expect(await countImages(tenant)).toEqual([{ images: 100 }]);
  });

  // ATT-11, ATT-32
  test('are deleted with their file', async () => {
    const tenant = await addAttachmentEngagement(platform, wide);
    const { id } = await tenant.upload('photo.png', picture);
    await tenant.read(id);
    expect(await countImages(tenant)).toEqual([{ images: 1 }]);
    await tenant.delete(`${tenant.path}/${id}`);
    expect(await countImages(tenant)).toEqual([{ images: 0 }]);
  });
});
