import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlatformConfig } from '../settings.ts';
import {
  checkKey,
  checkPrefix,
  type ListedObject,
  measureContent,
  ObjectMissingError,
  type ObjectStorage,
  StorageUnavailableError,
} from './object-storage.ts';

/**
 * Opens the configured object storage: a bucket, else `DATA_DIR/files`, without loading the S3
 * client.
 */
export async function openStorage({
  s3,
  dataDir,
}: Pick<PlatformConfig, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (s3) {
    const { openS3Storage } = await import('./s3-storage.ts');
    return openS3Storage(s3);
  }
  const folder = join(dataDir, 'files');
  await purgeIncompleteFiles(folder, new Date());
  return openFolderStorage(folder);
}

/** Folder of incomplete files. No list shows it, because keys never begin with a dot. */
const incomingFolder = '.incoming';
/** Returns the beginning of an incomplete file's name; keys have no tilde. */
const incomingName = (keyOrPrefix: string) => keyOrPrefix.replaceAll('/', '~');
/** Only the owner of the process may enter and read. */
const [folderMode, fileMode] = [0o700, 0o600];
/** Longer than any upload takes: an older incomplete file was left by a dead process. */
const incomingLifeMs = 24 * 3_600_000;

/**
 * Storage in a folder. Files are written aside, flushed and renamed, so that none is partial;
 * folders are made when needed, as one that is unavailable may return.
 */
export function openFolderStorage(folder: string): ObjectStorage {
  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'));
  return {
    async put(key, content, maxBytes) {
      const target = pathOf(key);
      const incoming = join(folder, incomingFolder, `${incomingName(key)}~${randomUUID()}`);
      const measured = measureContent(content, maxBytes);
      try {
        await mkdir(dirname(incoming), { recursive: true, mode: folderMode });
        await pipeline(
          Readable.from(measured.chunks),
          createWriteStream(incoming, { flush: true, mode: fileMode }),
        );
        await moveInto(incoming, target);
        return measured.result();
      } catch (error) {
        // If this fails too, the file is purged later by its age.
        await rm(incoming, { force: true }).catch(() => undefined);
        throw measured.blame(error);
      }
    },
    async get(key) {
      try {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream();
      } catch (error) {
        throw isMissing(error)
          ? new ObjectMissingError(key, error)
          : new StorageUnavailableError(error);
      }
    },
    async getRange(key, { start, end }) {
      try {
        const file = await open(pathOf(key), 'r');
        const { size } = await file.stat();
        return {
          content: file.createReadStream({ start, end: Math.max(start, end - 1) }),
          objectSizeBytes: size,
        };
      } catch (error) {
        throw isMissing(error)
          ? new ObjectMissingError(key, error)
          : new StorageUnavailableError(error);
      }
    },
    delete: (key) => guard(rm(pathOf(key), { force: true })),
    async deletePrefix(prefix) {
      const place = pathOf(checkPrefix(prefix).slice(0, -1));
      await guard(deleteIncoming(join(folder, incomingFolder), incomingName(prefix)));
      await guard(rm(place, { recursive: true, force: true }));
    },
    list: (prefix) => listFiles(folder, checkPrefix(prefix)),
    close: () => undefined,
  };
}

/** Deletes the incomplete files of dead processes; the folder may not exist yet. */
export async function purgeIncompleteFiles(folder: string, now: Date): Promise<void> {
  const incoming = join(folder, incomingFolder);
  for (const name of await readdir(incoming).catch(() => [])) {
    const { mtimeMs } = await stat(join(incoming, name)).catch(() => ({ mtimeMs: now.getTime() }));
    if (now.getTime() - mtimeMs > incomingLifeMs) await rm(join(incoming, name), { force: true });
  }
}

async function deleteIncoming(incoming: string, beginning: string): Promise<void> {
  const names = await readdir(incoming).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names)
    if (name.startsWith(beginning)) await rm(join(incoming, name), { force: true });
}

/**
 * Moves a file into its folder; retries once, as the folder may be deleted with its prefix before.
 */
async function moveInto(from: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: folderMode });
  await rename(from, target).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true, mode: folderMode });
    await rename(from, target);
  });
}

async function* listFiles(folder: string, prefix: string): AsyncGenerator<ListedObject> {
  const root = join(folder, ...prefix.slice(0, -1).split('/'));
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw new StorageUnavailableError(error);
    },
  );
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw new StorageUnavailableError(error);
    });
    const key = path.slice(folder.length).split(sep).filter(Boolean).join('/');
    if (found) yield { key, sizeBytes: found.size };
  }
}

async function guard(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw new StorageUnavailableError(error);
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
