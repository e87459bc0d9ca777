import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
  makeUnreadArchive,
  sendPieces,
} from '../../../testing/attachment-tenant.ts';
import { measureLiveBytes } from '../../../testing/live-memory.ts';
import { outcome } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { contentSizeBytes, fileFormat } from '../../kernel/storage/segment-cipher.ts';
import { purgeAbandonedUploads, tenantPrefix } from '../stored-files/stored-files.ts';

const megabyte = 1_048_576;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

/** The content of the files in storage without manifest and index. */
const storedBytes = async (tenantId: string) => {
  const files = await Array.fromAsync(platform.services.storage.list(tenantPrefix(tenantId)));
  return files
    .filter(({ key }) => key.includes('/files/'))
    .reduce((sum, { sizeBytes }) => sum + contentSizeBytes(sizeBytes, fileFormat), 0);
};
const reservations = (tenantId: string) =>
  platform.asSuperuser('select id from platform.storage_reservations where tenant_id = $1', [
    tenantId,
  ]);
const expectNothingLeft = async ({ tenantId, list }: AttachmentTenant) => {
  await pollUntil(
    () => reservations(tenantId),
    (rows) => rows.length === 0,
  );
  expect(await storedBytes(tenantId)).toBe(0);
  expect(await list()).toEqual([]);
};

/** Inserts a row that counts as used storage without a file. */
async function fillStorage(
  { tenantId, engagementId }: AttachmentTenant,
  sizeBytes: number,
): Promise<void> {
  await platform.asSuperuser(
    `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
        storage_key, extraction_state)
      values ('fill-' || $1, $1, $2, 'fill.txt', 'text/plain', $3, '', 'reference', 'fill-' || $1, 'empty')`,
    [tenantId, engagementId, sizeBytes],
  );
}

const head = (boundary: string, name = 'stream.zip') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const tail = (boundary: string) => `\r\n--${boundary}--\r\n`;
async function* formOf(boundary: string, sizeBytes: number): AsyncGenerator<Buffer | string> {
  yield head(boundary);
  const chunk = makeUnreadArchive(65_536);
  for (let left = sizeBytes; left > 0; left -= chunk.length)
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
  yield tail(boundary);
}

describe('the plan’s total storage', () => {
  // ATT-8, LIM-5
  test('accepts a file that fits exactly; one byte more is 413 with the limit', async () => {
    const tenant = await createAttachmentTenant(platform);
    await fillStorage(tenant, 99 * megabyte);
    const over = await tenant.send('over.zip', makeUnreadArchive(megabyte + 1));
    expect(outcome(over)).toBe('413 storage_limit_exceeded');
    expect(over.json).toMatchObject({ error: 'Storage limit of 100 MB exceeded' });
    expect((await tenant.send('fits.zip', makeUnreadArchive(megabyte))).status).toBe(201);
    expect(outcome(await tenant.send('one.txt', 'x'))).toBe('413 storage_limit_exceeded');
    expect((await tenant.send('empty.txt', '')).status).toBe(201);
  });

  // ATT-8
  test('is enforced on a stream of unknown length too', async () => {
    const tenant = await createAttachmentTenant(platform);
    await fillStorage(tenant, 97 * megabyte);
    const over = await sendPieces(platform, tenant, (boundary) => formOf(boundary, 4 * megabyte));
    expect({ status: over.status, code: JSON.parse(over.text).code }).toEqual({
      status: 413,
      code: 'storage_limit_exceeded',
    });
    expect(await storedBytes(tenant.tenantId)).toBe(0);
    expect(await reservations(tenant.tenantId)).toEqual([]);
    const exact = await sendPieces(platform, tenant, (boundary) => formOf(boundary, 3 * megabyte));
    expect(exact.status).toBe(201);
  });

  // LIM-5
  test('accepts exactly the 4 that fit of 8 parallel uploads', async () => {
    const tenant = await createAttachmentTenant(platform);
    // A running upload reserves its whole form, which is a little longer than its file.
    await fillStorage(tenant, 94.5 * megabyte);
    const content = makeUnreadArchive(megabyte);
    await tenant.send('first.zip', content);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => tenant.send(`${at}.zip`, content)),
    );
    expect(answers.map(outcome).sort()).toEqual([
      ...Array.from({ length: 4 }, () => '201'),
      ...Array.from({ length: 4 }, () => '413 storage_limit_exceeded'),
    ]);
    expect(await storedBytes(tenant.tenantId)).toBe(5 * megabyte);
    expect(await reservations(tenant.tenantId)).toEqual([]);
  });

  test('is not exceeded by 8 parallel streams of unknown length', async () => {
    const tenant = await createAttachmentTenant(platform);
    await fillStorage(tenant, 92 * megabyte);
    const send = () => sendPieces(platform, tenant, (boundary) => formOf(boundary, megabyte));
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    const taken = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => status === 201 || status === 413)).toBe(true);
    expect(taken).toBeGreaterThan(0);
    expect(await storedBytes(tenant.tenantId)).toBe(taken * megabyte);
    expect(taken).toBeLessThanOrEqual(8);
    expect(await reservations(tenant.tenantId)).toEqual([]);
  });

  test('is separate for each tenant', async () => {
    const [full, other] = [
      await createAttachmentTenant(platform),
      await createAttachmentTenant(platform),
    ];
    await fillStorage(full, 100 * megabyte);
    expect((await full.send('a.txt', 'x')).status).toBe(413);
    expect((await other.send('a.txt', 'x')).status).toBe(201);
  });

  // LIM-4, LIM-5
  test('grows with the plan', async () => {
    const tenant = await createAttachmentTenant(platform, { plan: 'professional' });
    await fillStorage(tenant, 400 * megabyte);
    expect((await tenant.send('a.zip', makeUnreadArchive(11 * megabyte))).status).toBe(201);
  });
});

