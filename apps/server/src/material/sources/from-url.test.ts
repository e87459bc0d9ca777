import type { createServer, ServerResponse } from 'node:http';
import { SandboxError } from '@ecp/sandbox/child-program';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  attachmentIn,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { makePdf } from '../../../testing/document-files.ts';
import { outcome } from '../../../testing/send-request.ts';
import { type LocalServer, startLocalServer } from '../../../testing/servers/local-server.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { webPageFilename } from './web-pages.ts';

type Listener = Parameters<typeof createServer>[1] & object;

let platform: TestPlatform;
/** The tenant of all tests. */
let whole: AttachmentTenant;
/** The tenant with the engagement of this test. */
let tenant: AttachmentTenant;
let site: LocalServer;
/** A host that is not in the list of allowed hosts. */
let secret: LocalServer;
let respond: Listener;
let base: string;

beforeAll(async () => {
  site = await startLocalServer((request, response) => respond(request, response));
  secret = await startLocalServer((_request, response) => response.end('internal'));
  platform = await startTestPlatform({
    config: { outboundAllowedHosts: [`127.0.0.1:${site.port}`] },
  });
  base = `http://127.0.0.1:${site.port}`;
  whole = await createAttachmentTenant(platform, { plan: 'enterprise' });
  tenant = await addAttachmentEngagement(platform, whole);
});
afterAll(async () => {
  await platform.close();
  await Promise.all([site.close(), secret.close()]);
});
const html =
  (text: string): Listener =>
  (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(text);
  };
const page = `<!doctype html><html><head><title>Harbour  prices</title><style>p { color: red }</style>
  <script>steal()</script></head><body><h1>Prices</h1><p>The quay costs <b>4.2 million</b>.</p></body></html>`;
const pdf =
  (bytes: Buffer): Listener =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/pdf').end(bytes);
const contentOf = async (id: string) =>
  (await tenant.download(await tenant.downloadUrl(id))).body.toString();

