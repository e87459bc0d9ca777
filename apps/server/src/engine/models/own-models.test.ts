import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { TenantModelKey, TenantModelKeys } from '@ecp/contract/engine/model-access';
import { startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embed } from './embedding-models.ts';
import { UnreadableKeysError } from './key-requests.ts';
import { openOwnModels } from './own-models.ts';
import { openPinnedFetch } from './pinned-fetch.ts';

const price = { inputPerMillion: 1, outputPerMillion: 2, tier: 'standard' } as const;
const catalog = {
  models: [
    { id: 'large', provider: 'openai', ...price },
    { id: 'small', provider: 'openai', ...price },
    { id: 'vectors', provider: 'openai', kind: 'embedding', ...price },
    { id: 'claude', provider: 'anthropic', ...price },
    { id: 'critic', provider: 'anthropic', kind: 'judge', ...price },
    { id: 'claude', provider: 'google-vertex', ...price },
  ],
} as const;

let answer: TenantModelKeys | null;
let events: { keyId: string; event: string }[];
let platform: Awaited<ReturnType<typeof startPlatform>>;

/** The platform's two routes for the keys; without an answer it is away. */
async function startPlatform() {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString());
    const isEngine = request.headers.authorization === 'Bearer engine-token';
    if (request.url === '/keys/events') events.push(body);
    response.statusCode = isEngine ? (answer === null ? 503 : 200) : 401;
    response.end(JSON.stringify(request.url === '/keys' ? answer : { success: true }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  return { access: { url, token: 'a-tenant' }, close: () => server.close() };
}

beforeEach(async () => {
  [answer, events] = [null, []];
  platform = await startPlatform();
});
afterEach(() => platform.close());

const openStore = (freshMs?: number, engineToken = 'engine-token') =>
  openOwnModels({
    catalog: { models: [...catalog.models] },
    settings: { localModelLatencyMs: 0 },
    engineToken,
    redact: (text: string) => text,
    warn: () => undefined,
    ...(freshMs !== undefined && { freshMs }),
  });
const keyOf = (change: Partial<TenantModelKey>): TenantModelKey => ({
  id: 'key-1',
  provider: 'openai',
  apiKey: 'sk-of-a-tenant',
  baseUrl: null,
  addresses: null,
  models: null,
  ...change,
});
const own = (...keys: TenantModelKey[]): TenantModelKeys => ({ ownOnly: true, keys });

// MKY-4, MKY-6
test('a tenant has the models of its keys alone, each once, and the installation’s without keys', async () => {
  answer = own(
    keyOf({}),
    keyOf({ id: 'key-2', provider: 'anthropic' }),
    keyOf({ id: 'key-3', provider: 'google-vertex' }),
  );
  const all = await openStore().open(platform.access, 1_000);
  const named = (models: { id: string; account?: string }[] = []) =>
    models.map(({ id, account }) => `${id} ${account}`);
  expect(named(all?.models)).toEqual(['large key-1', 'small key-1', 'claude key-2']);
  expect(named(all?.judges)).toEqual(['critic key-2']);
  expect(all?.embedder?.entry).toMatchObject({ id: 'vectors', account: 'key-1' });
  expect(all?.redact('The key sk-of-a-tenant is wrong')).toBe('The key [redacted] is wrong');
  answer = own(keyOf({ models: ['small'] }));
  const limited = await openStore().open(platform.access, 1_000);
  expect([named(limited?.models), limited?.embedder]).toEqual([['small key-1'], null]);
  answer = { ownOnly: false, keys: [] };
  expect(await openStore().open(platform.access, 1_000)).toBeNull();
  answer = { ownOnly: true, keys: [] };
  expect((await openStore().open(platform.access, 1_000))?.models).toEqual([]);
});

// MKY-14
test('a replaced key is used at the next call, and a deleted one no more', async () => {
  answer = own(keyOf({}));
  const store = openStore(0);
  const held = await store.open(platform.access, 1_000);
  const [model] = held?.models ?? [];
  if (!held || !model) throw new Error('The key serves no model');
  const before = await held.languageModel(model);
  expect(await held.languageModel(model)).toBe(before);
  answer = own(keyOf({ id: 'key-2', apiKey: 'sk-another-key' }));
  expect(await held.languageModel(model)).not.toBe(before);
  expect(held.redact('Incorrect API key provided: sk-another-key, before it sk-of-a-tenant')).toBe(
    'Incorrect API key provided: [redacted], before it [redacted]',
  );
  answer = null;
  await expect(held.languageModel(model)).resolves.toBeDefined();
  answer = own();
  await expect(held.languageModel(model)).rejects.toMatchObject({
    kind: 'unauthorized',
    billing: 'none',
  });
});

// MKY-10
test('the platform hears once that a key was taken or refused, and again when that changes', async () => {
  const store = openStore();
  const [large] = catalog.models;
  const model = { ...large, account: 'key-1' };
  for (const event of ['used', 'used', 'refused', 'refused', 'used'] as const) {
    store.tell(platform.access, model, event, 'engagement-1');
  }
  store.tell(platform.access, large, 'used', null);
  await expect
    .poll(() => events.map(({ event }) => event).toSorted())
    .toEqual(['refused', 'used', 'used']);
});

// MKY-14
test('embeddings use the key of now, and none after it is gone', async () => {
  const server = await startFakeLlmServer();
  const { port } = new URL(server.baseUrl);
  const at = { baseUrl: `http://models.invalid:${port}/v1`, addresses: ['127.0.0.1'] };
  answer = own(keyOf(at));
  const { embedder } = (await openStore(0).open(platform.access, 1_000)) ?? {};
  if (!embedder) throw new Error('The key has no embedding model');
  const embedNow = () =>
    embed(embedder, ['rent'], {
      signal: new AbortController().signal,
      timeoutMs: 5_000,
      redact: (text: string) => text,
    });
  await embedNow();
  answer = own(keyOf({ ...at, id: 'key-2', apiKey: 'sk-another-key' }));
  await embedNow();
  expect(server.meter.calls.map(({ key }) => key)).toEqual(['sk-of-a-tenant', 'sk-another-key']);
  answer = own();
  await expect(embedNow()).rejects.toMatchObject({ kind: 'unauthorized', billing: 'none' });
  await server.close();
});

test('keys that the platform does not give are no keys', async () => {
  await expect(openStore().open(platform.access, 0)).rejects.toThrow(UnreadableKeysError);
  answer = own(keyOf({}));
  await expect(openStore(0, 'another-token').open(platform.access, 0)).rejects.toThrow(
    'status 401',
  );
});

// MKY-6
test('a key is opened only for models of the catalogue', async () => {
  const open = (change: Partial<TenantModelKey>) => openStore().openCandidate(keyOf(change));
  await expect(open({ models: ['unknown'] })).rejects.toThrow('lists no model unknown of openai');
  await expect(open({ provider: 'google' })).rejects.toThrow('lists no model of google');
  await expect(open({ provider: 'azure' })).rejects.toThrow('needs an address');
  await expect(open({ provider: 'openai-compatible', baseUrl: 'http://x/v1' })).rejects.toThrow(
    'name at least one',
  );
});

// MKY-13
test('calls connect to the checked addresses alone, whatever the name says, and follow no redirect', async () => {
  const server = await startFakeLlmServer();
  const { port } = new URL(server.baseUrl);
  const at = async (addresses: string[]) => {
    answer = own(keyOf({ baseUrl: `http://models.invalid:${port}/v1`, addresses }));
    const { embedder } = (await openStore().open(platform.access, 1_000)) ?? {};
    if (!embedder) throw new Error('The key has no embedding model');
    const limits = {
      signal: new AbortController().signal,
      timeoutMs: 5_000,
      redact: (text: string) => text,
    };
    return embed(embedder, ['rent'], limits);
  };
  expect((await at(['127.0.0.1'])).vectors).toHaveLength(1);
  expect(server.meter.calls.map(({ key }) => key)).toEqual(['sk-of-a-tenant']);
  await expect(at([])).rejects.toMatchObject({ kind: 'unreachable' });
  await server.close();
});

// MKY-13
test('an endless answer is ended, also one that is small before decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pinned = openPinnedFetch(['127.0.0.1']);
  const read = await pinned.fetch(
    `http://models.invalid:${(server.address() as AddressInfo).port}/v1`,
  );
  await expect(read.text()).rejects.toThrow('too large');
  await pinned.close();
  server.close();
});
