import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { outcome } from '../../../testing/send-request.ts';
import { type S3Server, startS3Server } from '../../../testing/servers/start-s3-server.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { engagementPrefix } from './stored-files.ts';

interface Place {
  platform: TestPlatform;
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  close(): Promise<void>;
}

const places: [string, () => Promise<Place>][] = [
  [
    'a folder',
    async () => {
      const platform = await startTestPlatform();
      const files = join(platform.dataDir, 'files');
      const aside = join(platform.dataDir, 'aside');
      return {
        platform,
        takeAway: async () => {
          await rename(files, aside);
          await writeFile(files, 'not a folder');
        },
        bringBack: () => rename(aside, files).catch(() => restore(files, aside)),
        close: () => platform.close(),
      };
    },
  ],
  [
    'S3',
    async () => {
      let server: S3Server = await startS3Server();
      const platform = await startTestPlatform({ config: { s3: server.settings } });
      const { port, directory } = server;
      return {
        platform,
        takeAway: () => server.stop(),
        bringBack: async () => {
          server = await startS3Server({ port, directory });
        },
        close: async () => {
          await platform.close();
          await server.close();
        },
      };
    },
  ],
];

async function restore(files: string, aside: string): Promise<void> {
  await rename(files, `${files}.txt`);
  await rename(aside, files);
}

// SET-8
describe.each(places)('with %s as the storage', (_name, open) => {
  let place: Place;
  let tenant: AttachmentTenant;
  beforeAll(async () => {
    place = await open();
    tenant = await createAttachmentTenant(place.platform);
  });
  afterAll(() => place.close());

  const stored = () =>
    Array.fromAsync(
      place.platform.services.storage.list(engagementPrefix(tenant.tenantId, tenant.engagementId)),
    );
  const reservations = () =>
    place.platform.asSuperuser('select 1 from platform.storage_reservations');

  // ATT-3
  test('files are uploaded, read and downloaded', async () => {
    const content = Buffer.alloc(7 * 1_048_576, 'The quay. ');
    const { id } = await tenant.upload('quay.txt', content);
    const { status, headers, body } = await tenant.download(await tenant.downloadUrl(id));
    expect({ status, length: headers.get('content-length'), same: body.equals(content) }).toEqual({
      status: 200,
      length: String(content.length),
      same: true,
    });
    expect((await tenant.read(id)).state).toBe('extracted');
  });

  test('an outage answers 503 and records nothing partially; afterwards the enqueued work is done', async () => {
    const kept = await tenant.upload('kept.txt', 'kept');
    const doomed = await tenant.upload('doomed.txt', 'doomed');
    await tenant.read(kept.id);
    await tenant.read(doomed.id);
    await pollUntil(stored, (files) => files.length >= 4);
    const url = await tenant.downloadUrl(kept.id);
    const before = await tenant.list();
    await place.takeAway();

    const upload = await tenant.send('new.txt', 'new');
    expect(outcome(upload)).toBe('503 service_unavailable');
    expect(upload.text).not.toMatch(/ENOTDIR|ECONN|127\.0\.0\.1|tenants\//);
    expect((await tenant.download(url)).status).toBe(503);
    expect(await tenant.list()).toEqual(before);
    // Its row, text and reserved room are deleted now, its file later.
    expect((await tenant.delete(`${tenant.path}/${doomed.id}`)).status).toBe(200);

    await place.bringBack();
    expect((await tenant.download(url)).body.toString()).toBe('kept');
    expect((await tenant.send('new.txt', 'new')).status).toBe(201);
    await pollUntil(
      async () => (await stored()).filter(({ key }) => key.includes('/files/')).length,
      (count) => count === 3,
      30_000,
    );
    // The purge deletes what could not be deleted during the outage.
    await place.platform.asSuperuser(
      `update platform.storage_reservations set created_at = now() - interval '1 hour'`,
    );
    const { purgeAbandonedUploads } = await import('./stored-files.ts');
    await purgeAbandonedUploads(place.platform.services);
    expect(await reservations()).toEqual([]);
  });
});
