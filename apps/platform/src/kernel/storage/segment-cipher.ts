import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ByteRange } from './object-storage.ts';

/**
 * The format of encrypted files: AES-256-GCM-HKDF streaming of Google's Tink. A header of 40 bytes (its length, a
 * random salt of 32, a nonce prefix of 7) and segments follow each other. Each segment is sealed alone; its nonce has
 * its number and whether it is the last, and the file's key depends on the salt and on `place`. So nothing can be
 * moved, cut or swapped, and a range needs its own segments only (docs/decisions/encrypted-files.md).
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

/** Seals and opens the segments of one file. */
export interface SegmentCipher {
  header: Buffer;
  seal(plain: Uint8Array, index: number, isLast: boolean): Buffer;
  /** Throws when the segment was changed, belongs elsewhere, or is not at this place of this file. */
  open(sealed: Uint8Array, index: number, isLast: boolean): Buffer;
}

/** Makes the cipher of a new file under `place`, which names the file, or of an existing one from its header. */
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
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: tagBytes });
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
export function plainBytesOf(index: number, { segmentBytes }: SegmentFormat): number {
  return segmentBytes - tagBytes - (index === 0 ? headerBytes : 0);
}

/** Returns how many bytes of the file segment `index` takes at most. */
export function sealedBytesOf(index: number, format: SegmentFormat): number {
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
export interface SegmentSpan {
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
    sealed: { start: first === 0 ? headerBytes : first * segmentBytes, end: (last + 1) * segmentBytes },
    skipBytes: first === 0 ? start : start + headerBytes - first * perSegment,
  };
}
