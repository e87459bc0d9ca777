import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from 's3rver';

/**
 * Replaces how s3rver writes an object. Its own way shows half-written objects to readers, and ends
 * the process when another request has just removed the object's folder, because it was empty. This
 * one writes the object aside and moves it into place, and answers the second case with an error.
 */
export function writeObjectsSafely(store: ObjectStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const aside = `${key}.${randomUUID()}`;
    const path = store.getResourcePath(bucket, key, 'object');
    const pathAside = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true });
    const hash = createHash('md5');
    let size = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    const source = Buffer.isBuffer(content)
      ? Readable.from(content.length > 0 ? [content] : [])
      : content;
    await pipeline(source, measured, createWriteStream(pathAside));
    const md5 = hash.digest('hex');
    await store.putMetadata(bucket, aside, metadata, md5);
    for (const part of ['object.md5', 'metadata.json'] as const) {
      await rename(
        store.getResourcePath(bucket, aside, part),
        store.getResourcePath(bucket, key, part),
      );
    }
    await rename(pathAside, path);
    return { size, md5 };
  };
}
