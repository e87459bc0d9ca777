import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { errorTable } from '@ecp/contract/declaring/errors';
import { type Database, openDatabase } from '@ecp/database/database';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import { sendBytes } from '../../../testing/hostile/raw-socket.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { buildApp } from '../../app.ts';
import { createEmailToken } from '../../identity/credentials/email-tokens.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let database: Database;
beforeAll(async () => {
  platform = await shareTestPlatform();
  database = platform.services.database;
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
afterEach(() => {
  platform.services.database = database;
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}
type Sender = () => Promise<Answer>;

/** Fetches one response as the owner. */
async function get(path: string, options: RequestInit = {}): Promise<Answer> {
  const headers = { ...tenant.sessions.owner, ...(options.headers as Record<string, string>) };
  const response = await fetch(platform.baseUrl + path, {
    redirect: 'manual',
    ...options,
    headers,
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
const engagementPath = () => `/api/engagements/${tenant.ids.engagement}`;
const request = (lines: string[], body = '') => [...lines, '', body].join('\r\n');
const withClosedPool = async (): Promise<Answer> => {
  const closed = openDatabase({ url: platform.url });
  await closed.close();
  platform.services.database = closed;
  return get('/api/engagements');
};

/** Lets Postgres fail the statements of a request with a SQLSTATE. */
const withFailure = (state: string): Promise<Answer> => {
  const text = `do $$ begin raise sqlstate '${state}'; end $$`;
  const fail = (tenantId: string) => database.batchTenant(tenantId, [{ text }]);
  const failing: Database = {
    ...database,
    seenBy: () => failing,
    batchTenant: fail as Database['batchTenant'],
  };
  platform.services.database = failing;
  return get('/api/engagements');
};

/** Each kind of response of the service, with its status. */
const kinds: Record<string, [status: number, send: Sender]> = {
  'an open answer': [200, () => get('/api/health')],
  'a private answer': [200, () => get(engagementPath())],
  'the description': [200, () => get('/api/openapi.json')],
  'a new record': [
    201,
    () => {
      const body = JSON.stringify({ name: 'N', client: 'C', brief: 'B' });
      return get('/api/engagements', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
    },
  ],
  'a stream': [200, () => get(`${engagementPath()}/stream`)],
  'a redirect': [
    302,
    async () => {
      const { tenantId, userId } = tenant;
      const token = await database.withSystem((tx) =>
        createEmailToken(tx, 'magic_link', { tenantId, userId }),
      );
      return get(`/api/auth/magic-link/verify?token=${token}`);
    },
  ],
  'not modified': [
    304,
    async () => {
      const { headers } = await get(engagementPath());
      return get(engagementPath(), { headers: { 'if-none-match': String(headers['etag']) } });
    },
  ],
  HEAD: [200, () => get(engagementPath(), { method: 'HEAD' })],
  OPTIONS: [405, () => get(engagementPath(), { method: 'OPTIONS' })],
  TRACE: [
    405,
    () =>
      sendBytes(platform, request(['TRACE /api/health HTTP/1.1', 'host: x', 'connection: close'])),
  ],
  'malformed JSON': [
    400,
    () =>
      get('/api/engagements', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
  ],
  'no credentials': [401, () => get('/api/me', { headers: { cookie: '' } })],
  'a bad key': [401, () => get('/api/me', { headers: { authorization: 'Bearer x' } })],
  'a foreign page': [
    403,
    () => get('/api/engagements', { method: 'POST', headers: { origin: 'https://evil.example' } }),
  ],
  'an unknown path': [404, () => get('/api/nothing')],
  'an unknown page': [404, () => get('/nothing.php')],
  'broken percent-encoding': [404, () => get('/api/engagements/%E0%A4%A')],
  'a part of a path that is too long': [404, () => get(`/api/engagements/${'x'.repeat(2_000)}`)],
  'another method': [405, () => get('/api/engagements', { method: 'PUT' })],
  'a body that is too large': [
    413,
    () => {
      const lines = [
        'POST /api/auth/sign-in/email HTTP/1.1',
        'host: x',
        'content-type: application/json',
      ];
      return sendBytes(
        platform,
        request([...lines, `content-length: ${5 * 1024 * 1024}`], '{"email":'),
      );
    },
  ],
  'a large body where none is expected': [
    413,
    () => {
      const lines = [
        `POST ${engagementPath()}/run HTTP/1.1`,
        'host: x',
        `cookie: ${tenant.sessions.owner['cookie']}`,
      ];
      return sendBytes(
        platform,
        request([...lines, `content-length: ${5 * 1024 * 1024}`, 'content-type: a/b'], 'x'),
      );
    },
  ],
  'another type of body': [
    415,
    () =>
      get('/api/engagements', {
        method: 'POST',
        body: 'name=x',
        headers: { 'content-type': 'text/plain' },
      }),
  ],
  'no HTTP at all': [400, () => sendBytes(platform, request(['GET / HTTP/1.1', 'host x']))],
  'an expectation that nobody meets': [
    200,
    () =>
      sendBytes(
        platform,
        request(['GET /api/health HTTP/1.1', 'host: x', 'expect: the-unexpected']),
      ),
  ],
  'an unknown method': [
    400,
    () => sendBytes(platform, request(['BREW /api/health HTTP/1.1', 'host: x'])),
  ],
  'headers that are too large': [
    431,
    () => sendBytes(platform, request(['GET / HTTP/1.1', 'host: x', `x: ${'x'.repeat(70_000)}`])),
  ],
  'a bug': [500, withClosedPool],
  'an error of SQL': [
    500,
    () => {
      const broken = (tenantId: string) =>
        database.batchTenant(tenantId, [{ text: 'select secret_column from secret_table' }]);
      const breaking: Database = {
        ...database,
        seenBy: () => breaking,
        batchTenant: broken as Database['batchTenant'],
      };
      platform.services.database = breaking;
      return get('/api/engagements');
    },
  ],
  'a full disk': [503, () => withFailure('53100')],
  'a deadlock': [503, () => withFailure('40P01')],
  'a database without memory': [503, () => withFailure('53200')],
  'a statement that the database ended': [503, () => withFailure('57014')],
  'a database that takes no writes': [503, () => withFailure('25006')],
  'a database whose connections are all in use': [
    503,
    async () => {
      const small = openDatabase({
        url: platform.url,
        maxConnections: 1,
        reserved: 1,
        connectionTimeoutMs: 1_000,
      });
      platform.services.database = small;
      const paths = ['/api/engagements', '/api/me', '/api/me/sessions', '/api/admin/health'];
      const [answer, ...others] = await small.withTenant(tenant.tenantId, () =>
        Promise.all(paths.map((path) => get(path))),
      );
      await small.close();
      // LIM-16: what people need to sign in, and to see what is wrong, has connections of its own.
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      return answer as Answer;
    },
  ],
  'a database that is down': [
    503,
    () => {
      platform.services.database = openDatabase({
        url: 'postgres://nobody:password@127.0.0.1:1/nothing',
      });
      return get('/api/engagements');
    },
  ],
};

// ERR-1, ERR-3, ERR-4, ERR-5, ERR-9, ERR-10, LIM-16, REQ-1, REQ-6
describe('every kind of answer', () => {
  test.each(Object.entries(kinds))('%s', async (title, [status, send]) => {
    const answer = await send();
    expect({ title, status: answer.status, text: status >= 400 ? answer.text : '' }).toMatchObject({
      title,
      status,
    });
    expect(answer.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'content-security-policy': expect.stringMatching(
        /^default-src 'self'; .*frame-ancestors 'none'/,
      ),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': expect.stringMatching(/^(private, no-cache|no-store)/),
    });
    for (const name of ['x-powered-by', 'server']) expect(answer.headers).not.toHaveProperty(name);
    if (status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    if (status < 400) return;
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const body = JSON.parse(answer.text);
    const { code } = body as { code: keyof typeof errorTable };
    expect(errorTable[code].status).toBe(status);
    expect(body).toMatchObject({
      error: errorTable[code].message,
      requestId: answer.headers['x-request-id'],
    });
    if (status < 500) return;
    expect(Object.keys(body)).toEqual(['error', 'code', 'requestId']);
    expect(answer.text).not.toMatch(/secret|pool|127\.0|node_modules|\.ts/);
  });
});

// ERR-11, HEA-6
test('requests that are open or arrive while the process closes are served, and their connections end', async () => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const health = vi.spyOn(platform.services.engine, 'checkHealth').mockImplementation(() => {
    reached.resolve();
    return released.promise;
  });
  const app = await buildApp(platform.services);
  const send = (path: string) => fetch(address + path, { headers: tenant.sessions.owner });
  const late: Response[] = [];
  app.addHook(
    'preClose',
    async () => void late.push(await send('/api/engagements'), await send('/ready')),
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const open = send('/api/admin/health');
  await reached.promise;
  const closed = app.close();
  await pollUntil(
    () => app.server.listening,
    (listening) => !listening,
  );
  released.resolve();
  late.push(await open);
  await closed;
  health.mockRestore();
  const seen = late.map(({ status, headers }) => [status, headers.get('connection')]);
  expect(seen).toEqual([
    [200, 'close'],
    [503, 'close'],
    [200, 'close'],
  ]);
  expect(await late[1]?.json()).toMatchObject({
    code: 'service_unavailable',
    ready: false,
    open: false,
    lease: true,
  });
});

const paths = [...Map.groupBy(allEndpoints, ({ path }) => path)];

describe('methods', () => {
  // ERR-6
  test.each(paths)(
    '%s answers 405 with Allow to every other method',
    async (of, [first, ...more]) => {
      const declared = [first, ...more].flatMap((endpoint) =>
        endpoint ? [endpoint.method as string] : [],
      );
      const allowed = [...declared, ...(declared.includes('GET') ? ['HEAD'] : [])].sort();
      const { path } = exampleRequest(first as Endpoint, tenant.ids);
      const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (one) => !allowed.includes(one),
      );
      const turn = paths.findIndex(([one]) => one === of);
      // One handler answers all of them. The first path gets each other method, every path one of
      // them in turn.
      for (const method of turn === 0 ? others : others.slice(turn % others.length).slice(0, 1)) {
        const answer = await sendRequest(platform, { method, path, body: undefined });
        expect({ method, status: answer.status }).toEqual({ method, status: 405 });
        expect(answer.headers.get('allow')).toBe(allowed.join(', '));
        if (method !== 'HEAD') expect(outcome(answer)).toBe('405 method_not_allowed');
      }
    },
  );
});
