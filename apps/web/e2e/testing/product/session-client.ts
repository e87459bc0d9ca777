import { type Client, createClient } from '@ecp/sdk/create-client';
import type { BrowserContext } from 'playwright-core';

/** Creates a client that reads its cookies anew for each request. */
export function clientWithCookies(baseUrl: string, readCookies: () => Promise<string>): Client {
  return createClient({
    baseUrl,
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('cookie', await readCookies());
      return fetch(input, { ...init, headers });
    },
  });
}

/**
 * Creates a client with the session of a browser. Tests prepare with it, and click what they test.
 */
export const sessionClient = (context: BrowserContext, baseUrl: string): Client =>
  clientWithCookies(baseUrl, async () => {
    const cookies = await context.cookies(baseUrl);
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  });
