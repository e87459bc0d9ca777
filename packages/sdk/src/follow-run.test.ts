import { describe, expect, test } from 'vitest';
import {
  answer,
  cut,
  refuse,
  type Step,
  startScriptedServer,
  stream,
} from '../testing/scripted-server.ts';
import { ConnectionError } from './api-error.ts';
import { createClient } from './create-client.ts';
import type { RunEvent, StreamOptions } from './follow-run.ts';

const log = (id: string, message: string) =>
  `id: ${id}\ndata: ${JSON.stringify({ type: 'log', message })}\n\n`;
const status = (id: string, value: string) =>
  `id: ${id}\ndata: {"type":"status","status":"${value}"}\n\n`;
const end = status('r:9', 'completed');

/** Follows a run on a server with these steps. */
async function follow(steps: Step[], options: StreamOptions = {}) {
  const server = await startScriptedServer(...steps);
  const client = createClient({ baseUrl: server.baseUrl, retryDelayMs: 1 });
  return { server, events: client.streamRun('e1', options) };
}
const idsOf = async (events: AsyncIterable<RunEvent>) =>
  (await Array.fromAsync(events)).map(({ id }) => id);
const resumed = (server: { seen: { path: string; headers: Record<string, unknown> }[] }) =>
  server.seen
    .filter(({ path }) => path.endsWith('/stream'))
    .map(({ headers }) => headers['last-event-id']);

test('reads events however their bytes are split, and skips comments', async () => {
  const text = `: keep-alive\n\n${log('r:1', 'Schön 🌍')}id: r:2\r\ndata: {"type":"log",\r\ndata: "message":"b"}\r\n\r\n${end}`;
  const bytes = Buffer.from(text);
  const cutter: Step = (response) => {
    response.writeHead(200);
    for (const byte of bytes) response.write(Buffer.from([byte]));
    response.end();
  };
  const { server, events } = await follow([cutter]);
  await using _ = server;
  const read = await Array.fromAsync(events);
  expect(read).toEqual([
    { id: 'r:1', type: 'log', message: 'Schön 🌍' },
    { id: 'r:2', type: 'log', message: 'b' },
    { id: 'r:9', type: 'status', status: 'completed' },
  ]);
});

// FOL-13
test('gives what is being written without an id, and continues after the last event that has one', async () => {
  const piece = {
    type: 'writing',
    taskId: 'a',
    call: 'c',
    purpose: 'draft',
    offset: 0,
    text: 'Once',
  };
  const written = `data: ${JSON.stringify(piece)}\n\n`;
  const { server, events } = await follow([
    stream([log('r:1', 'a'), written], 'cut'),
    stream([end], 'stay'),
  ]);
  await using _ = server;
  expect((await Array.fromAsync(events)).slice(1, 2)).toEqual([{ ...piece, id: null }]);
  expect(resumed(server)).toEqual([undefined, 'r:1']);
});

describe('what the stream tells of grids', () => {
  const updated = {
    type: 'grid_updated',
    gridId: 'g',
    cells: [],
    timestamp: '2026-01-01T00:00:00.000Z',
  };
  const told = `data: ${JSON.stringify(updated)}\n\n`;

  test('is no event of the run', async () => {
    const { server, events } = await follow([stream([log('r:1', 'a'), told, end], 'stay')]);
    await using _ = server;
    expect(await idsOf(events)).toEqual(['r:1', 'r:9']);
  });

  test('comes without the run, also after its end, from one connection', async () => {
    await using server = await startScriptedServer(
      stream([log('r:1', 'a'), end, told, told], 'end'),
    );
    const client = createClient({ baseUrl: server.baseUrl });
    expect(await Array.fromAsync(client.streamGrids('e1'))).toEqual([updated, updated]);
    expect(resumed(server)).toEqual([undefined]);
  });

  test('ends with an error when the connection breaks or becomes silent', async () => {
    for (const end of ['cut', 'stay'] as const) {
      await using server = await startScriptedServer(stream([told], end));
      const events = createClient({ baseUrl: server.baseUrl }).streamGrids('e1', {
        idleTimeoutMs: 300,
      });
      expect(await events.next()).toEqual({ value: updated, done: false });
      await expect(events.next()).rejects.toBeInstanceOf(ConnectionError);
    }
  });
});

