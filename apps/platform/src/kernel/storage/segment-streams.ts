import {
  createSegmentCipher,
  headerBytes,
  plainBytesOf,
  type SegmentCipher,
  type SegmentFormat,
  sealedBytesOf,
} from './segment-cipher.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts a stream of content into the stream of its file, one segment after the other. */
export async function* encryptSegments(
  content: Bytes,
  cipher: SegmentCipher,
  format: SegmentFormat,
): AsyncGenerator<Buffer> {
  yield cipher.header;
  for await (const { piece, index, isLast } of cutPieces(content, 0, (at) => plainBytesOf(at, format))) {
    yield cipher.seal(piece, index, isLast);
  }
}

/**
 * Decrypts the stream of a whole file. Throws at the first segment that is not authentic, and when the end is missing.
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

/** Decrypts successive segments of a file from number `first` on. `endsFile`: the last of them is the file's last. */
export async function* decryptSegments(
  sealed: Bytes,
  cipher: SegmentCipher,
  format: SegmentFormat,
  { first, endsFile }: { first: number; endsFile: boolean },
): AsyncGenerator<Buffer> {
  for await (const { piece, index, isLast } of cutPieces(sealed, first, (at) => sealedBytesOf(at, format))) {
    yield cipher.open(piece, index, isLast && endsFile);
  }
}

interface Piece {
  piece: Buffer;
  index: number;
  isLast: boolean;
}

/** Cuts a stream into pieces of given sizes. The last may be shorter, and is empty only in an empty stream. */
async function* cutPieces(bytes: Bytes, first: number, sizeOf: (index: number) => number): AsyncGenerator<Piece> {
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

/** Reads given numbers of bytes from a stream. Holds one chunk of the stream besides what it returns. */
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

  /** Tells the source that nothing more is read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
