import { type FakeSearch, type FakeSearchOptions, startFakeSearch } from './fake-search.ts';
import { type FakeSite, type FakeSiteOptions, startFakeSite } from './fake-site.ts';

/** The fake site, and a search engine that finds its pages. */
export interface FakeWeb {
  site: FakeSite;
  search: FakeSearch;
  /** The hosts of the site with their ports. */
  hosts: string[];
  /** Settings of a product that searches by the API of SearXNG, for 5 USD per 1,000, and may reach the site. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Starts site and search engine. */
export async function openFakeWeb(
  options: FakeSiteOptions & Omit<FakeSearchOptions, 'listPages'> = {},
): Promise<FakeWeb> {
  const site = await startFakeSite(options);
  const search = await startFakeSearch({ ...options, listPages: site.listPages });
  const hosts = Object.values(site.origins).map((origin) => new URL(origin).host);
  return {
    ...{ site, search, hosts },
    environment: {
      ...{ SEARCH_PROVIDER: 'searxng', SEARCH_URL: search.url, SEARCH_USD_PER_1000: '5' },
      OUTBOUND_ALLOWED_HOSTS: hosts.join(','),
    },
    close: async () => void (await Promise.all([site.close(), search.close()])),
  };
}
