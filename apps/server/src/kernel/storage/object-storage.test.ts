import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureLiveBytes } from '../../../testing/live-memory.ts';
import { type S3Server, startS3Server } from '../../../testing/servers/start-s3-server.ts';
import { openFolderStorage, purgeIncompleteFiles } from './folder-storage.ts';
import {
  ObjectMissingError,
  type ObjectStorage,
  ObjectTooLargeError,
  StorageUnavailableError,
} from './object-storage.ts';
import { openS3Storage } from './s3-storage.ts';

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecp-storage-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const megabyte = 1_048_576;
async function* chunksOf(sizeBytes: number, fill = 7): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0; left -= 65_536)
    yield Buffer.alloc(Math.min(left, 65_536), fill);
}
async function* failing(sizeBytes: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* chunksOf(sizeBytes);
  throw error;
}
const listed = async (storage: ObjectStorage, prefix: string) =>
  (await Array.fromAsync(storage.list(prefix))).sort((a, b) => a.key.localeCompare(b.key));

/** How each storage is opened, and how its incomplete puts are listed, one name for each. */
const places: [string, () => ObjectStorage, () => Promise<string[]>][] = [
  [
    'a folder',
    () => openFolderStorage(join(folder, 'files')),
    async () =>
      (await readdir(join(folder, 'files', '.incoming')).catch(() => [])).map((name) =>
        name.replaceAll('~', '/'),
      ),
  ],
  [
    'S3',
    () => openS3Storage(server.settings),
    async () => (await server.incompleteUploads()).map(({ key, uploadId }) => `${key}/${uploadId}`),
  ],
];

describe.each(places)('object storage in %s', (_name, open, listUnderWay) => {
  let storage: ObjectStorage;
  let home: string;
  beforeAll(() => {
    storage = open();
    home = `tenants/${randomUUID()}/`;
  });
  afterAll(() => storage.close());

  test.each([0, 1, 65_536, 11 * megabyte + 3])(
    'stores %i bytes and returns their number and SHA-256',
    async (sizeBytes) => {
      const key = `${home}sizes/${sizeBytes}`;
      const content = Buffer.alloc(sizeBytes, 7);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(await storage.put(key, chunksOf(sizeBytes), sizeBytes)).toEqual({ sizeBytes, sha256 });
      expect((await buffer(await storage.get(key))).equals(content)).toBe(true);
    },
  );

  test('stores 48 MB in bounded memory', async () => {
    const key = `${home}large`;
    const beforeBytes = measureLiveBytes();
    let peakBytes = beforeBytes;
    let passed = 0;
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunksOf(48 * megabyte)) {
        passed += 1;
        if (passed % 150 === 0) peakBytes = Math.max(peakBytes, measureLiveBytes());
        yield chunk;
      }
    }
    expect((await storage.put(key, measured(), 48 * megabyte)).sizeBytes).toBe(48 * megabyte);
    // This includes the S3 server in the same process.
    expect((peakBytes - beforeBytes) / megabyte).toBeLessThan(40);
    await storage.delete(key);
  });

  test('replaces an existing object', async () => {
    const key = `${home}replaced`;
    await storage.put(key, chunksOf(10), 10);
    await storage.put(key, chunksOf(3, 9), 10);
    expect(await buffer(await storage.get(key))).toEqual(Buffer.alloc(3, 9));
  });

  test.each([10, 11 * megabyte])(
    'refuses content of more than %i bytes and stores nothing',
    async (maxBytes) => {
      const key = `${home}refused/${maxBytes}`;
      const put = storage.put(key, chunksOf(maxBytes + 1), maxBytes);
      await expect(put).rejects.toThrow(new ObjectTooLargeError(maxBytes));
      await expect(storage.get(key)).rejects.toThrow(ObjectMissingError);
      expect(await listed(storage, `${home}refused/`)).toEqual([]);
    },
  );

  test.each([10, 11 * megabyte])(
    'rejects with the error of its source after %i bytes and stores nothing',
    async (at) => {
      const key = `${home}failed/${at}`;
      const failure = new Error('The sender disconnected');
      await expect(storage.put(key, failing(at, failure), 100 * megabyte)).rejects.toBe(failure);
      await expect(storage.get(key)).rejects.toThrow(ObjectMissingError);
    },
  );

  test('a failed replacement leaves the old object', async () => {
    const key = `${home}kept`;
    await storage.put(key, chunksOf(10), 10);
    await expect(storage.put(key, chunksOf(20), 15)).rejects.toThrow(ObjectTooLargeError);
    expect((await buffer(await storage.get(key))).length).toBe(10);
  });

  test('deletes an object, and a missing one without an error', async () => {
    await storage.put(`${home}one`, chunksOf(1), 1);
    await storage.delete(`${home}one`);
    await storage.delete(`${home}one`);
    await expect(storage.get(`${home}one`)).rejects.toThrow(ObjectMissingError);
  });

  test('lists and deletes the objects of a prefix, and no others', async () => {
    const keys = [
      ...Array.from({ length: 23 }, (_, at) => `${home}a/file-${at}`),
      `${home}a/deep/er`,
      `${home}ab/c`,
    ];
    await Promise.all(keys.map((key) => storage.put(key, chunksOf(2), 2)));
    expect(await listed(storage, `${home}a/`)).toHaveLength(24);
    await storage.deletePrefix(`${home}a/`);
    expect(await listed(storage, `${home}a/`)).toEqual([]);
    expect(await listed(storage, `${home}ab/`)).toEqual([{ key: `${home}ab/c`, sizeBytes: 2 }]);
    await storage.deletePrefix(`${home}a/`);
  });

  test('deletes with a prefix what running puts have written, and nothing else', async () => {
    const holding = Promise.withResolvers<void>();
    async function* held() {
      yield* chunksOf(11 * megabyte);
      await holding.promise;
      yield* chunksOf(1);
    }
    const names = ['gone/a', 'gone/deep/b', 'gone-not/c'];
    const [kept = '', ...lost] = names.map((name) => `${home}${name}`).reverse();
    const puts = [kept, ...lost].map((key) => storage.put(key, held(), 100 * megabyte));
    const ends = Promise.allSettled(puts);
    await pollUntil(
      listUnderWay,
      (found) => found.filter((name) => name.startsWith(home)).length === names.length,
    );
    await storage.deletePrefix(`${home}gone/`);
    const left = (await listUnderWay()).filter((name) => name.startsWith(home));
    expect(left.map((name) => name.slice(0, kept.length))).toEqual([kept]);
    holding.resolve();
    const [whole, ...broken] = await ends;
    expect(whole).toMatchObject({ status: 'fulfilled', value: { sizeBytes: 11 * megabyte + 1 } });
    for (const end of broken)
      expect(end).toMatchObject({ reason: expect.any(StorageUnavailableError) });
    expect(await listed(storage, `${home}gone/`)).toEqual([]);
    expect((await listUnderWay()).filter((name) => name.startsWith(home))).toEqual([]);
    await storage.delete(kept);
  });

  test.each([
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    '.incoming/x',
    'a/.',
    'a\\b',
    'a\0b',
    'a/b c',
    'a'.repeat(201),
    `${'a/'.repeat(100)}b`,
    '',
  ])('refuses the key %j', async (key) => {
    await expect(async () => storage.put(key, chunksOf(1), 1)).rejects.toThrow('Not a key');
    await expect(async () => storage.get(key)).rejects.toThrow('Not a key');
    await expect(async () => storage.delete(key)).rejects.toThrow('Not a key');
  });
  test('refuses to delete an invalid prefix', async () => {
    await expect(async () => storage.deletePrefix('tenants')).rejects.toThrow('ends with a slash');
    await expect(async () => storage.deletePrefix('../../')).rejects.toThrow('Not a key');
  });
});

