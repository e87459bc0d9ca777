import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../../../testing/hostile/raw-request.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

async function create(json: string, type = 'application/json') {
  const headers: [string, string][] = [
    ...Object.entries(tenant.sessions.owner),
    ['content-type', type],
  ];
  const request = { method: 'POST', path: '/api/engagements', headers, body: Buffer.from(json) };
  const { status, text } = await sendRaw(platform, request);
  return { status, body: JSON.parse(text) };
}
const withTask = (extra: string) =>
  `{"name": "N", "client": "C", "brief": "B", "tasks": [{"name": "T", "extra": ${extra}}]}`;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('a text that Postgres cannot store is refused beforehand, even in a key', async () => {
  for (const extra of ['"a\\u0000b"', '{"a\\u0000b": 1}']) {
    const details = [{ path: '', message: 'must not contain the character U+0000' }];
    expect(await create(withTask(extra))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details },
    });
  }
});

test('a value of up to 64 levels is accepted; a deeper one is refused', async () => {
  const kept = await create(withTask(nested(60)));
  expect(kept).toMatchObject({ status: 201, body: { tasks: [{ extra: JSON.parse(nested(60)) }] } });
  for (const levels of [64, 5_000]) {
    const details = [{ path: '', message: 'must not be nested deeper than 64 levels' }];
    expect(await create(withTask(nested(levels)))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details },
    });
  }
});

test('keys that would reach a prototype are refused', async () => {
  for (const extra of [
    '{"__proto__": {"admin": true}}',
    '{"constructor": {"prototype": {"admin": true}}}',
  ]) {
    expect(await create(withTask(extra))).toMatchObject({
      status: 400,
      body: { error: 'Invalid JSON', code: 'invalid_json' },
    });
  }
});

test('lone surrogates cause no error', async () => {
  const { status, body } = await create(
    '{"name": "\\ud83d", "client": "\\udfff", "brief": "ok \\ud800 ok"}',
  );
  expect({ status, name: body.name }).toEqual({ status: 201, name: '\ufffd' });
});

test('the media type may have parameters and any letter case', async () => {
  expect(
    (await create('{"name": "N", "client": "C", "brief": "B"}', 'Application/JSON; charset=utf-8'))
      .status,
  ).toBe(201);
});

// ERR-4
test.each([
  ['JSON', 'application/json', ''],
  [
    'a form where none is expected',
    'multipart/form-data; boundary=b',
    'transfer-encoding: chunked\r\n',
  ],
])(
  'a sender of %s that is too large receives the error, and the connection stays open',
  async (_title, type, chunked) => {
    const body = 'x'.repeat(6 * 1_048_576);
    const sent = chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
    const length = chunked || `content-length: ${body.length}\r\n`;
    const { hostname, port } = new URL(platform.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${length}\r\n${sent}`,
    );
    socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    const answers = await readText(socket);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
    expect(answers).toContain('"code":"payload_too_large"');
  },
);
