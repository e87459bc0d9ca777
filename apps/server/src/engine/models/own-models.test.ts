import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { TenantModelKey, TenantModelKeys } from '@ecp/contract/engine/model-access';
import { startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { beforeEach, expect, test } from 'vitest';
import { embed } from './embedding-models.ts';
import { type ModelKeySource, UnreadableKeysError } from './key-requests.ts';
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

/** Null while the keys cannot be read. */
let answer: TenantModelKeys | null;
let recorded: { tenantId: string; keyId: string; event: string }[];
beforeEach(() => {
  [answer, recorded] = [null, []];
});

const keySource: ModelKeySource = {
  find: async (tenantId) => ({ tenantId, edition: '1' }),
  async read() {
    if (answer === null) throw new Error('The key service is away');
    return answer;
  },
  async record(tenantId, { keyId, event }) {
    recorded.push({ tenantId, keyId, event });
  },
};
const holder = { tenantId: 'a-tenant', edition: '1' };

const openStore = (freshMs?: number) =>
  openOwnModels({
    catalog: { models: [...catalog.models] },
    settings: { localModelLatencyMs: 0 },
    keySource,
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
  const all = await openStore().open(holder, 1_000);
  const named = (models: { id: string; account?: string }[] = []) =>
    models.map(({ id, account }) => `${id} ${account}`);
  expect(named(all?.models)).toEqual(['large key-1', 'small key-1', 'claude key-2']);
  expect(named(all?.judges)).toEqual(['critic key-2']);
  expect(all?.embedder?.entry).toMatchObject({ id: 'vectors', account: 'key-1' });
  expect(all?.redact('The key sk-of-a-tenant is wrong')).toBe('The key [redacted] is wrong');
  answer = own(keyOf({ models: ['small'] }));
  const limited = await openStore().open(holder, 1_000);
  expect([named(limited?.models), limited?.embedder]).toEqual([['small key-1'], null]);
  answer = { ownOnly: false, keys: [] };
  expect(await openStore().open(holder, 1_000)).toBeNull();
  answer = { ownOnly: true, keys: [] };
  expect((await openStore().open(holder, 1_000))?.models).toEqual([]);
});

// MKY-14
test('a replaced key is used at the next call, and a deleted one no more', async () => {
  answer = own(keyOf({}));
  const store = openStore(0);
  const held = await store.open(holder, 1_000);
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
test('it is recorded once that a key was taken or refused, and again when that changes', async () => {
  const store = openStore();
  const [large] = catalog.models;
  const model = { ...large, account: 'key-1' };
  for (const event of ['used', 'used', 'refused', 'refused', 'used'] as const) {
    store.tell(holder, model, event, 'engagement-1');
  }
  store.tell(holder, large, 'used', null);
  await expect
    .poll(() => recorded)
    .toEqual(
      ['used', 'refused', 'used'].map((event) => ({ tenantId: 'a-tenant', keyId: 'key-1', event })),
    );
});

// MKY-14
test('embeddings use the key of now, and none after it is gone', async () => {
  const server = await startFakeLlmServer();
  const { port } = new URL(server.baseUrl);
  const at = { baseUrl: `http://models.invalid:${port}/v1`, addresses: ['127.0.0.1'] };
  answer = own(keyOf(at));
  const { embedder } = (await openStore(0).open(holder, 1_000)) ?? {};
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

test('keys that cannot be read are no keys', async () => {
  await expect(openStore().open(holder, 0)).rejects.toThrow(UnreadableKeysError);
});

test('another set of keys is read at once, and that of another tenant is not used', async () => {
  answer = own(keyOf({}));
  const store = openStore();
  const accountsOf = async (of: typeof holder) =>
    (await store.open(of, 1_000))?.models.map(({ account }) => account);
  expect(await accountsOf(holder)).toEqual(['key-1', 'key-1']);
  answer = own(keyOf({ id: 'key-2' }));
  expect(await accountsOf(holder)).toEqual(['key-1', 'key-1']);
  expect(await accountsOf({ ...holder, edition: '2' })).toEqual(['key-2', 'key-2']);
  expect(await accountsOf({ ...holder, tenantId: 'b-tenant' })).toEqual(['key-2', 'key-2']);
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
    const { embedder } = (await openStore().open(holder, 1_000)) ?? {};
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
