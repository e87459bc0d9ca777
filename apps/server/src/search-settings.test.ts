import { expect, test } from 'vitest';
import { readSearchSettings } from './config.ts';
import { ConfigurationError } from './kernel/settings.ts';

// SET-21
test('a provider has its public address, its key and the price of one search', () => {
  expect(readSearchSettings({})).toBeNull();
  expect(
    readSearchSettings({ SEARCH_PROVIDER: 'brave', SEARCH_API_KEY: 'k', SEARCH_USD_PER_1000: 5 }),
  ).toEqual({
    provider: 'brave',
    url: 'https://api.search.brave.com/res/v1/web',
    apiKey: 'k',
    searchNanoUsd: 5_000_000,
  });
  expect(readSearchSettings({ SEARCH_PROVIDER: 'tavily', SEARCH_API_KEY: 'k' })).toMatchObject({
    url: 'https://api.tavily.com',
    searchNanoUsd: 0,
  });
  expect(
    readSearchSettings({ SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'http://search.internal:8080/' }),
  ).toEqual({
    provider: 'searxng',
    url: 'http://search.internal:8080',
    apiKey: undefined,
    searchNanoUsd: 0,
  });
});

// SET-21
test('a missing setting of a provider is named', () => {
  const read = (env: Parameters<typeof readSearchSettings>[0]) => () => readSearchSettings(env);
  expect(read({ SEARCH_URL: 'http://search.internal' })).toThrow(ConfigurationError);
  expect(read({ SEARCH_URL: 'http://search.internal' })).toThrow(
    'SEARCH_URL needs SEARCH_PROVIDER',
  );
  expect(read({ SEARCH_PROVIDER: 'searxng' })).toThrow('SEARCH_URL is required');
  expect(read({ SEARCH_PROVIDER: 'brave' })).toThrow('SEARCH_API_KEY is required');
});
