import { type Client, createClient } from '@ecp/sdk/create-client';
import type { BrowserContext } from 'playwright-core';

/** A client of the person who is signed in in a browser: what a test prepares goes by it, its subject by clicks. */
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
