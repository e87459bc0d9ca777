import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '@ecp/sdk/create-client';
import { DemoError, exitCodes } from './demo-error.ts';

/** A person who has just signed up. */
export interface Session {
  email: string;
  /** Calls the API with the person's session cookie. */
  client: Client;
  /** Ends every call. */
  signal: AbortSignal;
}

/**
 * Signs up a new person with a new tenant and returns their session. The email address is random, so that every
 * demo starts empty. Throws an `ApiError` when the sign-up is refused.
 */
export async function signUp(baseUrl: string, signal: AbortSignal): Promise<Session> {
  const email = `demo-${randomBytes(6).toString('hex')}@example.com`;
  const account = {
    company: 'Demo Consulting',
    name: 'Dana Demo',
    email,
    password: randomBytes(18).toString('base64url'),
  };
  const { headers } = await createClient({ baseUrl }).request('signUp', account, { signal });
  const cookie = readCookies(headers);
  // Unlike a browser, Node does not store cookies.
  const fetchAsPerson: typeof fetch = (url, init = {}) => {
    const own = new Headers(init.headers);
    own.set('cookie', cookie);
    return fetch(url, { ...init, headers: own });
  };
  return { email, client: createClient({ baseUrl, fetch: fetchAsPerson }), signal };
}

function readCookies(headers: Headers): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  if (pairs.length === 0) throw new DemoError('The sign-up set no session cookie', exitCodes.runFailed);
  return pairs.join('; ');
}
