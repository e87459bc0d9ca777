import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LocalServer,
  startLocalServer,
  startLocalTlsServer,
} from '../../../testing/servers/local-server.ts';
import {
  type OutboundClient,
  type OutboundRequest,
  openOutboundClient,
} from './outbound-request.ts';

function* zeros() {
  const chunk = Buffer.alloc(1024 * 1024);
  for (;;) yield chunk;
}

const answers: Record<string, RequestListener> = {
  '/hello': (_request, response) => response.end('hello'),
  '/echo': (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
    });
  },
  '/silent': () => undefined,
  '/drip': (_request, response) => {
    response.write('x');
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/huge': (_request, response) => {
    const push = () => {
      while (response.write(Buffer.alloc(65_536, 'h')));
    };
    response.on('drain', push);
    push();
  },
  '/cut': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => request.socket.destroy());
  },
  '/hang-up': (request) => request.socket.destroy(),
  '/bomb': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    // The stream ends when its reader hangs up.
    pipeline(zeros, createGzip(), response, () => undefined);
  },
  '/gzip': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('small')),
  '/bad-gzip': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
  '/no-content': (_request, response) =>
    response.writeHead(204, { 'content-encoding': 'gzip' }).end(),
  '/long-headers': (_request, response) =>
    response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/no-http': (request) => request.socket.end('SSH-2.0-OpenSSH_9\r\n'),
};

let server: LocalServer;
let client: OutboundClient;

beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    const target = new URL(request.url ?? '/', 'http://x');
    const location = target.searchParams.get('to');
    const status = Number(target.searchParams.get('status') ?? 302);
    if (location !== null) response.writeHead(status, { location }).end();
    else answers[target.pathname]?.(request, response);
  });
  client = openOutboundClient({
    allowedHosts: [`localhost:${server.port}`],
    resolveName: () => Promise.reject(new Error()),
  });
});

afterAll(async () => {
  await client.close();
  await server.close();
});

function send(path: string, change: Partial<OutboundRequest> = {}) {
  const url = path.startsWith('http') ? path : `http://localhost:${server.port}${path}`;
  return client.request({
    url,
    timeoutMs: 60_000,
    maxBodyBytes: 100_000,
    followRedirects: 5,
    ...change,
  });
}

test('an allowed host is reached, and the whole response is returned', async () => {
  const sent = await send('/echo', {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(sent).toMatchObject({
    status: 200,
    truncated: false,
    finalUrl: `http://localhost:${server.port}/echo`,
  });
  expect(JSON.parse(sent.body.toString())).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    headers: {
      host: `localhost:${server.port}`,
      'accept-encoding': 'identity',
      'content-type': 'application/json',
    },
  });
  expect(sent.durationMs).toBeGreaterThan(0);
});

// OUT-4
test('an entry with a port allows only that port', async () => {
  await expect(send(`http://localhost:${server.port + 1}/`)).rejects.toMatchObject({
    kind: 'private_address',
  });
  await expect(send(`http://127.0.0.1:${server.port}/hello`)).rejects.toMatchObject({
    kind: 'private_address',
  });
});

// OUT-3
test('redirects are followed, counted and each checked, or returned when none may be followed', async () => {
  const hop = (to: string, status = 302) => `/hop?status=${status}&to=${encodeURIComponent(to)}`;
  expect((await send(hop(hop('/hello')))).finalUrl).toBe(`http://localhost:${server.port}/hello`);
  expect(await send(hop('/hello'), { followRedirects: 0 })).toMatchObject({
    status: 302,
    headers: { location: '/hello' },
  });
  await expect(send('/loop')).rejects.toMatchObject({ kind: 'too_many_redirects' });
  for (const to of [
    'http://127.0.0.1:1/',
    '//169.254.169.254/latest',
    'http://[::1]/',
    `http://127.1:${server.port}/hello`,
  ]) {
    await expect(send(hop(to)), to).rejects.toMatchObject({ kind: 'private_address' });
  }
  await expect(send(hop('file:///etc/passwd'))).rejects.toMatchObject({ kind: 'scheme' });
  await expect(send(hop('http://[')), 'bad').rejects.toMatchObject({ kind: 'invalid_url' });
  const asGet = await send(hop('/echo', 303), { method: 'POST', body: 'x' });
  expect(JSON.parse(asGet.body.toString())).toMatchObject({ method: 'GET', body: '' });
  const again = await send(hop('/echo', 307), { method: 'POST', body: 'x' });
  expect(JSON.parse(again.body.toString())).toMatchObject({ method: 'POST', body: 'x' });
});

test('silent, dripping and endless responses end at the deadline or at the cap', async () => {
  for (const path of ['/silent', '/drip']) {
    await expect(send(path, { timeoutMs: 300 }), path).rejects.toMatchObject({ kind: 'timeout' });
  }
  const huge = await send('/huge', { maxBodyBytes: 1_000_000 });
  expect([huge.body.length, huge.truncated]).toEqual([1_000_000, true]);
});

test('an endless decompression bomb is read up to the cap, gzip is decoded, broken gzip is reported', async () => {
  const read = await send('/bomb', { maxBodyBytes: 100_000 });
  expect([read.body.length, read.truncated]).toEqual([100_000, true]);
  expect((await send('/gzip')).body.toString()).toBe('small');
  await expect(send('/bad-gzip')).rejects.toMatchObject({ kind: 'bad_response' });
  expect(await send('/no-content')).toMatchObject({ status: 204, body: Buffer.alloc(0) });
});

