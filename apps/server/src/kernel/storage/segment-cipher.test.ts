import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentSizeBytes,
  createSegmentCipher,
  decryptFile,
  decryptSegments,
  encryptedSizeBytes,
  encryptSegments,
  fileFormat,
  findSegments,
  headerBytes,
  type SegmentFormat,
} from './segment-cipher.ts';

const tinkKey = Buffer.from(
  '00112233445566778899aabbccddeeff6eb56cdc726dfbe5d57f2fcdc6e9345b',
  'hex',
);
/** Published with Tink: AesGcmHkdfStreamingTestUtil of tink-java, test vectors 5, 6 and 7. */
const published: [string, Buffer, string, SegmentFormat, string][] = [
  [
    'empty, segments of 64 bytes',
    Buffer.alloc(0),
    '',
    { segmentBytes: 64, hash: 'sha1' },
    '28fae780c70a82d1256c8303a1261ac6a98cf557b4e173967a62f3c149517ba5b2431da93b3c6e90f508b34dc14bfda59bab05681c6ad3fa',
  ],
  [
    'empty, segments of 128 bytes',
    Buffer.alloc(0),
    '',
    { segmentBytes: 128, hash: 'sha1' },
    '28fae780c70a82d1256c8303a1261ac6a98cf557b4e173967a62f3c149517ba5b2431da93b3c6e90f508b34dc14bfda59bab05681c6ad3fa',
  ],
  [
    'a full first segment',
    Buffer.from('BLOCK 1.BLOCK 2.BLOCK 3.BLOCK 4.BLOCK 5.BLOCK 6.BLOCK 7.BLOCK 8.'),
    '\0\x01\x02\x03',
    { segmentBytes: 120, hash: 'sha1' },
    '28782994617714a80fa085e15051a16854522330d6d0f26c049b2192f09cdd98b2eb90c753bfff277a29e54fa4afb15d648c28477eb07f012535c767f5fdce24ffffae318480c1d37357d6d3c511159318afa09ef38aa3f5456fd7817c5c02dd6e1a7fef174c8bd24e38b5982ac105497c0101ac5581fe5b',
  ],
];
const small: SegmentFormat = { segmentBytes: 100, hash: 'sha256' };
const dataKey = randomBytes(32);
const place = 'tenants/t/engagements/e/files/f.enc';

const collect = async (chunks: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(chunks));
/** A stream of the bytes in chunks of the given sizes, repeated. */
const inChunks = (bytes: Buffer, sizes: readonly number[]) => {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return Readable.from(chunks);
};
const encrypt = (content: Buffer, at = place, sizes = [7]) =>
  collect(
    encryptSegments(inChunks(content, sizes), createSegmentCipher(dataKey, at, small), small),
  );
const decrypt = (file: Buffer, at = place, key = dataKey) =>
  collect(decryptFile(inChunks(file, [11]), key, at, small));

