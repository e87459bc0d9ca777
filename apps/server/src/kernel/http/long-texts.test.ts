import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { type TSchema, Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unboundedTexts } from '../../../testing/hostile/long-texts.ts';
import { sendRaw } from '../../../testing/hostile/raw-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

/** Returns the schema of every part of a request. */
function partsOf({ params, query, body, multipart }: Endpoint): TSchema[] {
  const form = multipart && Type.Object(multipart.fields);
  return [params, query, body, form].filter((schema) => schema !== undefined);
}

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

// Every pattern meets hostile texts of every shape in hostile-texts.test.ts.
describe('a long text in a request', () => {
  test('has a bound in every schema', () => {
    const unbounded = allEndpoints.flatMap((endpoint) =>
      partsOf(endpoint).flatMap((schema) =>
        unboundedTexts(schema).map((path) => `${endpoint.name} ${path}`),
      ),
    );
    expect(unbounded).toEqual([]);
  });

  const hostileEmail = (length: number) => `a@${'.a'.repeat(length / 2)}@`;
  const withEmail = allEndpoints.filter(({ body }) =>
    Object.hasOwn((body as { properties?: object } | undefined)?.properties ?? {}, 'email'),
  );
  test.each(withEmail.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    'as the email of %s is answered at once, and no other request waits',
    async (_name, { path, credentials }) => {
      const sent = [160_000, 12_000].map((length) =>
        send('POST', path, { email: hostileEmail(length) }),
      );
      const health = await fetch(`${platform.baseUrl}/api/health`);
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect([health.status, ...statuses]).toEqual([200, credentials === 'none' ? 413 : 400, 400]);
    },
  );

  const shapes = ['a', ' ', '.', ',', '=', '"', ';', 'a@', ': ', '-', '%', ', "'].map((unit) =>
    unit.repeat(8_000 / unit.length),
  );
  test.each([
    'accept',
    'cookie',
    'if-none-match',
    'last-event-id',
    'origin',
    'range',
    'x-forwarded-for',
    'authorization',
    'authorization: Bearer ',
    'content-type',
    'content-type: multipart/form-data; ',
    'idempotency-key',
  ])('is answered at once in the header %s', async (place) => {
    const [header = '', prefix = ''] = place.split(': ');
    const isOfPost = ['content-type', 'idempotency-key', 'origin'].includes(header);
    for (const shape of shapes) {
      const headers: [string, string][] = [[header, `${prefix}${shape}x`]];
      const { status } = isOfPost
        ? await send('POST', '/api/engagements', { name: 'x' }, headers)
        : await send('GET', '/api/engagements', undefined, headers);
      expect(status).toBeLessThan(500);
    }
  });
});

test('a body of an authentication endpoint has at most 16 KB, but for the answer of a SAML provider', async () => {
  const bodies = allEndpoints.filter(
    ({ tag, method, name }) =>
      tag === 'Authentication' && method === 'POST' && name !== 'acceptSaml',
  );
  for (const { path, credentials } of bodies) {
    const cookie: [string, string] = ['cookie', credentials === 'none' ? '' : tenant.cookie];
    const tooLarge = [16_384, 16_385].map(async (sizeBytes) => {
      const { status } = await send('POST', path, `{"email":"${'x'.repeat(sizeBytes - 12)}"}`, [
        cookie,
      ]);
      return status === 413;
    });
    expect([path, ...(await Promise.all(tooLarge))]).toEqual([path, false, true]);
  }
});

function send(method: string, path: string, body: unknown, headers: [string, string][] = []) {
  const own: [string, string][] = [
    ['content-type', 'application/json'],
    ['cookie', tenant.cookie],
  ];
  const kept = own.filter(([name]) => !headers.some(([other]) => other === name));
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return sendRaw(platform, {
    method,
    path,
    headers: [...kept, ...headers],
    body: text ? Buffer.from(text) : undefined,
  });
}
