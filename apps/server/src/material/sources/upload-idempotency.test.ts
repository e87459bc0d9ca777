import { connect } from 'node:net';
import { openDatabase } from '@ecp/database/database';
import { sql } from '@ecp/database/statement';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
  makeUnreadArchive,
  sendPieces,
} from '../../../testing/attachment-tenant.ts';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { measureLiveBytes } from '../../../testing/live-memory.ts';
import { outcome, type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { engagementPrefix } from '../stored-files/stored-files.ts';

const megabyte = 1_048_576;
let platform: TestPlatform;
/** The tenant of all tests. */
let whole: AttachmentTenant;
/** The tenant with the engagement of this test. */
let tenant: AttachmentTenant;
/** The key of the test's upload. */
let uploadKey: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
  whole = await createAttachmentTenant(platform, { plan: 'enterprise' });
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await addAttachmentEngagement(platform, whole);
  uploadKey = `up-${tenant.engagementId}`;
});

interface Sent {
  key?: string;
  name?: string;
  content?: string;
  fields?: Record<string, string>;
}
const send = ({
  key = uploadKey,
  name = 'prices.txt',
  content = 'quay,900\n',
  fields = {},
}: Sent = {}) =>
  sendRequest(
    platform,
    { method: 'POST', path: tenant.path, body: makeForm(fields, { name, content }) },
    { ...tenant.headers, 'idempotency-key': key },
  );
const isReplay = ({ headers }: Pick<SentAnswer, 'headers'>) =>
  headers.get('idempotency-replayed') === 'true';
const storedFiles = async () =>
  (
    await Array.fromAsync(
      platform.services.storage.list(engagementPrefix(tenant.tenantId, tenant.engagementId)),
    )
  ).filter(({ key }) => key.includes('/files/'));
const countReservations = async () =>
  (
    await platform.asSuperuser(
      'select 1 from platform.storage_reservations where storage_key like $1',
      [`%${tenant.engagementId}%`],
    )
  ).length;
const endClaims = () =>
  platform.asSuperuser(
    `update platform.idempotency_keys set claimed_until = least(claimed_until, now())
    where tenant_id = $1 and key = $2`,
    [tenant.tenantId, uploadKey],
  );

