import { unzipSync, Zip, ZipPassThrough } from 'fflate';

/** A file of a dossier: its path with forward slashes, and its bytes. */
export interface DossierFile {
  path: string;
  content: Uint8Array;
}

/** The first day that a zip can name. It is local time, because the format has no zone. */
const firstDay = new Date(1980, 0, 1);
/** Bytes that are written in one turn of the event loop. */
const sliceBytes = 1_048_576;
/** Sets the least bytes of a file's two headers and of its sizes after it. */
const entryBytes = 92;

/**
 * Writes a zip of stored files, in turns between which others have theirs. The same files in the
 * same order give the same bytes, so that a verifier can write them again and compare.
 */
export async function writeZip(files: readonly DossierFile[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  let inTurn = 0;
  for (const { path, content } of files) {
    const entry = new ZipPassThrough(path);
    entry.mtime = firstDay;
    zip.add(entry);
    for (let at = 0; at < content.length; at += sliceBytes) {
      const slice = content.subarray(at, at + sliceBytes);
      entry.push(slice);
      inTurn += slice.length;
      if (inTurn < sliceBytes) continue;
      inTurn = 0;
      await nextTurn();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  return joinParts(parts);
}

/** Joins parts, none of which is longer than a slice and the directory. */
async function joinParts(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
    if (part.length === sliceBytes) await nextTurn();
  }
  return joined;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Reads a zip that `writeZip` has written. Null for any other bytes: one changed byte is enough.
 */
export async function readZip(zip: Uint8Array): Promise<DossierFile[] | null> {
  const contents = unzipStored(zip);
  if (contents === null) return null;
  const files = Object.entries(contents).map(([path, content]) => ({ path, content }));
  return isSame(await writeZip(files), zip) ? files : null;
}

/**
 * Files that claim more bytes than the zip has, or are compressed, are not ours, and nothing of
 * them is unpacked.
 */
function unzipStored(zip: Uint8Array): Record<string, Uint8Array> | null {
  let left = zip.length;
  try {
    return unzipSync(zip, {
      filter({ compression, size }) {
        left -= size + entryBytes;
        if (compression !== 0 || left < 0) throw new Error('not a zip of this package');
        return true;
      },
    });
  } catch {
    return null;
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
