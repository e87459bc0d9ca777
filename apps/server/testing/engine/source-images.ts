import { createHash, randomUUID } from 'node:crypto';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { testTenant } from './engine-client.ts';

type Source = StartRunRequest['sources'][number];

/** Makes bytes that begin as a JPEG does. Equal numbers make equal bytes. */
export function imageBytes(number: number): Buffer {
  const bytes = Buffer.alloc(200, number);
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
}

/** Makes a source that is an image, as the platform sends one. */
export function imageSource(number: number): Source {
  const image = {
    sha256: hashOf(imageBytes(number)),
    mediaType: 'image/jpeg',
    width: 640,
    height: 480,
  } as const;
  return {
    id: `scan-${number}`,
    title: 'scan.pdf',
    location: `page ${number}`,
    text: '',
    images: [image],
  };
}

/**
 * Stores an image as one of a file of the engagement, which itself is not there: the database of the
 * test checks no foreign keys of images.
 */
export async function storeImage(
  { asSuperuser }: Pick<FreshDatabase, 'asSuperuser'>,
  engagementId: string,
  content: Buffer,
  { tenantId = testTenant } = {},
): Promise<void> {
  await asSuperuser('alter table platform.context_images disable trigger all');
  await asSuperuser(
    `insert into platform.context_images
      (tenant_id, engagement_id, attachment_id, ordinal, width, height, sha256, content)
      values ($1, $2, $3, 0, 640, 480, $4, $5)`,
    [tenantId, engagementId, randomUUID(), hashOf(content), content],
  );
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
