import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FakeKms, startFakeKms } from '@ecp/testing/fake-kms';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { type S3Server, startS3Server } from '../../../testing/servers/start-s3-server.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { openKmsMasterKey } from '../../kernel/keys/kms-master-key.ts';
import { rewrapTenantKeys } from '../../kernel/keys/renewal.ts';
import { openTenantKeys } from '../../kernel/keys/tenant-keys.ts';
import { encryptStorage } from '../../kernel/storage/encrypted-storage.ts';
import { openFolderStorage } from '../../kernel/storage/folder-storage.ts';
import {
  ObjectMissingError,
  StorageUnavailableError,
} from '../../kernel/storage/object-storage.ts';
import { engagementPrefix } from './stored-files.ts';

const word = 'quintessential-quay-survey';
const content = Buffer.from(`${'The quay. '.repeat(30_000)}${word}${' Its piles.'.repeat(30_000)}`);

/**
 * The S3 server of the tests writes an object and its metadata under names with a UUID before they
 * have their own.
 */
const temporary = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Returns all complete files below a folder with their paths, without those that are still being
 * written.
 */
async function readAll(folder: string): Promise<{ path: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const complete = entries.filter(
    (entry) =>
      entry.isFile() && !entry.parentPath.endsWith('.incoming') && !temporary.test(entry.name),
  );
  const paths = complete.map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}

describe.each(['a folder', 'S3 and KMS'])('files stored in %s', (place) => {
  let platform: TestPlatform;
  let tenant: AttachmentTenant;
  let s3: S3Server | undefined;
  let kms: FakeKms | undefined;
  let stored: string;
  beforeAll(async () => {
    if (place !== 'a folder') [s3, kms] = [await startS3Server(), await startFakeKms()];
    platform = await startTestPlatform({ config: { s3: s3?.settings, kms: kms?.settings } });
    stored = s3?.directory ?? join(platform.dataDir, 'files');
  });
  afterAll(async () => {
    await platform.close();
    await s3?.close();
    await kms?.close();
  });
  beforeEach(async () => {
    tenant = await createAttachmentTenant(platform);
  });

  // STO-1, STO-4
  test('hold no word of an attachment, its name or its manifest, and the key is encrypted in the tenant’s row', async () => {
    const { id } = await tenant.upload(`${word}.txt`, content);
    expect((await tenant.read(id)).state).toBe('extracted');
    // The S3 server of the tests stores a metadata file beside each object. It holds only a content
    // type.
    const isObject = ({ path }: { path: string }) =>
      path.endsWith('.enc') || path.endsWith('_object');
    const files = await pollUntil(
      () => readAll(stored),
      (found) =>
        found.filter((file) => isObject(file) && file.path.includes(tenant.engagementId)).length >=
        3,
    );
    const objects = files.filter(isObject);
    expect(
      objects.filter(({ bytes }) => bytes.includes('quay') || bytes.includes('"attachments"')),
    ).toEqual([]);
    expect((await tenant.download(await tenant.downloadUrl(id))).body.equals(content)).toBe(true);
    const rows = await platform.asSuperuser<{ master: string; wrapped: Buffer }>(
      'select master, wrapped from platform.tenant_keys where tenant_id = $1',
      [tenant.tenantId],
    );
    const dataKey = await platform.services.tenantKeys.forReading(tenant.tenantId);
    expect(rows).toEqual([
      { master: platform.services.masterKey.name, wrapped: expect.any(Buffer) },
    ]);
    expect(rows[0]?.master).toMatch(kms ? /^kms:arn:aws:kms:/ : /^local:/);
    expect(rows[0]?.wrapped.includes(dataKey ?? '')).toBe(false);
  });

  // STO-2
  test('are read in ranges', async () => {
    await tenant.upload('range.txt', content);
    const { storage } = platform.services;
    const [{ key = '' } = {}] = (
      await Array.fromAsync(storage.list(engagementPrefix(tenant.tenantId, tenant.engagementId)))
    ).filter((found) => found.key.includes('/files/'));
    for (const [start, end] of [
      [0, 1],
      [65_479, 65_481],
      [100_000, 400_000],
      [content.length - 1, content.length],
      [content.length - 100_000, content.length + 5],
    ] as const) {
      const range = await storage.getRange(key, { start, end });
      expect(range.objectSizeBytes).toBe(content.length);
      expect((await buffer(range.content)).equals(content.subarray(start, end))).toBe(true);
    }
    const whole = await storage.get(key);
    whole.destroy();
    await expect.poll(() => whole.closed).toBe(true);
  });

  // ATT-31, STO-2
  test('are downloaded in part through a signed link', async () => {
    const { id } = await tenant.upload('part.txt', content);
    const { pathname } = new URL(await tenant.downloadUrl(id));
    const ask = (range: string) =>
      fetch(new URL(pathname, platform.baseUrl), { headers: { range } });
    const part = await ask('bytes=300000-300009');
    expect([
      part.status,
      part.headers.get('content-range'),
      part.headers.get('content-length'),
    ]).toEqual([206, `bytes 300000-300009/${content.length}`, '10']);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(300_000, 300_010))).toBe(
      true,
    );
    const tail = await ask('bytes=-70000');
    expect(Buffer.from(await tail.arrayBuffer()).equals(content.subarray(-70_000))).toBe(true);
    const whole = await ask(`bytes=${content.length}-`);
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  });

  // STO-6
  test('of an erased account cannot be read from a copy, by any process, although its keys were in use', async () => {
    const other = await createAttachmentTenant(platform);
    const kept = await other.upload('kept.txt', 'kept');
    await tenant.upload('erased.txt', content);
    const copy = await mkdtemp(join(tmpdir(), 'ecp-copy-'));
    // Files that are still being written come and go.
    await cp(stored, copy, {
      recursive: true,
      filter: (path) => !path.endsWith('.incoming') && !temporary.test(path),
    });
    // Another process has this key in its memory.
    const elsewhere = openTenantKeys(platform.database, platform.services.masterKey);
    expect(await elsewhere.forReading(tenant.tenantId)).toHaveLength(32);
    const erasure = await fetch(`${platform.baseUrl}/api/account/delete`, {
      method: 'DELETE',
      headers: { ...tenant.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ confirmText: 'DELETE MY ACCOUNT' }),
    });
    expect(erasure.ok).toBe(true);
    await pollUntil(
      () => platform.asSuperuser('select from platform.tenants where id = $1', [tenant.tenantId]),
      (rows) => rows.length === 0,
    );
    expect(
      await platform.asSuperuser('select from platform.tenant_keys where tenant_id = $1', [
        tenant.tenantId,
      ]),
    ).toEqual([]);
    const files = await readAll(copy);
    const own = files.filter(({ path }) => path.includes(tenant.tenantId));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ bytes }) => bytes.includes(word))).toEqual([]);
    expect(await elsewhere.forReading(tenant.tenantId)).toBeNull();
    if (!s3) {
      const storage = encryptStorage(openFolderStorage(copy), elsewhere);
      for (const { path } of own) {
        const key = path.slice(copy.length + 1);
        await expect(storage.get(key)).rejects.toThrow(ObjectMissingError);
        await expect(storage.getRange(key, { start: 0, end: 1 })).rejects.toThrow(
          ObjectMissingError,
        );
      }
    }
    expect((await other.download(await other.downloadUrl(kept.id))).body.toString()).toBe('kept');
    await rm(copy, { recursive: true });
  });
});

