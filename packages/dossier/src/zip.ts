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
 * Writes a zip of stored files. The same files in the same order give the same bytes, so that a verifier can write them
 * again and compare. `checksumOf` may be a faster CRC32 than this one.
 */
export function writeZip(files: readonly DossierFile[], checksumOf: (bytes: Uint8Array) => number = crc32): Uint8Array {
  const named = files.map(({ path, content }) => {
    return { name: new TextEncoder().encode(path), content, checksum: checksumOf(content) };
  });
  const size = named.reduce((sum, { name, content }) => {
    return sum + localBytes + centralBytes + 2 * name.length + content.length;
  }, endBytes);
  const zip = new Uint8Array(size);
  const view = new DataView(zip.buffer);
  let at = 0;
  const offsets = named.map(({ name, content, checksum }) => {
    const start = at;
    view.setUint32(at, localSignature, true);
    writeEntry(view, at + 4, { name, content, checksum });
    zip.set(name, at + localBytes);
    zip.set(content, at + localBytes + name.length);
    at += localBytes + name.length + content.length;
    return start;
  });
  const directory = at;
  for (const [index, { name, content, checksum }] of named.entries()) {
    view.setUint32(at, centralSignature, true);
    view.setUint16(at + 4, version, true);
    writeEntry(view, at + 6, { name, content, checksum });
    view.setUint32(at + 42, offsets[index] ?? 0, true);
    zip.set(name, at + centralBytes);
    at += centralBytes + name.length;
  }
  view.setUint32(at, endSignature, true);
  view.setUint16(at + 8, named.length, true);
  view.setUint16(at + 10, named.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return zip;
}

/** Writes the fields that a local header and an entry of the directory share. */
function writeEntry(
  view: DataView,
  at: number,
  { name, content, checksum }: { name: Uint8Array; content: Uint8Array; checksum: number },
): void {
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
