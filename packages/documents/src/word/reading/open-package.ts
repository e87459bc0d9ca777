import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { WordRefusal } from './word-refusal.ts';

/** The parts of a Word file that are read, by their names. */
export type WordPackage = ReadonlyMap<string, Buffer>;

/** Limits of a file: its entries, the size of one part, and of all that are read, unpacked. */
const limits = { entries: 5_000, partBytes: 48 * 1_048_576, totalBytes: 64 * 1_048_576 } as const;

/** Names of the parts that can have something of the text. Pictures, fonts, macros and settings are never unpacked. */
const wanted = /^(?:_rels\/\.rels|docProps\/custom\.xml|[^/]+\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/;
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Unpacks the parts of a Word file that are read. A part that is larger than it says ends the reading. Throws
 * WordRefusal (WRD-8).
 */
export async function openPackage(bytes: Buffer): Promise<WordPackage> {
  if (bytes.subarray(0, 4).equals(compoundFile)) {
    const isEncrypted = bytes.includes(encryptedStream);
    throw new WordRefusal(isEncrypted ? 'encrypted' : 'not_word', 'The file is an OLE container');
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw new WordRefusal('not_word', 'The file is no zip archive');
  try {
    return await readParts(await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true }));
  } catch (error) {
    if (error instanceof WordRefusal) throw error;
    throw new WordRefusal('damaged', 'The zip archive cannot be read', { cause: error });
  }
}

async function readParts(archive: ZipFile): Promise<WordPackage> {
  if (archive.entryCount > limits.entries) throw new WordRefusal('too_large', `${archive.entryCount} entries`);
  const parts = new Map<string, Buffer>();
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName.replace(/^\//, '');
    if (!wanted.test(name)) continue;
    if (entry.isEncrypted()) throw new WordRefusal('encrypted', 'An entry is encrypted');
    if (parts.has(name)) throw new WordRefusal('damaged', 'Two entries have the same name');
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > limits.partBytes || total > limits.totalBytes) {
      throw new WordRefusal('too_large', `The parts unpack to ${total} bytes`);
    }
    parts.set(name, await readPart(archive, entry));
  }
  return parts;
}

async function readPart(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