describe('a folder of stored files', () => {
  let platform: TestPlatform;
  let tenant: AttachmentTenant;
  beforeAll(async () => {
    platform = await startTestPlatform();
    tenant = await createAttachmentTenant(platform);
  });
  afterAll(() => platform.close());

  // STO-8
  test('is closed to others', async () => {
    await tenant.upload('closed.txt', 'x');
    const root = join(platform.dataDir, 'files');
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777).toBe(entry.isFile() ? 0o600 : 0o700);
    }
  });

  // STO-7
  test('never serves an object that is not encrypted', async () => {
    const { id } = await tenant.upload('forged.txt', 'genuine');
    const [row] = await platform.asSuperuser<{ storage_key: string }>(
      'select storage_key from platform.attachments where id = $1',
      [id],
    );
    await openFolderStorage(join(platform.dataDir, 'files')).put(
      row?.storage_key ?? '',
      Readable.from([Buffer.from('forged!')]),
      100,
    );
    const answer = await tenant.download(await tenant.downloadUrl(id)).catch(() => null);
    expect(answer?.body.toString() ?? '').not.toContain('forged');
  });

  // STO-5, SET-15
  test('passes to a key of KMS: every tenant’s key is wrapped again, and no file is', async () => {
    const { services } = platform;
    const { id } = await tenant.upload('moving.txt', 'content');
    const kms = await startFakeKms();
    const masterKey = openKmsMasterKey(kms.settings, services.masterKey);
    const moved = {
      ...services,
      masterKey,
      tenantKeys: openTenantKeys(services.database, masterKey),
    };
    const masters = async () =>
      (
        await platform.asSuperuser<{ master: string }>(
          'select distinct master from platform.tenant_keys',
        )
      ).map(({ master }) => master);
    expect(await masters()).toEqual([services.masterKey.name]);
    expect(await rewrapTenantKeys(moved, new AbortController().signal)).toBe(0);
    expect(await masters()).toEqual([`kms:${kms.settings.keyId}`]);
    const [row] = await platform.asSuperuser<{ storage_key: string }>(
      'select storage_key from platform.attachments where id = $1',
      [id],
    );
    const files = encryptStorage(
      openFolderStorage(join(platform.dataDir, 'files')),
      moved.tenantKeys,
    );
    expect((await buffer(await files.get(row?.storage_key ?? ''))).toString()).toBe('content');
    kms.behave('fails');
    const cold = encryptStorage(
      openFolderStorage(join(platform.dataDir, 'files')),
      openTenantKeys(services.database, masterKey),
    );
    await expect(cold.get(row?.storage_key ?? '')).rejects.toThrow(StorageUnavailableError);
    masterKey.close();
    await kms.close();
    // Not every test of this file has the key of KMS.
    await platform.asSuperuser('delete from platform.tenant_keys');
  });

  test('stores nothing plain', async () => {
    const put = platform.services.storage.put(
      `tenants/${tenant.tenantId}/x`,
      Readable.from(['x']),
      1,
    );
    await expect(put).rejects.toThrow('is encrypted');
  });
});
