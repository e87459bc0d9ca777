import { once } from 'node:events';
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { pollUntil } from '@ecp/testing/poll-until';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedSource } from './run-feed.ts';
import { createRunFeeds, EventReader } from './run-feed.ts';

/** The engine: all events of the run, and the streams that it has open. */
let events: object[];
let upstreams: PassThrough[];
let openings: number[];
let server: Server;
let responses: ServerResponse[];
let stalledMs: number;

const source: FeedSource = {
  runId: 'run',
  log: pino({ level: 'silent' }),
  async open(after, signal) {
    const upstream = new PassThrough({ objectMode: true });
    signal.addEventListener('abort', () => upstream.destroy());
    upstream.on('close', () => {
      upstreams = upstreams.filter((one) => one !== upstream);
    });
    openings.push(after);
    upstreams.push(upstream);
    for (const event of events.slice(after)) upstream.write(event);
    return upstream;
  },
};

function send(facts: object): void {
  const event = { seq: events.length + 1, ...facts };
  events.push(event);
  for (const upstream of upstreams) upstream.write(event);
}
const sendLog = (message: string) => send({ type: 'log', message });

beforeEach(async () => {
  [events, upstreams, openings, responses] = [[], [], [], []];
  stalledMs = 30_000;
  const feeds = createRunFeeds();
  server = createServer(async (request, response) => {
    responses.push(response);
    const reader = new EventReader(response, Number(request.headers['last-event-id'] ?? 0));
    const feed = feeds.join('run', reader, 1_000_000, source);
    await feed.opened;
    response.writeHead(200).flushHeaders();
    reader.limit({ stalledMs });
    feed.begin(reader);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Opens a stream. `text` is what has arrived; a paused reader takes nothing. */
async function read({ after = 0, paused = false } = {}) {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, agent: false, headers: { 'last-event-id': String(after) } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: string[] = [];
  response.setEncoding('utf8');
  if (!paused) response.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => undefined);
  const text = () => chunks.join('');
  const numbers = () =>
    [...text().matchAll(/^id: run:(\d+)$/gm)].map(([, number]) => Number(number));
  const until = (count: number) => pollUntil(numbers, (list) => list.length >= count);
  return { response, request, text, numbers, until, closed };
}
const upTo = (last: number, from = 1) =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index);

// FOL-10
test('an idle stream gets a comment every 15 seconds, and no timer stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reader = await read();
  sendLog('one');
  await reader.until(1);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(reader.text()).not.toContain('keep-alive');
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(30_000);
  const comments = () => reader.text().split(': keep-alive\n\n').length - 1;
  await pollUntil(comments, (count) => count === 3);
  send({ type: 'status', status: 'completed' });
  await reader.closed;
  const last = 'id: run:2\ndata: {"seq":2,"type":"status","status":"completed"}\n\n';
  expect(reader.text().endsWith(`: keep-alive\n\n${last}`)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

// FOL-15
test('readers of a run share one stream of the engine, which closes with the last of them', async () => {
  sendLog('one');
  const first = await read();
  await first.until(1);
  sendLog('two');
  const others = await Promise.all([read(), read({ after: 1 }), read({ after: 2 })]);
  sendLog('three');
  await Promise.all([
    first.until(3),
    others[0]?.until(3),
    others[1]?.until(2),
    others[2]?.until(1),
  ]);
  expect(others.map(({ numbers }) => numbers())).toEqual([[1, 2, 3], [2, 3], [3]]);
  expect(openings).toEqual([0]);
  for (const { request } of others) request.destroy();
  sendLog('four');
  await first.until(4);
  expect(upstreams).toHaveLength(1);
  first.request.destroy();
  await pollUntil(
    () => upstreams.length,
    (open) => open === 0,
  );
});

// FOL-9
test('a reader of events that are no longer kept gets them by a stream of its own, each once and in order', async () => {
  for (let count = 0; count < 300; count += 1) sendLog('x'.repeat(1_000));
  const late = await read({ after: 290 });
  await late.until(10);
  const early = await read();
  await early.until(300);
  expect(openings).toEqual([290, 0]);
  sendLog('news');
  await Promise.all([early.until(301), late.until(11)]);
  expect(early.numbers()).toEqual(upTo(301));
  expect(late.numbers()).toEqual(upTo(301, 291));
  await pollUntil(
    () => upstreams.length,
    (open) => open === 1,
  );
});

// FOL-15
test('a lost stream of the engine is opened again, and readers miss nothing and get nothing twice', async () => {
  const readers = await Promise.all([read(), read()]);
  sendLog('one');
  await Promise.all(readers.map(({ until }) => until(1)));
  upstreams[0]?.destroy(new Error('The connection was reset'));
  sendLog('two');
  send({ type: 'status', status: 'completed' });
  await Promise.all(readers.map(({ closed }) => closed));
  for (const { numbers } of readers) expect(numbers()).toEqual([1, 2, 3]);
  expect(openings).toEqual([0, 1]);
});

// FOL-16
test('a reader that takes nothing is cut with bounded memory, and continues where it was; others do not notice', async () => {
  stalledMs = 2_000;
  const stuck = await read({ paused: true });
  const good = await read();
  let [sent, heldBytes] = [0, 0];
  for (; sent < 600; sent += 1) {
    sendLog('x'.repeat(20_000));
    heldBytes = Math.max(heldBytes, responses[0]?.writableLength ?? 0);
    if (sent % 100 === 0) await good.until(sent);
  }
  await good.until(sent);
  // The process keeps a buffer of 64 KB and one event of the 12 MB.
  expect(heldBytes).toBeGreaterThan(0);
  expect(heldBytes).toBeLessThan(100_000);
  const countOpen = () => promisify(server.getConnections.bind(server))();
  await pollUntil(countOpen, (open) => open === 1);
  stuck.response.resume();
  await stuck.closed;
  expect(good.numbers()).toEqual(upTo(sent));
  const again = await read({ after: 300 });
  sendLog('news');
  await Promise.all([again.until(sent - 299), good.until(sent + 1)]);
  expect(again.numbers()).toEqual(upTo(sent + 1, 301));
});

// FOL-14
test('a reader that joins gets each text in progress from its beginning, until its document has come', async () => {
  const first = await read();
  const piece = {
    type: 'writing',
    taskId: 'a',
    call: 'draft:a',
    purpose: 'draft',
    offset: 0,
    text: '# Größe',
  };
  const write = (facts: object) => upstreams[0]?.write(facts);
  write(piece);
  write({ ...piece, offset: piece.text.length, text: ' and on' });
  await pollUntil(first.text, (text) => text.includes('and on'));
  const second = await read();
  await pollUntil(second.text, (text) => text.includes('and on'));
  expect(second.text()).toBe(`data: ${JSON.stringify({ ...piece, text: '# Größe and on' })}\n\n`);
  send({ type: 'deliverable', taskId: 'a' });
  await second.until(1);
  const third = await read();
  await third.until(1);
  expect(third.text()).not.toContain('writing');
});
