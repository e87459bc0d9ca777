import type { StartRunRequest } from '@ecp/contract/engine/engine-api';

type Source = StartRunRequest['sources'][number];

/** Makes bytes that begin as a JPEG does. Equal numbers make equal bytes. */
export function imageBytes(number: number, sizeBytes = 200): Buffer {
  const bytes = Buffer.alloc(sizeBytes, number);
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
}

/** Makes a source that is an image, as the platform sends one. */
export function imageSource(number: number, bytes = imageBytes(number)): Source {
  const image = { mediaType: 'image/jpeg' as const, width: 640, height: 480, data: bytes.toString('base64') };
  return { id: `scan-${number}`, title: 'scan.pdf', location: `page ${number}`, text: '', images: [image] };
}