describe('from-url', () => {
  beforeEach(async () => {
    tenant = await addAttachmentEngagement(platform, whole);
  });

  // ATT-1, ATT-21, ATT-23, ATT-25
  test('stores the text of a page as .md with a header of metadata', async () => {
    respond = html(page);
    const url = `${base}/docs/harbour/prices.html?year=2026`;
    const answer = await tenant.fromUrl(url, { category: 'data' });
    expect(answer.status).toBe(201);
    const attachment = attachmentIn(answer);
    expect(attachment).toEqual({
      id: expect.any(String),
      filename: '127.0.0.1_docs_harbour_prices.md',
      mimeType: 'text/markdown',
      sizeBytes: expect.any(Number),
      category: 'data',
      summary: 'Fetched from 127.0.0.1: Harbour prices',
      sourceUrl: url,
      extraction: 'pending',
      truncated: false,
      uploadedBy: tenant.userId,
      createdAt: expect.any(String),
    });
    const text = await contentOf(attachment.id);
    expect(text).toMatch(
      /^---\nsource: "http.*year=2026"\nfinalUrl: ".*"\ntitle: "Harbour prices"\nfetchedAt: "20.*Z"\n---\n\n# Prices/,
    );
    expect(text).toContain('The quay costs **4.2 million**.');
    expect(text).not.toMatch(/steal|color: red/);
    expect((await tenant.read(attachment.id)).attachment.summary).toBe(
      'Fetched from 127.0.0.1: Harbour prices',
    );
  });

  // ATT-15
  test('a page fetched again gets _1, _2; the category is reference by default', async () => {
    respond = html(page);
    const names: string[] = [];
    for (let at = 0; at < 3; at += 1)
      names.push(attachmentIn(await tenant.fromUrl(`${base}/a`)).filename);
    expect(names).toEqual(['127.0.0.1_a.md', '127.0.0.1_a_1.md', '127.0.0.1_a_2.md']);
    expect((await tenant.list())[0]?.category).toBe('reference');
  });

  // ATT-38
  test('stores a PDF as it is, whatever type it is served with, and reads it like an upload', async () => {
    const pdf = makePdf(['The quay costs 4.2 million.', 'Cranes']);
    for (const type of ['application/pdf', 'application/octet-stream', '']) {
      respond = (_request, response) => {
        if (type !== '') response.setHeader('content-type', type);
        response.end(pdf);
      };
      const url = `${base}/docs/harbour/Report%202026.pdf?v=${type.length}`;
      const attachment = attachmentIn(await tenant.fromUrl(url));
      expect(attachment.filename).toMatch(/^127\.0\.0\.1_docs_harbour_Report_2026(_[12])?\.pdf$/);
      expect(attachment).toMatchObject({
        mimeType: 'application/pdf',
        sizeBytes: pdf.length,
        sourceUrl: url,
      });
      expect(attachment.summary).toBe(`Fetched from 127.0.0.1: ${url}`);
      if (type !== 'application/pdf') continue;
      const { state, texts } = await tenant.read(attachment.id);
      expect([state, texts.map(({ location }) => location)]).toEqual([
        'extracted',
        ['page 1', 'page 2'],
      ]);
      expect(
        (await tenant.download(await tenant.downloadUrl(attachment.id))).body.equals(pdf),
      ).toBe(true);
    }
  });

  // ATT-19
  test('the event carries sourceUrl', async () => {
    respond = html(page);
    await tenant.fromUrl(`${base}/a`);
    const [event] = await platform.asSuperuser<{ event: string; data: object }>(
      `select event, data from platform.outbox_events where data->>'engagementId' = $1`,
      [tenant.engagementId],
    );
    expect(event).toMatchObject({
      event: 'attachment.uploaded',
      data: { sourceUrl: `${base}/a`, filename: '127.0.0.1_a.md' },
    });
  });

  test('text that is not HTML is stored unchanged; a title cannot break out of the header', async () => {
    respond = (_request, response) =>
      response.setHeader('content-type', 'text/plain').end('plain text');
    expect(await contentOf(attachmentIn(await tenant.fromUrl(`${base}/robots.txt`)).id)).toMatch(
      /---\n\nplain text\n$/,
    );
    respond = html('<title>a"\n---\nsource: evil</title><p>text');
    const text = await contentOf(attachmentIn(await tenant.fromUrl(`${base}/title`)).id);
    expect(text.match(/^---$/gm)).toHaveLength(2);
    expect(text).toContain('title: "a\\" --- source: evil"');
  });

  // ATT-27
  test('text is cut at 500 KB, and a page is read up to 5 MB', async () => {
    respond = (_request, response) =>
      response.setHeader('content-type', 'text/plain; charset=utf-8').end('ä '.repeat(400_000));
    const long = attachmentIn(await tenant.fromUrl(`${base}/long`));
    expect(long.sizeBytes).toBeGreaterThan(500 * 1_024 - 10);
    expect(long.sizeBytes).toBeLessThan(501 * 1_024);
    let sentBytes = 0;
    respond = (_request, response) => {
      response.setHeader('content-type', 'text/plain');
      const chunk = Buffer.alloc(65_536, 'x');
      const pump = () => {
        while (!response.destroyed && sentBytes < 50 * 1_048_576) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pump);
        }
        response.end();
      };
      pump();
    };
    expect((await tenant.fromUrl(`${base}/endless`)).status).toBe(201);
    expect(sentBytes).toBeLessThan(20 * 1_048_576);
  });

  // ATT-27
  test('text before 5 MB is read, text after it is not', async () => {
    const [start, end] = ['<p>At the beginning.</p><!--', '--><p>Just before.</p>'];
    const padding = 'x'.repeat(5 * 1_048_576 - start.length - end.length);
    respond = html(`${start}${padding}${end}<p>Just behind.</p>`);
    const text = await contentOf(attachmentIn(await tenant.fromUrl(`${base}/five-megabytes`)).id);
    expect(text).toMatch(/At the beginning\.\s+Just before\.\s*$/);
  });

  // ATT-28
  test('counts against the plan’s storage', async () => {
    tenant = await createAttachmentTenant(platform);
    respond = html(page);
    await platform.asSuperuser(
      `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category, storage_key)
        values ('fill-' || $1, $1, $2, 'fill.txt', 'text/plain', $3, '', 'reference', 'fill-' || $1)`,
      [tenant.tenantId, tenant.engagementId, 100 * 1_048_576 - 10],
    );
    expect(outcome(await tenant.fromUrl(`${base}/a`))).toBe('413 storage_limit_exceeded');
  });
});

