import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { getEngagement } from '@ecp/contract/work/engagements';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

const ask = (endpoint: Endpoint, headers: Record<string, string> = {}) =>
  sendRequest(platform, exampleRequest(endpoint, tenant.ids), {
    ...tenant.sessions.owner,
    ...headers,
  });
/** Their download links, latencies and logs differ with each request. */
const changing = ['getAttachment', 'getAdminHealth', 'exportAccount'];
// The tenant's table has no stored rows, and no client of assistants publishes a document for the
// consent.
const pollable = allEndpoints.filter(
  ({ method, credentials, responses, name }) =>
    method === 'GET' &&
    credentials !== 'none' &&
    credentials !== 'portal' &&
    credentials !== 'answer_link' &&
    typeof responses[200] === 'object' &&
    ![...changing, 'readTable', 'summarizeTable', 'getConsent'].includes(name),
);

/**
 * They are made anew for each request, which costs most of a second. HEAD of a PDF is in
 * exports.test.ts.
 */
const isMade = ({ path }: Endpoint) => /\/export\/[\w-]+$|\/branding\/preview$/.test(path);
// HEAD on a mailed link does not use it up, so its response can differ from that of GET.
const reads = allEndpoints.filter(
  (endpoint) =>
    endpoint.method === 'GET' && endpoint.name !== 'verifyMagicLink' && !isMade(endpoint),
);

// ERR-6, REQ-2
describe('every answer to GET', () => {
  test.each(reads.map((endpoint): [string, Endpoint] => [endpoint.path, endpoint]))(
    '%s is answered to HEAD without its body, and a JSON one is 304 for a client that has it',
    async (_path, endpoint) => {
      const first = await ask(endpoint);
      const request = { ...exampleRequest(endpoint, tenant.ids), method: 'HEAD' };
      const head = await sendRequest(platform, request, tenant.sessions.owner);
      expect(head.text).toBe('');
      const describeHead = ({ status, headers }: SentAnswer) => ({
        status,
        type: headers.get('content-type'),
        // The time in getHealth changes, errors name their request, and download links are new each
        // time.
        etag:
          endpoint.credentials === 'none' || changing.includes(endpoint.name)
            ? undefined
            : headers.get('etag'),
        length: changing.includes(endpoint.name) ? undefined : headers.get('content-length'),
      });
      expect(describeHead(head)).toEqual(describeHead(first));
      if (!pollable.includes(endpoint)) return;
      expect(first.status).toBe(200);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      await expectNotModified(endpoint, etag, etag);
    },
  );

  test('is 304 for each form of a tag, and for no other tag', async () => {
    const etag = (await ask(getEngagement)).headers.get('etag') ?? '';
    for (const condition of [`W/${etag}`, `"other", ${etag}`, '*']) {
      await expectNotModified(getEngagement, etag, condition);
    }
    expect((await ask(getEngagement, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

async function expectNotModified(
  endpoint: Endpoint,
  etag: string,
  condition: string,
): Promise<void> {
  const again = await ask(endpoint, { 'if-none-match': condition });
  expect({ condition, status: again.status, text: again.text }).toEqual({
    condition,
    status: 304,
    text: '',
  });
  expect(again.headers.get('etag')).toBe(etag);
  expect(again.headers.get('cache-control')).toBe('private, no-cache');
  expect(again.headers.get('content-length')).toBeNull();
}

test('HEAD is answered as GET, without a body', async () => {
  const headers = tenant.sessions.owner;
  const head = (more: Record<string, string>) =>
    sendRequest(
      platform,
      { method: 'HEAD', path: '/api/engagements', body: undefined },
      { ...headers, ...more },
    );
  const first = await head({});
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, etag.length, first.text]).toEqual([200, 29, '']);
  for (const condition of [etag, '*']) {
    const again = await head({ 'if-none-match': condition });
    expect([again.status, again.headers.get('etag'), again.text]).toEqual([304, etag, '']);
  }
});

test('an error or a response to POST is never a 304', async () => {
  const headers = { ...tenant.sessions.owner, 'if-none-match': '*' };
  const missing = await sendRequest(
    platform,
    { method: 'GET', path: '/api/engagements/none', body: undefined },
    headers,
  );
  expect(missing.status).toBe(404);
  expect(missing.headers.get('etag')).toBeNull();
  const body = { name: 'N', client: 'C', brief: 'B' };
  const created = await sendRequest(
    platform,
    { method: 'POST', path: '/api/engagements', body },
    headers,
  );
  expect(created.status).toBe(201);
  const pause = await sendRequest(
    platform,
    { method: 'POST', path: '/api/auth/sign-out', body: undefined },
    { 'if-none-match': '*' },
  );
  expect(pause.status).toBe(200);
});
