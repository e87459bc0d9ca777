import { randomBytes, randomUUID } from 'node:crypto';
import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createKeyRing } from '../../apps/server/src/kernel/keys/key-ring.ts';
import { openMasterKey } from '../../apps/server/src/kernel/keys/open-keys.ts';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { openS3Storage } from '../../apps/server/src/kernel/storage/s3-storage.ts';
import { codeOf, isConnectionFailure, placeOf, reasonOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';

const bytesOfMegabyte = 1_048_576;
/** Room for a few of the largest files, and for the working files of Postgres. */
const leastFreeMegabytes = 1_024;

/** Checks that the folders of data and of temporary files can be written and have room. */
export async function checkDisk({ dataDir }: Pick<PlatformConfig, 'dataDir'>): Promise<Finding[]> {
  const folders = [...new Set([resolve(dataDir), tmpdir()])];
  return Promise.all(folders.map(checkFolder));
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    const existing = await findExisting(folder);
    await access(existing, constants.W_OK);
    const { bavail, bsize } = await statfs(existing);
    const megabytes = Math.floor((bavail * bsize) / bytesOfMegabyte);
    return find('disk', megabytes < leastFreeMegabytes ? 'disk_full' : 'disk_has_room', {
      folder,
      megabytes,
    });
  } catch (error) {
    return find('disk', 'disk_not_writable', { folder, reason: reasonOf(error) });
  }
}

/**
 * Returns the folder, or the innermost one around it that exists, in which the first start makes
 * it.
 */
async function findExisting(folder: string): Promise<string> {
  try {
    await access(folder);
    return folder;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return findExisting(resolve(folder, '..'));
  }
}

/** Stores, reads and deletes a small object, as the product does. */
export async function checkBucket({ s3 }: Pick<PlatformConfig, 's3'>): Promise<Finding[]> {
  if (s3 === undefined) return [];
  const { bucket } = s3;
  const address = s3.endpoint === undefined ? `Amazon S3 in ${s3.region}` : placeOf(s3.endpoint);
  const storage = openS3Storage(s3);
  const key = `doctor/${randomUUID()}`;
  const content = randomBytes(64);
  try {
    await storage.put(key, streamOf(content), content.length);
    const copy = await buffer(await storage.get(key));
    await storage.delete(key);
    if (copy.equals(content)) return [find('bucket', 'bucket_answers', { bucket, address })];
    return [
      find('bucket', 'check_failed', {
        reason: `${address} returned other bytes than it was given`,
      }),
    ];
  } catch (error) {
    const cause = innermost(error);
    const values = {
      bucket,
      address,
      reason: cause.name === 'Error' ? reasonOf(cause) : cause.name,
    };
    if (['NoSuchBucket', 'NotFound', 'PermanentRedirect'].includes(cause.name)) {
      return [find('bucket', 'bucket_missing', values)];
    }
    const isSilent = isConnectionFailure(cause) || cause.name === 'TimeoutError';
    return [find('bucket', isSilent ? 'bucket_unreachable' : 'bucket_refused', values)];
  } finally {
    storage.close();
  }
}

async function* streamOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** Lets the key management service wrap and unwrap a key that nobody uses. */
export async function checkKms({ kms }: Pick<PlatformConfig, 'kms'>): Promise<Finding[]> {
  if (kms === undefined) return [];
  const key = randomBytes(32);
  const master = await openMasterKey({ kms }, createKeyRing([randomUUID()]));
  try {
    const unwrapped = await master.unwrap('doctor', await master.wrap('doctor', key));
    if (unwrapped.equals(key)) return [find('kms', 'kms_answers')];
    return [find('kms', 'kms_failed', { reason: 'it returned another key' })];
  } catch (error) {
    const cause = innermost(error);
    return [
      find('kms', 'kms_failed', { reason: cause.name === 'Error' ? reasonOf(cause) : cause.name }),
    ];
  } finally {
    master.close();
  }
}