describe('Idempotency-Key of an upload', () => {
  // REQ-3
  test('a repeated form gets the first response, and leaves one file and one attachment', async () => {
    const fields = { category: 'data', summary: 'Prices of the quay' };
    const [first, second] = [await send({ fields }), await send({ fields })];
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect([second.status, isReplay(second)]).toEqual([201, true]);
    expect(second.json).toEqual(first.json);
    expect(await tenant.list()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(1);
    expect(await countReservations()).toBe(0);
    expect((await send({ key: 'other' })).json).not.toEqual(first.json);
  });

  // REQ-4
  test.each<[string, Sent]>([
    ['another file', { content: 'quay,901\n' }],
    ['another name of the file', { name: 'costs.txt' }],
    ['another field', { fields: { category: 'data' } }],
  ])('%s under the same key is 422 and leaves nothing', async (_, other) => {
    expect((await send()).status).toBe(201);
    expect(outcome(await send(other))).toBe('422 idempotency_key_reused');
    expect(await tenant.list()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(1);
  });

  test('a key of another kind of request is 422, in both directions', async () => {
    const body = { url: 'http://127.0.0.1:1/page' };
    const fromUrl = () =>
      sendRequest(
        platform,
        { method: 'POST', path: `${tenant.path}/from-url`, body },
        { ...tenant.headers, 'idempotency-key': uploadKey },
      );
    expect((await send()).status).toBe(201);
    expect(outcome(await fromUrl())).toBe('422 idempotency_key_reused');
  });

  test('a second request gets 409 while the first is in progress, and its response afterwards', async () => {
    const gate = Promise.withResolvers<void>();
    const keyed = {
      path: tenant.path,
      headers: { ...tenant.headers, 'idempotency-key': uploadKey },
    };
    const sending = sendPieces(platform, keyed, async function* (boundary) {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="prices.txt"\r\n\r\n`;
      yield Buffer.alloc(megabyte, 'x');
      await gate.promise;
      yield `\r\n--${boundary}--\r\n`;
    });
    await pollUntil(
      () => countReservations(),
      (count) => count === 1,
    );
    const second = await send();
    expect(outcome(second)).toBe('409 idempotency_in_progress');
    expect(second.headers.get('retry-after')).toBe('1');
    gate.resolve();
    const first = await sending;
    expect(first.status).toBe(201);
    const third = await send({ content: 'x'.repeat(megabyte) });
    expect([third.status, isReplay(third), third.text]).toEqual([201, true, first.text]);
    expect(await storedFiles()).toHaveLength(1);
  });

  test('ten parallel requests make one attachment', async () => {
    const persist = () =>
      pollUntil(
        () => send(),
        ({ status }) => status !== 409,
      );
    const answers = await Promise.all(Array.from({ length: 10 }, persist));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer)).map(outcome)).toEqual(['201']);
    expect(await storedFiles()).toHaveLength(1);
  });

  test('refusals and broken forms are not stored: the same key can try again', async () => {
    expect(outcome(await send({ name: 'tool.exe' }))).toBe('400 file_type_unsupported');
    const keyed = {
      path: tenant.path,
      headers: { ...tenant.headers, 'idempotency-key': uploadKey },
    };
    const broken = await sendPieces(platform, keyed, async function* () {
      yield 'nothing of a form';
    });
    expect(broken.status).toBe(400);
    expect((await send()).status).toBe(201);
    expect(await storedFiles()).toHaveLength(1);
  });

  test('an upload whose claim was taken over makes nothing', async () => {
    const gate = Promise.withResolvers<void>();
    const keyed = {
      path: tenant.path,
      headers: { ...tenant.headers, 'idempotency-key': uploadKey },
    };
    const slow = sendPieces(platform, keyed, async function* (boundary) {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="prices.txt"\r\n\r\n`;
      yield Buffer.alloc(megabyte, 'x');
      await gate.promise;
      yield `\r\n--${boundary}--\r\n`;
    });
    await pollUntil(
      () => countReservations(),
      (count) => count === 1,
    );
    await endClaims();
    expect((await send()).status).toBe(201);
    gate.resolve();
    const late = await slow;
    expect({ status: late.status, code: JSON.parse(late.text).code }).toEqual({
      status: 409,
      code: 'idempotency_in_progress',
    });
    expect(await tenant.list()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(1);
  });

  test('a sender that disconnects before the form is opened leaves the key free', async () => {
    const { hostname, port } = new URL(platform.baseUrl);
    const claims = 'select 1 from platform.idempotency_keys where tenant_id = $1 and key = $2';
    const gone = Promise.withResolvers<void>();
    const holder = openDatabase({ url: platform.adminUrl, maxConnections: 1 });
    await holder.withTenant(tenant.tenantId, async (tx) => {
      await tx.query(sql`select set_config('role', 'none', true)`);
      await tx.query(sql`lock table platform.idempotency_keys in share mode`);
      const socket = connect(Number(port), hostname);
      const lines = [
        `POST ${tenant.path} HTTP/1.1`,
        'host: x',
        `cookie: ${tenant.cookie}`,
        `idempotency-key: ${uploadKey}`,
      ];
      lines.push('content-type: multipart/form-data; boundary=b', 'content-length: 1000');
      socket.write(`${lines.join('\r\n')}\r\n\r\n--b\r\n`);
      await pollUntil(
        () => platform.asSuperuser(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`),
        (waiting) => waiting.length > 0,
      );
      socket.on('close', () => gone.resolve());
      socket.destroy();
      await gone.promise;
      // A response on another connection shows that the server has seen the earlier events, also
      // the end of the first connection.
      expect((await tenant.list()).length).toBe(0);
    });
    await holder.close();
    await pollUntil(
      () => platform.asSuperuser(claims, [tenant.tenantId, uploadKey]),
      (rows) => rows.length === 0,
    );
    expect((await send()).status).toBe(201);
  });

  test('30 MB and their repeat pass through in bounded memory', async () => {
    const keyed = {
      path: tenant.path,
      headers: { ...tenant.headers, 'idempotency-key': uploadKey },
    };
    const beforeBytes = measureLiveBytes();
    let peakBytes = beforeBytes;
    const stream = () =>
      sendPieces(platform, keyed, async function* (boundary) {
        yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.zip"\r\n\r\n`;
        const chunk = makeUnreadArchive(65_536);
        for (let at = 0; at < 480; at += 1) {
          if (at % 240 === 239) peakBytes = Math.max(peakBytes, measureLiveBytes());
          yield chunk;
        }
        yield `\r\n--${boundary}--\r\n`;
      });
    const [first, second] = [await stream(), await stream()];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await storedFiles()).toHaveLength(1);
    expect((peakBytes - beforeBytes) / megabyte).toBeLessThan(20);
  });
});
