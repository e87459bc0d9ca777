import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { tenantPrefix } from '../../material/stored-files/stored-files.ts';

const megabyte = 1_048_576;
let platform: TestPlatform;
let tenant: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createAttachmentTenant(platform, { plan: 'enterprise' });
});

interface Sent {
  answer: string;
  /** Bytes sent when the response arrived, and when the connection ended. */
  sentAtAnswer: number;
  sentInAll: number;
}

/**
 * Writes a chunked form as fast as the server reads, even after the response, until its end or a
 * hang-up.
 */
async function sendForm(opening: string, contentBytes: number): Promise<Sent> {
  const { hostname, port } = new URL(platform.baseUrl);
  const socket = connect(Number(port), hostname);
  const sent: Sent = { answer: '', sentAtAnswer: 0, sentInAll: 0 };
  socket.on('data', (bytes) => {
    if (sent.answer === '') sent.sentAtAnswer = socket.bytesWritten;
    sent.answer += bytes;
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });
  const chunk = (content: string | Buffer) => [
    `${content.length.toString(16)}\r\n`,
    content,
    '\r\n',
  ];
  socket.write(
    [
      `POST ${tenant.path} HTTP/1.1`,
      'host: x',
      'connection: close',
      `cookie: ${tenant.cookie}`,
      'content-type: multipart/form-data; boundary=b',
      'transfer-encoding: chunked\r\n\r\n',
    ].join('\r\n'),
  );
  for (const piece of chunk(opening)) socket.write(piece);
  const content = Buffer.alloc(65_536, 'x');
  for (let left = contentBytes; left > 0 && !socket.destroyed; left -= content.length) {
    const taken = chunk(content).map((piece) => socket.write(piece));
    if (taken.includes(false))
      await Promise.race([once(socket, 'drain'), closed]).catch(() => undefined);
  }
  if (!socket.destroyed) socket.write(`${chunk('\r\n--b--\r\n').join('')}0\r\n\r\n`);
  await closed;
  return { ...sent, sentInAll: socket.bytesWritten };
}

const part = (disposition: string, content = '') =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const file = part('name="file"; filename="a.txt"', 'text');
const open = (disposition: string) => part(disposition).slice(0, -2);
const stored = async () =>
  (await Array.fromAsync(platform.services.storage.list(tenantPrefix(tenant.tenantId)))).filter(
    ({ key }) => key.includes('/files/'),
  );

describe('a form contains little besides its file', () => {
  test.each([
    ['a second file', file + open('name="file"; filename="b.txt"')],
    ['a file in another field', file + open('name="other"; filename="b.txt"')],
    ['a file in another field before it', open('name="other"; filename="b.txt"')],
    ['a field', file + open('name="summary"')],
    ['an unknown field', file + open('name="unknown"')],
    ['a part without a name', `${file}--b\r\ncontent-type: text/plain\r\n\r\n`],
    ['text after its end', `${file}--b--\r\n`],
    ['text before its start', 'preamble '],
  ])('%s of 200 MB is refused early and nothing is stored', async (_title, opening) => {
    const { answer, sentAtAnswer, sentInAll } = await sendForm(opening, 200 * megabyte);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"invalid_request"');
    // The buffers of both ends are already in transit.
    expect(sentAtAnswer).toBeLessThan(30 * megabyte);
    expect(sentInAll).toBeLessThan(160 * megabyte);
    expect(await stored()).toEqual([]);
    expect(await tenant.list()).toEqual([]);
  });

  test('a file of 60 MB with small other parts is accepted', async () => {
    const others =
      part('name="summary"', 'Ours.') + part('name="other"; filename="b.txt"', 'x'.repeat(500_000));
    const { answer } = await sendForm(
      others + open('name="file"; filename="a.txt"'),
      60 * megabyte,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(await tenant.list()).toMatchObject([{ summary: 'Ours.', sizeBytes: 60 * megabyte }]);
  });

  test.each([
    ['51 fields', Array.from({ length: 51 }, (_, at) => part(`name="f${at}"`, 'x')).join('')],
    [
      '11 files',
      Array.from({ length: 10 }, (_, at) => part(`name="f${at}"; filename="x"`, 'x')).join(''),
    ],
    [
      '61 parts',
      Array.from({ length: 60 }, () => '--b\r\ncontent-type: text/plain\r\n\r\nx\r\n').join(''),
    ],
  ])('%s are too many', async (_title, others) => {
    const { answer } = await sendForm(others + open('name="file"; filename="a.txt"'), 1);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await stored()).toEqual([]);
  });
});
