import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  attachmentIn,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { outcome, type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { startLocalServer } from '../../../testing/servers/local-server.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { tenantPrefix } from '../stored-files/stored-files.ts';

const limit = 1_000;
const full = '409 attachment_limit_reached';
let platform: TestPlatform;
let tenant: AttachmentTenant;
let site: Awaited<ReturnType<typeof startLocalServer>>;
beforeAll(async () => {
  site = await startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('Quay');
  });
  platform = await shareTestPlatform({ outboundAllowedHosts: [`127.0.0.1:${site.port}`] });
});
afterAll(async () => {
  await platform.close();
  await site.close();
});
beforeEach(async () => {
  tenant = await createAttachmentTenant(platform);
});

/** Inserts rows without files, named `same.txt`, `same_1.txt` … */
const fill = (count: number) =>
  platform.asSuperuser(
    `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
        storage_key, extraction_state)
      select 'fill-' || $2 || n, $1, $2, 'same' || case when n = 0 then '' else '_' || n end || '.txt', 'text/plain', 0,
        '', 'reference', 'fill-' || $2 || n, 'empty' from generate_series(0, $3 - 1) n`,
    [tenant.tenantId, tenant.engagementId, count],
  );
const storedFiles = async () =>
  (await Array.fromAsync(platform.services.storage.list(tenantPrefix(tenant.tenantId)))).filter(
    ({ key }) => key.includes('/files/'),
  );
const reservations = () =>
  platform.asSuperuser('select id from platform.storage_reservations where tenant_id = $1', [
    tenant.tenantId,
  ]);

describe(`an engagement holds ${limit} attachments`, () => {
  test('20 parallel uploads beside 995: exactly five are accepted, and the others leave nothing behind', async () => {
    await fill(limit - 5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tenant.send('same.txt', 'x')),
    );
    expect(answers.map(outcome).sort()).toEqual([...Array(5).fill('201'), ...Array(15).fill(full)]);
    const names = answers
      .filter(({ status }) => status === 201)
      .map((answer) => attachmentIn(answer).filename);
    expect(names.sort()).toEqual([5, 4, 3, 2, 1].map((n) => `same_${limit - n}.txt`));
    await pollUntil(storedFiles, (files) => files.length === 5);
    expect(await reservations()).toEqual([]);
  });

  test('another upload or URL is refused before it is stored; a deleted attachment makes room', async () => {
    await fill(limit);
    const refused = await tenant.send('more.txt', 'x');
    expect(outcome(refused)).toBe(full);
    expect(refused.json).toMatchObject({ error: 'An engagement holds at most 1000 attachments' });
    const url = `http://127.0.0.1:${site.port}/`;
    expect(outcome(await tenant.fromUrl(url))).toBe(full);
    expect(site.requests()).toBe(0);
    expect(await storedFiles()).toEqual([]);
    await tenant.delete(`${tenant.path}/fill-${tenant.engagementId}7`);
    expect(attachmentIn(await tenant.send('same.txt', 'x')).filename).toBe('same_7.txt');
    expect(outcome(await tenant.fromUrl(url))).toBe(full);
  });

  test('another engagement of the tenant is not affected', async () => {
    await fill(limit);
    const { id } = await tenant.createEngagement();
    expect(outcome(await tenant.fromUrl(`http://127.0.0.1:${site.port}/`))).toBe(full);
    const path = `/api/engagements/${id}/attachments/from-url`;
    expect((await tenant.post(path, { url: `http://127.0.0.1:${site.port}/` })).status).toBe(201);
  });
});

describe('uploadedBy of an attachment uploaded with an API key', () => {
  const createKey = async () => {
    const { body } = await tenant.post<{ key: string; id: string }>('/api/api-keys', {
      name: 'CI',
    });
    return { id: body.id, headers: { authorization: `Bearer ${body.key}` } };
  };
  const uploaderOf = (answer: SentAnswer) => attachmentIn(answer).uploadedBy;
  const url = () => `http://127.0.0.1:${site.port}/`;

  test('is the user who created the key, for uploads and from-url', async () => {
    const { headers } = await createKey();
    const body = makeForm({}, { name: 'by-key.txt', content: 'x' });
    const uploaded = await sendRequest(
      platform,
      { method: 'POST', path: tenant.path, body },
      headers,
    );
    expect(uploaderOf(uploaded)).toBe(tenant.userId);
    const fetching = {
      method: 'POST' as const,
      path: `${tenant.path}/from-url`,
      body: { url: url() },
    };
    expect(uploaderOf(await sendRequest(platform, fetching, headers))).toBe(tenant.userId);
  });
});
