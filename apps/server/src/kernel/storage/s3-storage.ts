import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  NoSuchKey,
  NoSuchUpload,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '../settings.ts';
import { awsClientOptions } from '../settings.ts';
import {
  checkKey,
  checkPrefix,
  type ListedObject,
  measureContent,
  ObjectMissingError,
  type ObjectStorage,
  StorageUnavailableError,
} from './object-storage.ts';

type PageEnd = 'IsTruncated' | 'NextKeyMarker' | 'NextUploadIdMarker';

/**
 * The smallest part that S3 accepts. With two in flight, an upload of any length takes about 15 MB
 * of memory.
 */
const partSizeBytes = 5 * 1_048_576;
const partsUnderWay = 2;
const deletesUnderWay = 10;

/** Storage on S3 or a like server. After `silenceLimitMs` without a byte, a connection is lost. */
export function openS3Storage(settings: S3Settings, silenceLimitMs = 20_000): ObjectStorage {
  const client = new S3Client({
    ...awsClientOptions(settings, { socketTimeout: silenceLimitMs }),
    forcePathStyle: settings.endpoint !== undefined,
    // Servers of other makers do not know the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const { bucket: Bucket } = settings;
  const remove = (key: string) => guard(client.send(new DeleteObjectCommand({ Bucket, Key: key })));
  return {
    async put(key, content, maxBytes) {
      const measured = measureContent(content, maxBytes);
      const upload = new Upload({
        client,
        params: {
          Bucket,
          Key: checkKey(key),
          Body: Readable.from(measured.chunks, { objectMode: false }),
        },
        partSize: partSizeBytes,
        queueSize: partsUnderWay,
      });
      try {
        await upload.done();
        return measured.result();
      } catch (error) {
        throw measured.blame(error);
      }
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkKey(key) }));
        if (!(Body instanceof Readable)) throw new Error('The response has no body');
        return Body;
      } catch (error) {
        throw error instanceof NoSuchKey
          ? new ObjectMissingError(key, error)
          : new StorageUnavailableError(error);
      }
    },
    async getRange(key, { start, end }) {
      try {
        const Range = `bytes=${start}-${end - 1}`;
        const { Body, ContentRange } = await client.send(
          new GetObjectCommand({ Bucket, Key: checkKey(key), Range }),
        );
        const [, size] = /\/(\d+)$/.exec(ContentRange ?? '') ?? [];
        if (!(Body instanceof Readable) || size === undefined)
          throw new Error('The response has no range');
        return { content: Body, objectSizeBytes: Number(size) };
      } catch (error) {
        throw error instanceof NoSuchKey
          ? new ObjectMissingError(key, error)
          : new StorageUnavailableError(error);
      }
    },
    async delete(key) {
      await remove(checkKey(key));
    },
    async deletePrefix(prefix) {
      let batch: string[] = [];
      for await (const { key } of listObjects(client, Bucket, checkPrefix(prefix))) {
        batch.push(key);
        if (batch.length < deletesUnderWay) continue;
        await Promise.all(batch.map(remove));
        batch = [];
      }
      await Promise.all(batch.map(remove));
      await abortUploads(client, Bucket, prefix);
    },
    list: (prefix) => listObjects(client, Bucket, checkPrefix(prefix)),
    close: () => client.destroy(),
  };
}

async function* listObjects(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncGenerator<ListedObject> {
  let after: string | undefined;
  do {
    const page = await guard(
      client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix,
          ...(after ? { ContinuationToken: after } : {}),
        }),
      ),
    );
    for (const { Key, Size } of page.Contents ?? [])
      if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0 };
    after = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (after !== undefined);
}

/**
 * Aborts multipart uploads under a prefix, which no list shows. Where a server cannot list them, a
 * rule of the bucket must (docs/operations.md).
 */
async function abortUploads(client: S3Client, Bucket: string, Prefix: string): Promise<void> {
  let after: Pick<ListMultipartUploadsCommandOutput, PageEnd> | undefined;
  do {
    const markers = after
      ? { KeyMarker: after.NextKeyMarker, UploadIdMarker: after.NextUploadIdMarker }
      : {};
    const listing = client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }));
    const page = await guard(listing.catch(noneIfNotImplemented));
    for (const { Key, UploadId } of page.Uploads ?? []) {
      await guard(
        client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(ignoreEnded),
      );
    }
    after = page.IsTruncated && page.NextKeyMarker !== undefined ? page : undefined;
  } while (after !== undefined);
}

function noneIfNotImplemented(
  error: unknown,
): Pick<ListMultipartUploadsCommandOutput, 'Uploads' | PageEnd> {
  if (error instanceof S3ServiceException && error.name === 'NotImplemented') return {};
  throw error;
}

/** Ignores that an upload was completed or aborted after it was listed. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof NoSuchUpload)) throw error;
}

async function guard<Answer>(work: Promise<Answer>): Promise<Answer> {
  return await work.catch((error: unknown) => {
    throw new StorageUnavailableError(error);
  });
}
