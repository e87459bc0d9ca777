import type { RunEvent, StreamOptions } from '@ecp/sdk/follow-run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageListeners } from './run-feed.ts';
import { openRunFeed } from './run-feed.ts';

const log = (number: number, run = 'r'): RunEvent =>
  ({
    id: `${run}:${number}`,
    type: 'log',
    message: `line ${number}`,
    timestamp: '2026-01-01T00:00:00.000Z',
  }) as RunEvent;
const end = (number: number): RunEvent =>
  ({
    id: `r:${number}`,
    type: 'status',
    status: 'completed',
    error: null,
    timestamp: '2026-01-01T00:00:09.000Z',
  }) as RunEvent;

/** A stream that the test controls. Each connection of the feed has its own. */
interface Connection {
  options: StreamOptions;
  send(...events: RunEvent[]): void;
  close(): void;
  fail(error: Error): void;
}

function startFeed() {
  const connections: Connection[] = [];
  let page: PageListeners | undefined;
  const feed = openRunFeed({
    runId: 'r',
    watchPage(watch) {
      page = watch;
      return () => undefined;
    },
    stream(options) {
      let controller: ReadableStreamDefaultController<RunEvent> | undefined;
      const stream = new ReadableStream<RunEvent>({
        start(given) {
          controller = given;
        },
      });
      options.signal?.addEventListener('abort', () => controller?.error(new Error('aborted')));
      connections.push({
        options,
        send(...events) {
          for (const event of events) controller?.enqueue(event);
        },
        close: () => controller?.close(),
        fail: (error) => controller?.error(error),
      });
      return stream as unknown as AsyncIterable<RunEvent>;
    },
  });
  const at = (index: number) => {
    const connection = connections[index];
    if (!connection) throw new Error(`There is no connection ${index}`);
    return connection;
  };
  const numbers = () =>
    feed
      .read()
      .projection.lines.map(({ message }) => message.slice('line '.length))
      .join(' ');
  return { feed, connections, at, numbers, page: () => page };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(100);

test('continues after the last event, and skips known events', async () => {
  const { feed, at, numbers } = startFeed();
  feed.watch(() => undefined);
  at(0).send(log(1), log(2));
  await vi.advanceTimersByTimeAsync(1);
  // The events are taken but not shown yet. The next connection must neither request them again nor
  // show them twice.
  feed.reconnect();
  expect(at(1).options.lastEventId).toBe('r:2');
  at(1).send(log(2), log(3), end(4));
  at(1).close();
  await settle();
  expect(numbers()).toBe('1 2 3');
  expect(feed.read()).toMatchObject({ connection: 'closed', projection: { status: 'completed' } });
});

test('shows all events of a moment in one change', async () => {
  const { feed, at } = startFeed();
  const watcher = vi.fn();
  feed.watch(watcher);
  at(0).options.onConnection?.('open');
  watcher.mockClear();
  for (let number = 1; number <= 5_000; number++) at(0).send(log(number));
  await settle();
  expect(feed.read().projection.lines).toHaveLength(5_000);
  expect(watcher.mock.calls.length).toBeLessThan(5);
});

// FOL-13
test('shows what is being written without a change of the run, and resumes after the last numbered event', async () => {
  const { feed, at } = startFeed();
  const [watcher, reader] = [vi.fn(), vi.fn()];
  feed.watch(watcher);
  feed.drafts.subscribe(reader);
  at(0).options.onConnection?.('open');
  at(0).send(log(1));
  await settle();
  const { events } = feed.read();
  watcher.mockClear();
  const timestamp = '2026-03-02T10:00:00.000Z';
  const piece = { type: 'writing', timestamp, taskId: 'a', call: 'c', purpose: 'draft' } as const;
  at(0).send(
    { id: null, ...piece, offset: 0, text: 'Dem' },
    { id: null, ...piece, offset: 3, text: 'and' },
  );
  await settle();
  expect(feed.drafts.read().get('a')?.text).toBe('Demand');
  expect([reader, watcher].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  expect(feed.read().events).toBe(events);
  feed.reconnect();
  expect(at(1).options.lastEventId).toBe('r:1');
});

test('reports that it reconnects, and is live again without new events', async () => {
  const { feed, at } = startFeed();
  feed.watch(() => undefined);
  at(0).options.onConnection?.('open');
  expect(feed.read().connection).toBe('live');
  at(0).options.onConnection?.('broken');
  expect(feed.read().connection).toBe('reconnecting');
  at(0).options.onConnection?.('open');
  expect(feed.read().connection).toBe('live');
});

test('reconnects at once when the page returns from sleep, but not a working connection', async () => {
  const { feed, at, connections, page } = startFeed();
  feed.watch(() => undefined);
  at(0).options.onConnection?.('open');
  page()?.onReturn();
  page()?.onTick();
  expect(connections).toHaveLength(1);
  vi.setSystemTime(Date.now() + 60_000);
  page()?.onTick();
  expect(connections).toHaveLength(2);
  at(1).options.onConnection?.('broken');
  page()?.onReturn();
  expect(connections).toHaveLength(3);
});

test('checks the connection at once when the browser reports that it is offline', async () => {
  const { feed, at, connections, page } = startFeed();
  feed.watch(() => undefined);
  page()?.onOffline();
  expect(connections).toHaveLength(1);
  at(0).options.onConnection?.('open');
  page()?.onOffline();
  expect(connections).toHaveLength(2);
  expect(feed.read().connection).toBe('reconnecting');
});

test('rests in a hidden tab, and continues when the tab is visible again', async () => {
  const { feed, at, connections, numbers, page } = startFeed();
  feed.watch(() => undefined);
  at(0).send(log(1));
  await settle();
  page()?.onLeave();
  expect(at(0).options.signal?.aborted).toBe(true);
  expect(feed.read().connection).toBe('resting');
  page()?.onReturn();
  expect(connections).toHaveLength(2);
  expect(at(1).options.lastEventId).toBe('r:1');
  at(1).send(log(2));
  await settle();
  expect(numbers()).toBe('1 2');
});

test('ends when the engagement has a newer run, without showing a line of it', async () => {
  const { feed, at, numbers } = startFeed();
  feed.watch(() => undefined);
  at(0).send(log(1), log(1, 'next'));
  await settle();
  expect(feed.read().connection).toBe('superseded');
  expect(numbers()).toBe('1');
});

test('stops with its last watcher, and reconnects after a refusal', async () => {
  const { feed, at, connections } = startFeed();
  const unwatch = feed.watch(() => undefined);
  at(0).fail(new Error('refused'));
  await settle();
  expect(feed.read()).toMatchObject({ connection: 'lost', error: new Error('refused') });
  feed.reconnect();
  expect(connections).toHaveLength(2);
  unwatch();
  expect(at(1).options.signal?.aborted).toBe(true);
});

test('resumes after sign-in only if a refusal has ended it', async () => {
  const { feed, at, connections } = startFeed();
  feed.resume();
  feed.watch(() => undefined);
  feed.resume();
  expect(connections).toHaveLength(1);
  at(0).send(log(1));
  await settle();
  at(0).fail(new Error('refused'));
  await settle();
  feed.resume();
  expect(connections).toHaveLength(2);
  expect(at(1).options.lastEventId).toBe('r:1');
});
