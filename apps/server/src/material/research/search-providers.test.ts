import { type FakeSearch, startFakeSearch } from '@ecp/testing/fake-web/fake-search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchProvider } from '../../kernel/settings.ts';
import { openResearch, openSearch } from './search-providers.ts';

const pages = Array.from({ length: 25 }, (_, number) => ({
  url: `https://${number % 2 ? 'ferries' : 'ports'}.example/page-${number}`,
  title: `Ferry ${number}`,
  text: 'A ferry that sails.',
}));

let engine: FakeSearch;
beforeAll(async () => {
  engine = await startFakeSearch({ apiKey: 'right', listPages: () => pages });
});
afterAll(() => engine.close());

const open = (provider: SearchProvider, apiKey = 'right') => {
  const search = openSearch({ search: { provider, url: engine.url, apiKey, searchNanoUsd: 0 } });
  if (!search) throw new Error('There is a provider');
  return search;
};

describe.each(['searxng', 'brave', 'tavily'] as const)('%s', (provider) => {
  // RES-20
  test('gives at most ten results', async () => {
    const outcome = await open(provider).search({ query: 'ferry', domains: [] });
    if (!('hits' in outcome)) throw new Error(JSON.stringify(outcome));
    expect(outcome.paid).toBe(true);
    expect(outcome.hits).toHaveLength(10);
    expect(outcome.hits[0]).toEqual({
      title: 'Ferry 0',
      url: 'https://ports.example/page-0',
      snippet: 'A ferry that sails.',
    });
    expect(engine.calls.at(-1)).toEqual({ provider, query: 'ferry', outcome: 200 });
  });

  // RES-6
  test('is told the domains', async () => {
    for (const domains of [['ferries.example'], ['ferries.example', 'elsewhere.example']]) {
      const outcome = await open(provider).search({ query: 'ferry', domains });
      const urls = 'hits' in outcome ? outcome.hits.map(({ url }) => new URL(url).hostname) : [];
      expect(new Set(urls)).toEqual(new Set(['ferries.example']));
    }
  });

  test('without a result gives none', async () => {
    expect(await open(provider).search({ query: 'submarine', domains: [] })).toEqual({
      hits: [],
      paid: true,
    });
  });

  // RES-20
  test('is asked once more when it is busy, after the wait that it wants', async () => {
    const before = engine.calls.length;
    engine.behaveNext({ status: 429, headers: { 'retry-after': '0' } });
    expect(await open(provider).search({ query: 'ferry', domains: [] })).toMatchObject({
      paid: true,
    });
    engine.behaveNext({ status: 429, headers: { 'retry-after': '0' } }, { status: 429 });
    const refused = { refusal: { reason: 'provider_busy', detail: null }, paid: false };
    expect(await open(provider).search({ query: 'ferry', domains: [] })).toEqual(refused);
    expect(engine.calls.length - before).toBe(4);
  });

  // RES-20
  test.each([
    [{ status: 500 }, 'provider_error', '500', true],
    [{ status: 401 }, 'provider_error', '401', false],
    [
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      'provider_error',
      '302',
      false,
    ],
    [{ status: 200, body: 'no JSON' }, 'provider_answer', null, true],
    [{ status: 200, body: '{"results":7,"type":"search","web":7}' }, 'provider_answer', null, true],
    [
      { status: 200, body: `{"results":[],"pad":"${'x'.repeat(2_100_000)}"}` },
      'provider_answer',
      null,
      true,
    ],
    [{ kind: 'drops' as const }, 'provider_answer', null, true],
  ])(
    'that answers %# badly gives a reason, and tells whether it may be paid',
    async (manner, reason, detail, paid) => {
      engine.behaveNext(manner);
      const outcome = await open(provider).search({ query: 'ferry', domains: [] });
      expect(outcome).toEqual({ refusal: { reason, detail }, paid });
    },
  );
});

// RES-20
test('a wrong key is an error of the provider that nobody pays', async () => {
  for (const provider of ['brave', 'tavily'] as const) {
    const outcome = await open(provider, 'wrong').search({ query: 'ferry', domains: [] });
    expect(outcome).toMatchObject({ refusal: { reason: 'provider_error' }, paid: false });
  }
});

// RES-20
test('results without a usable address are left out, and texts are cut and freed from markup', async () => {
  const results = [
    { url: 'javascript:alert(1)', title: 'Script' },
    { url: 'http://user:word@example.com/', title: 'Credentials' },
    {
      url: 'https://example.com/a#part',
      title: '<strong>Good</strong>\u0000 one',
      content: 'x'.repeat(5_000),
    },
    { url: 'https://example.com/a', title: 'The same again' },
    { url: 'https://example.com/b', title: null },
  ];
  engine.behaveNext({ status: 200, body: JSON.stringify({ results }) });
  expect(await open('searxng').search({ query: 'ferry', domains: [] })).toEqual({
    hits: [
      { title: 'Good one', url: 'https://example.com/a', snippet: 'x'.repeat(1_000) },
      { title: '', url: 'https://example.com/b', snippet: '' },
    ],
    paid: true,
  });
});

test('without settings there is no provider', () => {
  expect(openSearch({ search: null })).toBeNull();
});

// RES-10
test('research sends a host two requests a second', () => {
  expect(openResearch({ search: null }).paceMs).toBe(500);
});
