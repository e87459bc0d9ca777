import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import {
  measureContent,
  ObjectMissingError,
  type ObjectStorage,
  StorageUnavailableError,
} from './object-storage.ts';
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
} from './segment-cipher.ts';

export const encryptedSuffix = '.enc';

/**
 * Encrypts what it stores with the key of the tenant in the object's key, and decrypts what it
 * reads. Sizes and hashes are of the content; `list` gives encrypted sizes.
 */
export function encryptStorage(
  storage: ObjectStorage,
  tenantKeys: Pick<TenantKeys, 'forWriting' | 'forReading'>,
): ObjectStorage {
  const keyFor = async (key: string): Promise<Buffer> => {
    const dataKey = await unavailableOnFailure(tenantKeys.forReading(tenantOf(key)));
    // An object cannot be read once its key is erased, so it counts as deleted.
    if (!dataKey) throw new ObjectMissingError(key);
    return dataKey;
  };
  return {
    async put(key, content, maxBytes) {
      if (!key.endsWith(encryptedSuffix))
        throw new Error(`The key of an object says that it is encrypted: ${key}`);
      const measured = measureContent(content, maxBytes);
      const dataKey = await unavailableOnFailure(tenantKeys.forWriting(tenantOf(key)));
      const cipher = createSegmentCipher(dataKey, key, fileFormat);
      const segments = encryptSegments(measured.chunks, cipher, fileFormat);
      await storage.put(key, segments, encryptedSizeBytes(maxBytes, fileFormat));
      return measured.result();
    },
    async get(key) {
      const dataKey = await keyFor(key);
      return connect(await storage.get(key), (file) => decryptFile(file, dataKey, key, fileFormat));
    },
    async getRange(key, { start, end }) {
      const dataKey = await keyFor(key);
      const { content, objectSizeBytes } = await storage.getRange(key, {
        start: 0,
        end: headerBytes,
      });
      const header = await unavailableOnFailure(buffer(content));
      const cipher = createSegmentCipher(dataKey, key, fileFormat, header);
      const { first, sealed, skipBytes } = findSegments({ start, end }, fileFormat);
      const endsFile = sealed.end >= objectSizeBytes;
      const found = await storage.getRange(key, {
        start: sealed.start,
        end: Math.min(sealed.end, objectSizeBytes),
      });
      return {
        objectSizeBytes: contentSizeBytes(objectSizeBytes, fileFormat),
        content: connect(found.content, (file) =>
          cut(
            decryptSegments(file, cipher, fileFormat, { first, endsFile }),
            skipBytes,
            end - start,
          ),
        ),
      };
    },
    delete: (key) => storage.delete(key),
    deletePrefix: (prefix) => storage.deletePrefix(prefix),
    list: (prefix) => storage.list(prefix),
    close: () => storage.close(),
  };
}

/** Returns the tenant of an object: the second part of `tenants/<id>/…`. */
function tenantOf(key: string): string {
  const [root, tenantId] = key.split('/');
  if (root !== 'tenants' || !tenantId)
    throw new Error(`The key of an object names its tenant: ${key}`);
  return tenantId;
}

/**
 * Sends a stream through `decrypt`. The stream is destroyed with the result, and a failure of
 * either ends both.
 */
function connect(
  source: Readable,
  decrypt: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Readable {
  // The reader of the result gets its error.
  return pipeline(source, decrypt, () => undefined) as unknown as Readable;
}

/** Passes `size` bytes on after the first `skip`. */
async function* cut(
  chunks: AsyncIterable<Buffer>,
  skip: number,
  size: number,
): AsyncGenerator<Buffer> {
  let [toSkip, left] = [skip, size];
  for await (const chunk of chunks) {
    const part = chunk.subarray(toSkip, toSkip + left);
    toSkip -= Math.min(toSkip, chunk.length);
    left -= part.length;
    if (part.length > 0) yield part;
  }
}

async function unavailableOnFailure<Answer>(work: Promise<Answer>): Promise<Answer> {
  return await work.catch((error: unknown) => {
    throw new StorageUnavailableError(error);
  });
}