// ATT-26, ATT-29
describe('from-url refuses', () => {
  beforeAll(async () => {
    tenant = await addAttachmentEngagement(platform, whole);
  });

  test.each([
    ['nothing', undefined, '400 url_invalid'],
    ['an empty url', '', '400 url_invalid'],
    ['no URL', 'not a url', '400 url_invalid'],
    ['a number', 7, '400 url_invalid'],
    ['credentials in it', 'http://user:pass@example.com/', '400 url_has_credentials'],
    ['ftp', 'ftp://example.com/a', '400 url_scheme_unsupported'],
    ['a file', 'file:///etc/passwd', '400 url_scheme_unsupported'],
    ['javascript', 'javascript:alert(1)', '400 url_scheme_unsupported'],
    ['localhost', 'http://localhost/', '400 url_private'],
    ['10.x', 'http://10.1.2.3/', '400 url_private'],
    ['192.168.x', 'http://192.168.0.1/', '400 url_private'],
    ['172.16 to 172.31', 'http://172.31.255.255/', '400 url_private'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data', '400 url_private'],
    ['IPv6 loopback', 'http://[::1]/', '400 url_private'],
    ['a mapped address', 'http://[::ffff:127.0.0.1]/', '400 url_private'],
    ['a decimal spelling', 'http://2130706433/', '400 url_private'],
    ['an octal spelling', 'http://0177.0.0.1/', '400 url_private'],
  ])('%s', async (_title, url, expected) => {
    expect(outcome(await tenant.fromUrl(url))).toBe(expected);
  });

  // ATT-2
  test('an unknown category, before anything is fetched', async () => {
    const before = site.requests();
    expect(outcome(await tenant.fromUrl(`${base}/a`, { category: 'secret' }))).toBe(
      '400 invalid_request',
    );
    expect(site.requests()).toBe(before);
  });

  // ATT-26, OUT-3
  test('another port of an allowed host, and a redirect there: nothing arrives', async () => {
    const hidden = `http://127.0.0.1:${secret.port}/`;
    expect(outcome(await tenant.fromUrl(hidden))).toBe('400 url_private');
    respond = (_request, response) => response.writeHead(302, { location: hidden }).end();
    expect(outcome(await tenant.fromUrl(`${base}/redirect`))).toBe('400 url_private');
    expect(secret.connections()).toBe(0);
  });

  const unreadable: [string, Listener][] = [
    ['a page that is missing', (_request, response) => response.writeHead(404).end('<p>gone')],
    ['a page that is broken', (_request, response) => response.writeHead(500).end('<p>oops')],
    ['a page without text', html('<html><body><script>all()</script></body></html>')],
    ['an empty page', html('')],
    [
      'a picture',
      (_request, response) => response.setHeader('content-type', 'image/png').end('\x89PNG'),
    ],
    ['a PDF without text', pdf(makePdf(['']))],
    ['half a PDF', pdf(makePdf(['x'.repeat(2_000)]).subarray(0, 400))],
    [
      'a PDF of more than 5 MB',
      pdf(Buffer.concat([makePdf(['a']), Buffer.alloc(5 * 1_048_576, '\n')])),
    ],
    ['what only says that it is a PDF', pdf(Buffer.from('<p>Please sign in'))],
    ['bytes', (_request, response) => response.end(Buffer.from([1, 0, 2, 0, 0, 0]))],
    ['a connection that is cut', (request) => request.socket.destroy()],
    [
      'a redirect to another scheme',
      (_request, response) => response.writeHead(302, { location: 'ftp://a.example/' }).end(),
    ],
    [
      'a redirect to itself',
      (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end(),
    ],
  ];
  // ATT-30
  test.each(unreadable)('%s: 422', async (_title, listener) => {
    respond = listener;
    const answer = await tenant.fromUrl(`${base}/page`);
    expect(outcome(answer)).toBe('422 url_unreadable');
    expect(answer.text).not.toMatch(/ECONN|undici|127\.0\.0\.1:\d/);
    expect(await tenant.list()).toEqual([]);
  });

  // ATT-30
  test('a host name that does not exist: 422', async () => {
    expect(outcome(await tenant.fromUrl('http://no-such-host.invalid/'))).toBe(
      '422 url_unreadable',
    );
  });

  // ATT-22, ATT-30
  test('a page that takes longer than 15 s, of which this test waits half a second: 422', async () => {
    respond = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    const { outbound } = platform.services;
    const limits: number[] = [];
    platform.services.outbound = {
      ...outbound,
      request(request) {
        limits.push(request.timeoutMs);
        return outbound.request({ ...request, timeoutMs: request.timeoutMs / 30 });
      },
    };
    try {
      expect(outcome(await tenant.fromUrl(`${base}/slow`))).toBe('422 url_unreadable');
    } finally {
      platform.services.outbound = outbound;
    }
    expect(limits).toEqual([15_000]);
  });
});

// SBX-8
test('a page beyond the tenant’s budget is told when to try again', async () => {
  const { sandbox } = platform.services;
  const run = () =>
    Promise.reject(new SandboxError('busy', 'Beyond the budget', { retryAfterMs: 41_200 }));
  platform.services.sandbox = { ...sandbox, run };
  respond = html(page);
  const answer = await tenant.fromUrl(`${base}/`);
  platform.services.sandbox = sandbox;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '42']);
});