test('cut and unreadable responses have their own error kinds', async () => {
  await expect(send('/cut')).rejects.toMatchObject({ kind: 'cut' });
  await expect(send('/hang-up')).rejects.toMatchObject({ kind: 'cut' });
  await expect(send('/long-headers')).rejects.toMatchObject({ kind: 'bad_response' });
  await expect(send('/no-http')).rejects.toMatchObject({ kind: 'bad_response' });
});

test('the caller can abandon a request', async () => {
  const controller = new AbortController();
  const sent = send('/silent', { signal: controller.signal });
  controller.abort(new Error('no longer wanted'));
  await expect(sent).rejects.toThrow('no longer wanted');
  await expect(send('/hello', { signal: controller.signal })).rejects.toThrow('no longer wanted');
});

// OUT-2
test('a name is refused when any of its addresses is private, and when it has none', async () => {
  const names: Record<string, string[]> = {
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
    'six.example': ['2606:4700::1', '::1'],
    'metadata.example': ['169.254.169.254'],
  };
  const aimed = openOutboundClient({
    allowedHosts: [],
    resolveName: async (name) => names[name] ?? [],
  });
  const request = { timeoutMs: 1_000, maxBodyBytes: 10, followRedirects: 0 };
  for (const name of Object.keys(names)) {
    const sent = aimed.request({ ...request, url: `http://${name}/` });
    await expect(sent, name).rejects.toMatchObject({ kind: 'private_address' });
  }
  await expect(aimed.request({ ...request, url: 'http://none.example/' })).rejects.toMatchObject({
    kind: 'dns',
  });
  await aimed.close();
});

// OUT-1
test('a name that resolves differently after the check is not resolved again', async () => {
  let asked = 0;
  const rebinding = openOutboundClient({
    allowedHosts: [],
    // 203.0.112.0/24 is public; nothing responds there, and the loopback server must receive
    // nothing.
    resolveName: async () => (asked++ === 0 ? ['203.0.112.1'] : ['127.0.0.1']),
  });
  const before = server.requests();
  const request = {
    url: `http://rebind.example:${server.port}/hello`,
    maxBodyBytes: 10,
    followRedirects: 0,
  };
  const first = rebinding.request({ ...request, timeoutMs: 500 });
  await expect(first).rejects.toMatchObject({ kind: expect.stringMatching(/^(connect|timeout)$/) });
  expect(asked).toBe(1);
  const second = rebinding.request({ ...request, timeoutMs: 500 });
  await expect(second).rejects.toMatchObject({ kind: 'private_address' });
  expect(server.requests()).toBe(before);
  await rebinding.close();
});

test('a request whose name server never responds ends at the deadline', async () => {
  const stuck = openOutboundClient({
    allowedHosts: [],
    resolveName: () => new Promise(() => undefined),
  });
  const sent = stuck.request({
    url: 'http://stuck.example/',
    timeoutMs: 100,
    maxBodyBytes: 1,
    followRedirects: 0,
  });
  await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
  await stuck.close();
});

test('a closed port is a connection failure', async () => {
  const closed = await startLocalServer(() => undefined);
  await closed.close();
  const direct = openOutboundClient({ allowedHosts: ['127.0.0.1'] });
  const sent = direct.request({
    url: `http://127.0.0.1:${closed.port}/`,
    timeoutMs: 60_000,
    maxBodyBytes: 1,
    followRedirects: 0,
  });
  await expect(sent).rejects.toMatchObject({ kind: 'connect' });
  await direct.close();
});

test('HTTPS needs a certificate that is trusted and names the host', async () => {
  const secure = await startLocalTlsServer('localhost', (_request, response) =>
    response.end('secret'),
  );
  const request = { timeoutMs: 60_000, maxBodyBytes: 100, followRedirects: 0 };
  const allowed = openOutboundClient({ allowedHosts: ['localhost', '127.0.0.1'] });
  const url = `https://localhost:${secure.port}/`;
  await expect(allowed.request({ ...request, url })).rejects.toMatchObject({ kind: 'tls' });
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, secure.certificate]);
  expect((await allowed.request({ ...request, url })).body.toString()).toBe('secret');
  const misnamed = allowed.request({ ...request, url: `https://127.0.0.1:${secure.port}/` });
  await expect(misnamed).rejects.toMatchObject({ kind: 'tls' });
  setDefaultCACertificates(before);
  await allowed.close();
  await secure.close();
});

test('a thousand requests share few connections', async () => {
  const before = server.connections();
  for (let done = 0; done < 1_000; done += 50) {
    const batch = await Promise.all(Array.from({ length: 50 }, () => send('/hello')));
    expect(batch.every(({ status }) => status === 200)).toBe(true);
  }
  // 50 are open at once; a socket that is not free yet when the next batch starts costs one more.
  expect(server.connections() - before).toBeLessThanOrEqual(200);
});

test('closing the client ends idle connections', async () => {
  const own = openOutboundClient({ allowedHosts: ['localhost'] });
  const alone = await startLocalServer((_request, response) => response.end());
  await own.request({
    url: `http://localhost:${alone.port}/`,
    timeoutMs: 60_000,
    maxBodyBytes: 1,
    followRedirects: 0,
  });
  await own.close();
  const probe = connect(alone.port, '127.0.0.1');
  await once(probe, 'connect');
  probe.destroy();
  expect(alone.connections()).toBe(2);
  await alone.close();
});
