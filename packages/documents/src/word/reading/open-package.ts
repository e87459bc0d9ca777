import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { WordRefusal } from './word-refusal.ts';

/** The purpose of reading a file: it becomes the next version of a document, or it is a source to cite. */
export type WordUse = 'document' | 'source';

/** Parts of other files that are read: slides of a presentation, and objects in an OpenDocument file. */
type OtherUse = 'slides' | 'objects';

/** The parts of a file that are read, by their names. */
export type WordPackage = ReadonlyMap<string, Buffer>;

/** Limits of a file: its entries, the size of one part, and of all that are read, unpacked. */
const limits = { entries: 5_000, otherEntries: 50_000, partBytes: 48 * 1_048_576, totalBytes: 64 * 1_048_576 } as const;

const ofDocument =
  /^(?:\[Content_Types\]\.xml|_rels\/[^/]*\.rels|[^/]+\.xml|[^/]+\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/;
const ofDrawings = /^[^/]+\/(?:charts\/[^/]+|diagrams\/data[^/]*)\.xml$/;
const ofSlides =
  /^ppt\/(?:(?:_rels\/)?presentation\.xml(?:\.rels)?|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/;
/** Names of the parts that can have something of the text. Pictures, fonts, macros and settings are never unpacked. */
const wanted: Record<WordUse | OtherUse, (name: string) => boolean> = {
  document: (name) => ofDocument.test(name),
  source: (name) => ofDocument.test(name) || ofDrawings.test(name),
  slides: (name) => ofSlides.test(name) || ofDrawings.test(name),
  objects: (name) => /^[^/]+\/content\.xml$/.test(name),
};
/** Parts by which a file shows that it is no plain Word file, whatever its main part says. */
const macros = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$/i;
const otherOffice = /^(?:xl\/workbook\.(?:xml|bin)|ppt\/presentation\.xml|content\.xml)$/i;
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Unpacks the parts of a Word file, or of another one (`slides`, `objects`), that are read. A part that is larger than it
 * says ends the reading. Macros are refused for a document; a source is read without them. Throws WordRefusal (WRD-8).
 */
export async function openPackage(bytes: Buffer, use: WordUse | OtherUse): Promise<WordPackage> {
  if (bytes.subarray(0, 4).equals(compoundFile)) {
    const isEncrypted = bytes.includes(encryptedStream);
    throw new WordRefusal(isEncrypted ? 'encrypted' : 'not_word', 'The file is an OLE container');
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw new WordRefusal('not_word', 'The file is no zip archive');
  try {
    return await readParts(await fromBufferPromise(bytes, { lazyEntries: true }), use);
  } catch (error) {
    if (error instanceof WordRefusal) throw error;
    throw new WordRefusal('damaged', 'The zip archive cannot be read', { cause: error });
  }
}

async function readParts(archive: ZipFile, use: WordUse | OtherUse): Promise<WordPackage> {
  const isOther = use === 'slides' || use === 'objects';
  if (archive.entryCount > (isOther ? limits.otherEntries : limits.entries))
    throw new WordRefusal('too_large', `${archive.entryCount} entries`);
  const parts = new Map<string, Buffer>();
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName.replace(/^\//, '');
    if (/^Encrypt(?:edPackage|ionInfo)$/i.test(name)) throw new WordRefusal('encrypted', `The archive has ${name}`);
    if (use === 'document' && macros.test(name)) throw new WordRefusal('macros', `The archive has ${name}`);
    if (!isOther && otherOffice.test(name)) throw new WordRefusal('not_word', `The archive has ${name}`);
    if (!wanted[use](name)) continue;
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