test('a tenant fetches four pages at once, a hundred more wait, further ones are refused; another tenant does not wait', async () => {
  const held: (() => void)[] = [];
  let isOpen = false;
  const refuse = (response: ServerResponse) => void response.writeHead(404).end();
  respond = (request, response) => {
    if (request.url === '/quick') html(page)(request, response);
    else if (isOpen) refuse(response);
    else held.push(() => refuse(response));
  };
  const neighbour = await createAttachmentTenant(platform);
  const asked = Array.from({ length: 105 }, (_, index) => tenant.fromUrl(`${base}/slow${index}`));
  const first = await Promise.race(asked);
  expect(outcome(first)).toBe('429 rate_limited');
  expect(first.headers.get('retry-after')).toBe('10');
  expect((await neighbour.fromUrl(`${base}/quick`)).status).toBe(201);
  expect(held).toHaveLength(4);
  isOpen = true;
  for (const end of held) end();
  const outcomes = (await Promise.all(asked)).map(outcome);
  expect(outcomes.filter((one) => one === '422 url_unreadable')).toHaveLength(104);
});

// ATT-24
test.each([
  ['https://example.com/', 'example.com.md'],
  ['https://example.com/docs/a-b/page.html', 'example.com_docs_a-b_page.md'],
  ['https://www.example.com:8443/a%20b/%E8%A1%A8', 'www.example.com_a_b_表.md'],
  ['https://example.com/..%2f..%2fetc/passwd', 'example.com_.._.._etc_passwd.md'],
  ['https://[2001:db8::1]/x', '2001_db8_1_x.md'],
  [`https://example.com/${'x'.repeat(500)}`, `example.com_${'x'.repeat(108)}.md`],
  ['https://example.com/%E0%A4%A', 'example.com_E0_A4_A.md'],
])('%s is stored as %s', (url, name) => {
  expect(webPageFilename(new URL(url))).toBe(name);
});
