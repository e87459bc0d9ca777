import { fromBufferPromise, type ZipFile } from 'yauzl';
import type { FormatReading, SourceFile } from '../extraction.ts';

const maxListed = 5_000;

/** Reads .zip as a list of names and sizes. Nothing is unpacked. */
export async function readArchive(file: SourceFile): Promise<FormatReading> {
  const archive = await fromBufferPromise(file.bytes, { lazyEntries: true });
  const lines: string[] = [];
  let encrypted = 0;
  for await (const entry of archive.eachEntry()) {
    if (lines.length >= maxListed) break;
    if (entry.isEncrypted()) encrypted += 1;
    if (!entry.fileName.endsWith('/'))
      lines.push(`${entry.fileName} (${entry.uncompressedSize} bytes)`);
  }
  const protection = encrypted > 0 ? ', protected by a password' : '';
  const note = `ZIP archive, ${archive.entryCount} entries${protection}; listed, not unpacked.`;
  return { sections: [{ location: null, text: lines.join('\n') }], note };
}

/** Returns the unpacked size that a ZIP archive declares, in bytes. */
export async function measureArchive(bytes: Buffer): Promise<number> {
  const archive: ZipFile = await fromBufferPromise(bytes, { lazyEntries: true });
  let sizeBytes = 0;
  for await (const entry of archive.eachEntry()) sizeBytes += entry.uncompressedSize;
  return sizeBytes;
}
