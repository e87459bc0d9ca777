import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes on and computes their SHA-256. `digest`, after the end, returns it as hexadecimal text. */
export function createDigestStream(): { stream: Transform; digest(): string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}
