// The zip of a dossier. This file imports nothing, because the page in the dossier holds it, too.

/** A file of a dossier: its path with forward slashes, and its bytes. */
export interface DossierFile {
  path: string;
  content: Uint8Array;
}

/** Signatures and sizes of the zip format's records (APPNOTE 4.3), in bytes. */
const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
/** Flag of UTF-8 names (APPNOTE, appendix D), version 2.0, and 1 January 1980, the first day of the format. */
const utf8Names = 0x0800;
const version = 20;
const firstDay = 0x0021;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Writes a zip of stored files, part by part. The same files in the same order give the same bytes, so that a verifier
 * can write them again and compare. `checksumOf` may be a faster CRC32 than this one.
 */
export function writeZipParts(
  files: readonly DossierFile[],
  checksumOf: (bytes: Uint8Array) => number = crc32,
): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let at = 0;
  for (const { path, content } of files) {
    const file = { name: new TextEncoder().encode(path), content, checksum: checksumOf(content) };
    entries.push(writeDirectoryEntry(file, at));
    const header = new Uint8Array(localBytes + file.name.length);
    const view = new DataView(header.buffer);
    view.setUint32(0, localSignature, true);
    writeEntry(view, 4, file);
    header.set(file.name, localBytes);
    parts.push(header, content);
    at += header.length + content.length;
  }
  const end = new DataView(new ArrayBuffer(endBytes));
  end.setUint32(0, endSignature, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, sizeOf(entries), true);
  end.setUint32(16, at, true);
  return [...parts, ...entries, new Uint8Array(end.buffer)];
}

/** Writes a zip of stored files at once. */
export function writeZip(files: readonly DossierFile[]): Uint8Array {
  const parts = writeZipParts(files);
  const zip = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    zip.set(part, at);
    at += part.length;
  }
  return zip;
}

/** Returns the bytes that parts have together. */
export const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** A file with its name in UTF-8 and its CRC32. */
interface NamedFile {
  name: Uint8Array;
  content: Uint8Array;
  checksum: number;
}

/** Writes the entry of the directory for a file whose local header begins at an offset. */
function writeDirectoryEntry(file: NamedFile, offset: number): Uint8Array {
  const entry = new Uint8Array(centralBytes + file.name.length);
  const view = new DataView(entry.buffer);
  view.setUint32(0, centralSignature, true);
  view.setUint16(4, version, true);
  writeEntry(view, 6, file);
  view.setUint32(42, offset, true);
  entry.set(file.name, centralBytes);
  return entry;
}

/** Writes the fields that a local header and an entry of the directory share. */
function writeEntry(view: DataView, at: number, { name, content, checksum }: NamedFile): void {
  view.setUint16(at, version, true);
  view.setUint16(at + 2, utf8Names, true);
  view.setUint16(at + 8, firstDay, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, content.length, true);
  view.setUint32(at + 18, content.length, true);
  view.setUint16(at + 22, name.length, true);
}

/** Reads a zip that `writeZip` has written. Null for any other bytes: one changed byte is enough. */
export function readZip(zip: Uint8Array): DossierFile[] | null {
  const files: DossierFile[] = [];
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let at = 0;
  while (at + localBytes <= zip.length && view.getUint32(at, true) === localSignature) {
    const [size, nameLength] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)];
    const start = at + localBytes + nameLength;
    if (start + size > zip.length) return null;
    const path = new TextDecoder().decode(zip.subarray(at + localBytes, start));
    files.push({ path, content: zip.subarray(start, start + size) });
    at = start + size;
  }
  return isSame(writeZip(files), zip) ? files : null;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