describe('an unavailable storage', () => {
  const uses: [string, (storage: ObjectStorage) => Promise<unknown>][] = [
    ['put', (storage) => storage.put('a/b', chunksOf(10), 10)],
    ['get', (storage) => storage.get('a/b')],
    ['delete', (storage) => storage.delete('a/b')],
    ['list', (storage) => listed(storage, 'a/')],
  ];
  test.each(uses)('a folder that is a file: %s', async (_use, work) => {
    const path = join(folder, 'file-instead');
    await writeFile(path, 'x');
    await expect(work(openFolderStorage(path))).rejects.toThrow(StorageUnavailableError);
  });

  test.each(uses)('an S3 address at which no server listens: %s', async (_use, work) => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const storage = openS3Storage({ ...server.settings, endpoint: `http://127.0.0.1:${port}` });
    await expect(work(storage)).rejects.toThrow(StorageUnavailableError);
    storage.close();
  });

  test.each(uses)('an S3 server that never responds: %s', async (_use, work) => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const storage = openS3Storage(
      { ...server.settings, endpoint: `http://127.0.0.1:${port}` },
      100,
    );
    await expect(work(storage)).rejects.toThrow(StorageUnavailableError);
    storage.close();
    silent.close();
  });

  test.each(uses)('an S3 server without the bucket: %s', async (use, work) => {
    const storage = openS3Storage({ ...server.settings, bucket: 'another-bucket' });
    await expect(work(storage), use).rejects.toThrow(StorageUnavailableError);
    storage.close();
  });
});

test('an S3 server that cannot list running uploads still deletes the objects of a prefix', async () => {
  const poor = await startS3Server(undefined, false);
  const storage = openS3Storage(poor.settings);
  await storage.put('a/b', chunksOf(1), 1);
  await storage.deletePrefix('a/');
  expect(await listed(storage, 'a/')).toEqual([]);
  storage.close();
  await poor.close();
});

test('incomplete files of dead processes are purged from a folder after a day', async () => {
  const files = join(folder, 'swept');
  await openFolderStorage(files).put('a/b', chunksOf(1), 1);
  const [old, fresh] = ['old', 'fresh'].map((name) => join(files, '.incoming', name)) as [
    string,
    string,
  ];
  await writeFile(old, 'x');
  await writeFile(fresh, 'x');
  const dayAgo = Date.now() / 1_000 - 25 * 3_600;
  await utimes(old, dayAgo, dayAgo);
  await purgeIncompleteFiles(files, new Date());
  expect(await readdir(join(files, '.incoming'))).toEqual(['fresh']);
  await purgeIncompleteFiles(join(folder, 'never-made'), new Date());
});

// The S3 server of these tests, unlike S3 itself, mixes parallel puts under one key.
test('parallel puts under one key of a folder leave one whole object', async () => {
  const storage = openFolderStorage(join(folder, 'contested'));
  const key = 'contested';
  await Promise.all(
    Array.from({ length: 8 }, (_, fill) => storage.put(key, chunksOf(200_000, fill), megabyte)),
  );
  const content = await buffer(await storage.get(key));
  expect(content.length).toBe(200_000);
  expect(new Set(content).size).toBe(1);
});