describe('the format of encrypted files', () => {
  // STO-1
  test.each(published)('is that of Tink: %s', async (_name, content, info, format, hex) => {
    const file = Buffer.from(hex, 'hex');
    expect(await collect(decryptFile(Readable.from([file]), tinkKey, info, format))).toEqual(
      content,
    );
    const cipher = createSegmentCipher(tinkKey, info, format, file.subarray(0, headerBytes));
    expect(await collect(encryptSegments(Readable.from([content]), cipher, format))).toEqual(file);
  });

  // Computed by pyca/cryptography.
  test('with SHA-256 and three segments has the bytes of the decision record', async () => {
    const header = Buffer.from(`28${'11'.repeat(32)}${'22'.repeat(7)}`, 'hex');
    const cipher = createSegmentCipher(
      tinkKey,
      'tenants/t/files/f.enc',
      { segmentBytes: 64, hash: 'sha256' },
      header,
    );
    const content = Buffer.from(
      'A segment has 64 bytes here, so this sentence of 70 bytes takes three.',
    );
    const file = await collect(
      encryptSegments(Readable.from([content]), cipher, { ...small, segmentBytes: 64 }),
    );
    expect(file.subarray(headerBytes).toString('hex')).toBe(
      '7ba562b24ded83a3a647fc09f5aceae43b21e5ff9c6bd94c2e496528b7476e99c5b3328b1a51e611e621fcca605f9946cb208c7ab01d2a1a1360132a859d00c259a22bca9c8f41b91e4ab8db14830e293dd2deeb19e3b89a442b3f78f11f79dd14d24c996afe431bbbf63a286b047b396b124693a0df',
    );
  });

  // STO-1
  test('returns any content in any chunks, and its length is known beforehand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 600 }),
        fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 5 }),
        async (bytes, sizes) => {
          const content = Buffer.from(bytes);
          const file = await encrypt(content, place, sizes);
          expect(file.length).toBe(encryptedSizeBytes(content.length, small));
          expect(contentSizeBytes(file.length, small)).toBe(content.length);
          expect(await collect(decryptFile(inChunks(file, sizes), dataKey, place, small))).toEqual(
            content,
          );
        },
      ),
    );
  });

  // STO-2
  test('a range is decrypted from its own segments only', async () => {
    const content = randomBytes(500);
    const file = await encrypt(content);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 499 }),
        fc.integer({ min: 1, max: 500 }),
        async (start, length) => {
          const end = Math.min(start + length, content.length);
          const { first, sealed, skipBytes } = findSegments({ start, end }, small);
          const part = file.subarray(sealed.start, sealed.end);
          expect(part.length).toBeLessThanOrEqual(100 * (Math.ceil((end - start) / 84) + 1));
          const cipher = createSegmentCipher(dataKey, place, small, file.subarray(0, headerBytes));
          const endsFile = sealed.end >= file.length;
          const opened = await collect(
            decryptSegments(Readable.from([part]), cipher, small, { first, endsFile }),
          );
          expect(opened.subarray(skipBytes, skipBytes + end - start)).toEqual(
            content.subarray(start, end),
          );
        },
      ),
    );
  });
});

describe('an encrypted file', () => {
  const content = randomBytes(500);

  // STO-3
  test('is refused when any of its bytes is changed', async () => {
    const file = await encrypt(content);
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x80;
      await expect(decrypt(changed)).rejects.toThrow();
    }
  });

  // STO-3
  test('is refused when it is cut anywhere, also between segments, or longer', async () => {
    const file = await encrypt(content);
    for (let length = 0; length < file.length; length += 1) {
      await expect(decrypt(file.subarray(0, length))).rejects.toThrow();
    }
    await expect(decrypt(Buffer.concat([file, Buffer.alloc(1)]))).rejects.toThrow();
    await expect(decrypt(Buffer.concat([file, file.subarray(100, 200)]))).rejects.toThrow();
  });

  // STO-3
  test('is refused when segments are swapped, repeated, left out, or come from another file', async () => {
    const [file, other] = [await encrypt(content), await encrypt(content)];
    const segments = (of: Buffer) =>
      Array.from({ length: 7 }, (_, at) => of.subarray(at * 100, (at + 1) * 100));
    const [a, b, c, ...rest] = segments(file) as [Buffer, Buffer, Buffer, ...Buffer[]];
    expect(await decrypt(Buffer.concat([a, b, c, ...rest]))).toEqual(content);
    const foreign = segments(other)[2] as Buffer;
    for (const wrong of [
      [a, c, b, ...rest],
      [a, b, b, ...rest],
      [a, b, ...rest],
      [a, b, foreign, ...rest],
    ]) {
      await expect(decrypt(Buffer.concat(wrong))).rejects.toThrow();
    }
  });

  // STO-3
  test('is refused under the key of another object or of another tenant', async () => {
    const file = await encrypt(content);
    await expect(decrypt(file, 'tenants/t/engagements/e/files/g.enc')).rejects.toThrow();
    await expect(decrypt(file, place, randomBytes(32))).rejects.toThrow();
  });

  test('has other bytes each time', async () => {
    expect(await encrypt(content)).not.toEqual(await encrypt(content));
  });

  test('of the product has segments of 64 KiB', () => {
    expect(fileFormat).toEqual({ segmentBytes: 65_536, hash: 'sha256' });
    expect(encryptedSizeBytes(50 * 1_048_576, fileFormat) / (50 * 1_048_576)).toBeLessThan(1.000_3);
  });
});