test('continues after the last complete event when connections break, fail or end early', async () => {
  const { server, events } = await follow([
    stream([log('r:1', 'a'), 'id: r:2\ndata: {"type"'], 'cut'),
    cut,
    refuse(502, 'engine_stream_unavailable'),
    stream([log('r:2', 'b')], 'end'),
    stream([end], 'stay'),
  ]);
  await using _ = server;
  expect(await idsOf(events)).toEqual(['r:1', 'r:2', 'r:9']);
  expect(resumed(server)).toEqual([undefined, 'r:1', 'r:1', 'r:1', 'r:2']);
});

test('reports connections that open and break, and every sign of life', async () => {
  const told: string[] = [];
  const { server, events } = await follow(
    [stream([log('r:1', 'a')], 'cut'), cut, stream([': hello\n\n', end], 'stay')],
    {
      onConnection: (state) => told.push(state),
      onAlive: () => told.at(-1) !== 'alive' && told.push('alive'),
    },
  );
  await using _ = server;
  expect(await idsOf(events)).toEqual(['r:1', 'r:9']);
  expect(told).toEqual(['open', 'alive', 'broken', 'broken', 'open', 'alive']);
});

test('replaces a connection that has become silent', async () => {
  const steps = [stream([log('r:1', 'a')], 'stay'), stream([end], 'stay')];
  const { server, events } = await follow(steps, { idleTimeoutMs: 500 });
  await using _ = server;
  expect(await idsOf(events)).toEqual(['r:1', 'r:9']);
});

describe('ends', () => {
  test('when nothing follows the given id and the run has ended', async () => {
    const byPath: Step = (response, request) =>
      request.path.endsWith('/stream')
        ? stream([], 'end')(response, request)
        : answer(200, { status: 'completed' })(response, request);
    const { server, events } = await follow([byPath], { lastEventId: 'r:9' });
    await using _ = server;
    expect(await idsOf(events)).toEqual([]);
    expect(resumed(server)).toEqual(['r:9', 'r:9']);
  });

  test('after the stored status of an engagement that never ran', async () => {
    const { server, events } = await follow([
      stream(['data: {"type":"status","status":"pending"}\n\n'], 'end'),
    ]);
    await using _ = server;
    expect(await idsOf(events)).toEqual([null]);
  });

  test('when the reader stops, and closes the connection', async () => {
    const gone = Promise.withResolvers<void>();
    const open: Step = (response, request) => {
      response.once('close', gone.resolve);
      stream([log('r:1', 'a')], 'stay')(response, request);
    };
    const { server, events } = await follow([open]);
    await using _ = server;
    for await (const { id } of events) {
      expect(id).toBe('r:1');
      break;
    }
    await gone.promise;
  });

  test('with the reason of the signal', async () => {
    const leave = new AbortController();
    const { server, events } = await follow([stream([log('r:1', 'a')], 'stay')], {
      signal: leave.signal,
    });
    await using _ = server;
    await events.next();
    leave.abort(new Error('left'));
    await expect(events.next()).rejects.toThrow('left');
  });

  test('with a refusal', async () => {
    const { server, events } = await follow([
      stream([log('r:1', 'a')], 'cut'),
      refuse(401, 'authentication_required'),
    ]);
    await using _ = server;
    await events.next();
    await expect(events.next()).rejects.toMatchObject({ code: 'authentication_required' });
  });

  test('when no connection can be made for too long', async () => {
    const { server, events } = await follow([cut], { timeoutMs: 20 });
    await using _ = server;
    await expect(events.next()).rejects.toThrow(ConnectionError);
    expect(server.seen.length).toBeGreaterThan(1);
  });
});
