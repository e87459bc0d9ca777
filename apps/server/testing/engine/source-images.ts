import { createHash } from 'node:crypto';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { type EngineClient, testTenant } from './engine-client.ts';

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

/** Stores an image as the platform does before the start. */
export async function storeImage(
  { calls }: Pick<EngineClient, 'calls'>,
  engagementId: string,
  content: Buffer,
  { sha256 = hashOf(content), tenantId = testTenant } = {},
): Promise<void> {
  await calls.storeImage(tenantId, engagementId, { sha256, content });
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
