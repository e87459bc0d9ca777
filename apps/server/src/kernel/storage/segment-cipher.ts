import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ByteRange } from './object-storage.ts';

/**
 * Encrypted files: AES-256-GCM-HKDF streaming of Google's Tink. A header of 40 bytes (length, salt
 * of 32, nonce prefix of 7), then segments sealed alone, with number and end in the nonce; the key
 * depends on salt and `place`. So nothing can be moved, cut or swapped
 * (docs/decisions/stored-files.md).
 */
export interface SegmentFormat {
  /** Length of an encrypted segment with its tag. The first one includes the header. */
  segmentBytes: number;
  hash: 'sha1' | 'sha256';
}

/** 64 KiB: a segment is sealed in about 50 microseconds, and a range reads at most two in vain. */
export const fileFormat: SegmentFormat = { segmentBytes: 65_536, hash: 'sha256' };

const keyBytes = 32;
const saltBytes = 32;
const prefixBytes = 7;
const tagBytes = 16;
export const headerBytes = 1 + saltBytes + prefixBytes;
const maxSegments = 2 ** 32;

interface SegmentCipher {
  header: Buffer;
  seal(plain: Uint8Array, index: number, isLast: boolean): Buffer;
  /**
   * Throws when the segment was changed, belongs elsewhere, or is not at this place of this file.
   */
  open(sealed: Uint8Array, index: number, isLast: boolean): Buffer;
}

/**
 * Makes the cipher of a new file under `place`, which names the file, or of an existing one from
 * its header.
 */
export function createSegmentCipher(
  dataKey: Buffer,
  place: string | Uint8Array,
  format: SegmentFormat,
  header: Buffer = makeHeader(),
): SegmentCipher {
  if (header.length !== headerBytes || header[0] !== headerBytes)
    throw new Error('The file is not encrypted as expected');
  const salt = header.subarray(1, 1 + saltBytes);
  const prefix = header.subarray(1 + saltBytes);
  const key = Buffer.from(hkdfSync(format.hash, dataKey, salt, place, keyBytes));
  const nonceOf = (index: number, isLast: boolean) => {
    if (index >= maxSegments) throw new Error('The file has too many segments');
    const nonce = Buffer.alloc(12);
    prefix.copy(nonce);
    nonce.writeUInt32BE(index, prefixBytes);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
  };
  return {
    header,
    seal(plain, index, isLast) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, index, isLast) {
      if (sealed.length < tagBytes) throw new Error('The file is cut');
      const at = sealed.length - tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(sealed.subarray(at));
      const plain = decipher.update(sealed.subarray(0, at));
      decipher.final();
      return plain;
    },
  };
}

function makeHeader(): Buffer {
  return Buffer.concat([Buffer.from([headerBytes]), randomBytes(saltBytes + prefixBytes)]);
}

/** Returns how many bytes of content segment `index` holds at most. */
function plainBytesOf(index: number, { segmentBytes }: SegmentFormat): number {
  return segmentBytes - tagBytes - (index === 0 ? headerBytes : 0);
}

/** Returns how many bytes of the file segment `index` takes at most. */
function sealedBytesOf(index: number, format: SegmentFormat): number {
  return plainBytesOf(index, format) + tagBytes;
}

/** Returns the length of the encrypted file of `plainBytes` of content. */
export function encryptedSizeBytes(plainBytes: number, format: SegmentFormat): number {
  const later = Math.max(0, plainBytes - plainBytesOf(0, format));
  return headerBytes + plainBytes + tagBytes * (1 + Math.ceil(later / plainBytesOf(1, format)));
}

/** Returns how many bytes of content an encrypted file of this length has. */
export function contentSizeBytes(fileBytes: number, { segmentBytes }: SegmentFormat): number {
  return fileBytes - headerBytes - tagBytes * Math.ceil(fileBytes / segmentBytes);
}

/** The place of a range's segments in the encrypted file. */
interface SegmentSpan {
  first: number;
  /** Bytes of the encrypted file. */
  sealed: ByteRange;
  /** Bytes of content before the range in its first segment. */
  skipBytes: number;
}

/** Finds the segments that hold a range of content. */
export function findSegments({ start, end }: ByteRange, format: SegmentFormat): SegmentSpan {
  const { segmentBytes } = format;
  const perSegment = plainBytesOf(1, format);
  // Content and file are aligned as if the header were content of segment 0.
  const first = Math.floor((start + headerBytes) / perSegment);
  const last = Math.floor((end - 1 + headerBytes) / perSegment);
  return {
    first,
    sealed: {
      start: first === 0 ? headerBytes : first * segmentBytes,
      end: (last + 1) * segmentBytes,
    },
    skipBytes: first === 0 ? start : start + headerBytes - first * perSegment,
  };
}

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts a stream of content into the stream of its file, one segment after the other. */
export async function* encryptSegments(
  content: Bytes,
  cipher: SegmentCipher,
  format: SegmentFormat,
): AsyncGenerator<Buffer> {
  yield cipher.header;
  for await (const { piece, index, isLast } of cutPieces(content, 0, (at) =>
    plainBytesOf(at, format),
  )) {
    yield cipher.seal(piece, index, isLast);
  }
}

/**
 * Decrypts a whole file. Throws at the first segment that is not authentic, and when the end is
 * missing.
 */
export async function* decryptFile(
  file: Bytes,
  dataKey: Buffer,
  place: string | Uint8Array,
  format: SegmentFormat,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(file);
  const header = await reader.take(headerBytes);
  const cipher = createSegmentCipher(dataKey, place, format, header);
  yield* decryptSegments(reader.rest(), cipher, format, { first: 0, endsFile: true });
}

/**
 * Decrypts successive segments of a file from number `first` on. `endsFile`: the last of them is
 * the file's last.
 */
export async function* decryptSegments(
  sealed: Bytes,
  cipher: SegmentCipher,
  format: SegmentFormat,
  { first, endsFile }: { first: number; endsFile: boolean },
): AsyncGenerator<Buffer> {
  for await (const { piece, index, isLast } of cutPieces(sealed, first, (at) =>
    sealedBytesOf(at, format),
  )) {
    yield cipher.open(piece, index, isLast && endsFile);
  }
}

interface Piece {
  piece: Buffer;
  index: number;
  isLast: boolean;
}

/**
 * Cuts a stream into pieces of given sizes. The last may be shorter, and is empty only in an empty
 * stream.
 */
async function* cutPieces(
  bytes: Bytes,
  first: number,
  sizeOf: (index: number) => number,
): AsyncGenerator<Piece> {
  const reader = new ByteReader(bytes);
  try {
    for (let index = first; ; index += 1) {
      const piece = await reader.take(sizeOf(index));
      const isLast = await reader.isAtEnd();
      yield { piece, index, isLast };
      if (isLast) return;
    }
  } finally {
    await reader.close();
  }
}

/**
 * Reads given numbers of bytes from a stream. Holds one chunk of the stream besides what it
 * returns.
 */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = Buffer.alloc(0);

  constructor(bytes: Bytes) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** Returns the next `size` bytes, fewer at the end. */
  async take(size: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let missing = size;
    while (missing > 0 && !(await this.isAtEnd())) {
      const part = this.#held.subarray(0, missing);
      this.#held = this.#held.subarray(part.length);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 && parts[0] instanceof Buffer ? parts[0] : Buffer.concat(parts);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) return true;
      this.#held = next.value;
    }
    return false;
  }

  /** Returns what has not been taken. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      while (!(await this.isAtEnd())) {
        const chunk = this.#held;
        this.#held = Buffer.alloc(0);
        yield chunk;
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
