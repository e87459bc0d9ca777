import { randomBytes } from 'node:crypto';
import { DemoError, exitCodes } from './demo-error.ts';

/** A signed-in person's way to the API. */
export interface ApiSession {
  baseUrl: string;
  /** Ends every request. */
  signal: AbortSignal;
  /** Sends a request with the session cookie, a form as such and else JSON; throws a DemoError for anything but 2xx. */
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
}

async function refuseFailure(response: Response, what: string): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  throw new DemoError(`${what} answered ${response.status}: ${text.slice(0, 500)}`, exitCodes.runFailed);
}

function cookieHeader(response: Response): string {
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  if (pairs.length === 0) throw new DemoError('Sign-up set no session cookie', exitCodes.runFailed);
  return pairs.join('; ');
}

/**
 * Signs a new person with a new tenant up (contract, 3) and returns their session. The address is random, so that every
 * demo starts from nothing. `signal` ends every request.
 */
export async function signUp(baseUrl: string, signal: AbortSignal): Promise<ApiSession & { email: string }> {
  const email = `demo-${randomBytes(6).toString('hex')}@example.com`;
  const account = {
    company: 'Demo Consulting',
    name: 'Dana Demo',
    email,
    password: randomBytes(18).toString('base64url'),
  };
  const path = '/api/auth/sign-up/email';
  const json = { 'content-type': 'application/json' };
  const signedUp = await refuseFailure(
    await fetch(baseUrl + path, { method: 'POST', headers: json, body: JSON.stringify(account), signal }),
    `POST ${path}`,
  );
  const cookie = cookieHeader(signedUp);

  const request: ApiSession['request'] = async (method, target, { body, headers } = {}) => {
    const isForm = body instanceof FormData;
    const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const type = body === undefined || isForm ? {} : json;
    const response = await fetch(baseUrl + target, {
      method,
      headers: { ...headers, ...type, cookie },
      signal,
      ...content,
    });
    return refuseFailure(response, `${method} ${target}`);
  };
  return {
    baseUrl,
    signal,
    email,
    request,
    get: async <T>(target: string) => (await (await request('GET', target)).json()) as T,
    post: async <T>(target: string, body?: unknown) => (await (await request('POST', target, { body })).json()) as T,
  };
}
