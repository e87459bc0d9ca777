import { Zip, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  path: string;
  content: AsyncIterable<Uint8Array | string>;
}

/**
 * The format has no room for a greater place without an extension that this writer does not have.
 */
const mostBytes = 0xff_ff_ff_ff;

/**
 * Writes a zip of stored files as it is read. Throws, so that the download breaks, when it grows
 * beyond 4 GB.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let writtenBytes = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    writtenBytes += part.length;
    if (writtenBytes > mostBytes) throw new Error('A zip has at most 4 GB');
    ready.push(part);
  });
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for await (const { path, content } of entries) {
    const file = new ZipPassThrough(path);
    zip.add(file);
    for await (const piece of content) {
      file.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      yield* take();
    }
    file.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