describe('uploads that fail', () => {
  // They leave nothing, so that one tenant is enough.
  let tenant: AttachmentTenant;
  beforeAll(async () => {
    tenant = await createAttachmentTenant(platform);
  });

  const broken: [string, (boundary: string) => AsyncGenerator<Buffer | string>][] = [
    [
      'without the closing boundary',
      async function* (boundary) {
        yield head(boundary);
        yield makeUnreadArchive(megabyte);
      },
    ],
    [
      'in the head of the file',
      async function* (boundary) {
        yield head(boundary).slice(0, -10);
      },
    ],
    [
      'with nothing at all',
      async function* () {
        yield 'nothing of a form';
      },
    ],
  ];
  test.each(broken)('%s are 400 and leave nothing', async (_title, pieces) => {
    const answer = await sendPieces(platform, tenant, pieces);
    expect({ status: answer.status, code: JSON.parse(answer.text).code }).toEqual({
      status: 400,
      code: 'invalid_request',
    });
    await expectNothingLeft(tenant);
  });

  test('because the sender disconnects in the middle of the file leave nothing', async () => {
    const { hostname, port } = new URL(platform.baseUrl);
    const socket = connect(Number(port), hostname);
    const lines = [
      `POST ${tenant.path} HTTP/1.1`,
      'host: x',
      `cookie: ${tenant.cookie}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${8 * megabyte}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${head('b')}`);
    socket.write(makeUnreadArchive(2 * megabyte));
    await pollUntil(
      () => reservations(tenant.tenantId),
      (rows) => rows.length === 1,
    );
    socket.destroy();
    await expectNothingLeft(tenant);
  });

  test('because of invalid fields after a valid file leave nothing', async () => {
    const answer = await sendPieces(platform, tenant, async function* (boundary) {
      yield head(boundary, 'stream.txt');
      yield `text\r\n--${boundary}\r\ncontent-disposition: form-data; name="category"\r\n\r\nnonsense`;
      yield tail(boundary);
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'invalid_request',
      details: [{ path: '/category' }],
    });
    await expectNothingLeft(tenant);
  });

  test('because the engagement is deleted are 404 and leave nothing', async () => {
    const victim = await addAttachmentEngagement(platform, tenant);
    const gate = Promise.withResolvers<void>();
    const sending = sendPieces(platform, victim, async function* (boundary) {
      yield head(boundary);
      yield makeUnreadArchive(megabyte);
      await gate.promise;
      yield tail(boundary);
    });
    const underWay = async () =>
      (await readdir(join(platform.dataDir, 'files', '.incoming')).catch(() => [])).filter((name) =>
        name.includes(tenant.tenantId),
      );
    await pollUntil(underWay, (names) => names.length === 1);
    expect((await tenant.delete(`/api/engagements/${victim.engagementId}`)).status).toBe(200);
    // Durable work deletes the files of the engagement, also the one being uploaded.
    await pollUntil(underWay, (names) => names.length === 0);
    gate.resolve();
    expect((await sending).status).toBe(404);
    await pollUntil(
      () => reservations(tenant.tenantId),
      (rows) => rows.length === 0,
    );
    expect(await storedBytes(tenant.tenantId)).toBe(0);
  });

  test('because the process died are purged after half an hour, with what they stored', async () => {
    const owner = await createAttachmentTenant(platform);
    const { storage, database, clock } = platform.services;
    const keys = ['old', 'fresh'].map(
      (name) => `${tenantPrefix(owner.tenantId)}engagements/e/files/${name}.enc`,
    );
    for (const [at, key] of keys.entries()) {
      await storage.put(key, [Buffer.from('x')] as unknown as AsyncIterable<Buffer>, 1);
      await platform.asSuperuser(
        `insert into platform.storage_reservations (id, tenant_id, storage_key, size_bytes, created_at)
          values ($1, $2, $1, 1, now() - $3::interval)`,
        [key, owner.tenantId, at === 0 ? '31 minutes' : '29 minutes'],
      );
    }
    await purgeAbandonedUploads({ storage, database, clock });
    const objects = await Array.fromAsync(storage.list(tenantPrefix(owner.tenantId)));
    expect(objects.map(({ key }) => key)).toEqual([keys[1]]);
    expect(await reservations(owner.tenantId)).toEqual([{ id: keys[1] }]);
  });
});

// ATT-16, LIM-4
test('40 MB pass through in bounded memory', async () => {
  const tenant = await createAttachmentTenant(platform, { plan: 'enterprise' });
  const beforeBytes = measureLiveBytes();
  let peakBytes = beforeBytes;
  let pieces = 0;
  const answer = await sendPieces(platform, tenant, async function* (boundary) {
    for await (const piece of formOf(boundary, 40 * megabyte)) {
      pieces += 1;
      if (pieces % 320 === 319) peakBytes = Math.max(peakBytes, measureLiveBytes());
      yield piece;
    }
  });
  expect(answer.status).toBe(201);
  expect(JSON.parse(answer.text).attachment.sizeBytes).toBe(40 * megabyte);
  // Sender and service share one process in this test, so the number includes both.
  expect((peakBytes - beforeBytes) / megabyte).toBeLessThan(27);
});
