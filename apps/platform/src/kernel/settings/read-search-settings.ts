import { ConfigurationError, type SearchProvider, type SearchSettings } from './platform-config.ts';

/** SEARCH_* variables (contract 11). An empty value counts as unset. */
export interface SearchEnvironment {
  SEARCH_PROVIDER?: SearchProvider;
  SEARCH_URL?: string;
  SEARCH_API_KEY?: string;
  SEARCH_USD_PER_1000?: number;
}

/** Public addresses of the hosted providers. SearXNG runs on the installation's own machines. */
const publicUrls: Partial<Record<SearchProvider, string>> = {
  brave: 'https://api.search.brave.com/res/v1/web',
  tavily: 'https://api.tavily.com',
};

/**
 * Returns the search provider; null without SEARCH_PROVIDER. Throws ConfigurationError where a variable that the provider
 * needs is missing.
 */
export function readSearchSettings(env: SearchEnvironment): SearchSettings | null {
  const { SEARCH_PROVIDER: provider, SEARCH_URL: given, SEARCH_API_KEY: apiKey, SEARCH_USD_PER_1000: price = 0 } = env;
  if (provider === undefined) {
    const alone = Object.keys(env).find((name) => name.startsWith('SEARCH_'));
    if (alone !== undefined)
      throw new ConfigurationError(`${alone} needs SEARCH_PROVIDER: name searxng, brave or tavily`);
    return null;
  }
  const url = given ?? publicUrls[provider];
  if (url === undefined) throw new ConfigurationError('SEARCH_URL is required with SEARCH_PROVIDER=searxng');
  if (provider !== 'searxng' && apiKey === undefined) {
    throw new ConfigurationError(`SEARCH_API_KEY is required with SEARCH_PROVIDER=${provider}`);
  }
  return { provider, url: url.replace(/\/+$/, ''), apiKey, searchNanoUsd: Math.round(price * 1e6) };
}
