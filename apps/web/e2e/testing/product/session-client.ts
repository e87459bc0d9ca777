import { type Client, createClient } from '@ecp/sdk/create-client';
import type { BrowserContext } from 'playwright-core';

/** Creates a client with the session of a browser. Tests prepare with it, and click what they test. */
export function sessionClient(context: BrowserContext, baseUrl: string): Client {
  return createClient({
    baseUrl,
    async fetch(input, init) {
      const cookies = await context.cookies(baseUrl);
      const headers = new Headers(init?.headers);
      headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
      return fetch(input, { ...init, headers });
    },
  });
}
