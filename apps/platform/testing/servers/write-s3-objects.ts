import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from 's3rver';

/**
 * Replaces how s3rver writes an object. Its own way ends the process when another request has just removed the object's
 * folder, because it was empty; this one answers that request with an error.
 */
export function writeObjectsSafely(store: ObjectStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, 'object');
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
    const source = Buffer.isBuffer(content) ? Readable.from(content.length > 0 ? [content] : []) : content;
    await pipeline(source, measured, createWriteStream(path));
    const md5 = hash.digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size, md5 };
  };
}
