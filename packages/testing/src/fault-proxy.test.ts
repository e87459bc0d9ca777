import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy, throughProxy } from './fault-proxy.ts';

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nserved';
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end(answer));
});
let proxy: FaultProxy;
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proxy = await startFaultProxy({ host: '127.0.0.1', port });
  url = throughProxy(`http://localhost:${port}/path`, proxy);
});
afterAll(async () => {
  await proxy.close();
  server.close();
});
beforeEach(() => proxy.set({ kind: 'pass' }));

const read = async () => {
  const response = await fetch(url, { headers: { connection: 'close' } });
  return `${response.status} ${await response.text()}`;
};

test('passes on, and answers 404 in place of the server', async () => {
  expect(await read()).toBe('200 served');
  proxy.set({ kind: 'answer-404' });
  expect(await read()).toBe('404 No answer');
});

test('cuts new connections', async () => {
  proxy.set({ kind: 'cut' });
  await expect(read()).rejects.toThrow('fetch failed');
});

test('counts what a mode affects, and nothing that passes', async () => {
  await read();
  expect(proxy.countMet()).toBe(0);
  for (const kind of ['cut', 'black-hole', 'answer-404'] as const) {
    proxy.set({ kind });
    const answered = read().catch(() => null);
    await expect.poll(() => proxy.countMet()).toBeGreaterThan(0);
    proxy.set({ kind: 'pass' });
    await answered;
    expect(proxy.countMet()).toBe(0);
  }
});

test('delays', async () => {
  proxy.set({ kind: 'delay', ms: 60 });
  const begunAtMs = performance.now();
  expect(await read()).toBe('200 served');
  expect(performance.now() - begunAtMs).toBeGreaterThan(100);
});

test('keeps the order of what it delays and of what comes after', async () => {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(proxy.port, proxy.host);
  const [atServer] = await accepted;
  atServer.removeAllListeners('data');
  proxy.set({ kind: 'delay', ms: 200 });
  client.write('first');
  // The connection of another client comes after what this one has written.
  const next = connect(proxy.port, proxy.host);
  for (const socket of [client, next]) socket.on('error', () => undefined);
  await once(server, 'connection');
  proxy.set({ kind: 'pass' });
  client.end('second');
  atServer.setEncoding('utf8');
  expect((await atServer.toArray()).join('')).toBe('firstsecond');
  for (const socket of [client, next, atServer]) socket.destroy();
});

test('tells a client after a black hole that the server has closed the connection during it', async () => {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(proxy.port, proxy.host);
  const [atServer] = await accepted;
  const ended = once(client, 'close');
  client.on('error', () => undefined);
  proxy.set({ kind: 'black-hole' });
  atServer.destroy();
  await once(atServer, 'close');
  // The server's next connection comes after the end of the first one.
  const next = connect(proxy.port, proxy.host);
  await once(server, 'connection');
  expect(client.closed).toBe(false);
  proxy.set({ kind: 'pass' });
  client.resume();
  await ended;
  next.destroy();
});
