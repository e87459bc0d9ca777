import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@ecp/contract/identity/auth';

/** An answer. `body` is the parsed JSON, the text of another type, or undefined if empty. */
export interface ClientAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as JSON; a form as multipart/form-data. */
  body?: unknown;
}
type Send = <Body = Record<string, unknown>>(
  path: string,
  options?: RequestOptions,
) => Promise<ClientAnswer<Body>>;
type SendBody = <Body = Record<string, unknown>>(
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ClientAnswer<Body>>;

/** A client that stores cookies like a browser, follows no redirect and sends no Origin. */
export interface CookieClient {
  /** Cookies by name. Tests may read, delete and set them. */
  cookies: Map<string, string>;
  get: Send;
  post: SendBody;
  put: SendBody;
  patch: SendBody;
  delete: SendBody;
}

/** Makes a client of the service at `baseUrl` with an empty cookie jar, or with a Bearer key. */
export function createClient(baseUrl: string, bearerKey?: string): CookieClient {
  const cookies = new Map<string, string>();
  const send = async <Body>(
    method: string,
    path: string,
    options: RequestOptions,
  ): Promise<ClientAnswer<Body>> => {
    const cookie = writeCookies(cookies);
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(bearerKey ? { authorization: `Bearer ${bearerKey}` } : {}),
        ...(options.body === undefined || options.body instanceof FormData
          ? {}
          : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: encodeBody(options.body) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return {
      status: response.status,
      headers: response.headers,
      body: (await readBody(response)) as Body,
    };
  };
  const sender =
    (method: string): SendBody =>
    (path, body, headers = {}) =>
      send(method, path, { body, headers });
  return {
    cookies,
    get: (path, options = {}) => send('GET', path, options),
    post: sender('POST'),
    put: sender('PUT'),
    patch: sender('PATCH'),
    delete: sender('DELETE'),
  };
}

/** Returns cookies as the value of a header. */
export const writeCookies = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const encodeBody = (body: unknown) => (body instanceof FormData ? body : JSON.stringify(body));

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split('=');
  if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute)))
    cookies.delete(name);
  else cookies.set(name, value);
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** A person who has just signed up and owns a new tenant. */
export interface SignedUpTenant {
  tenantId: string;
  userId: string;
  email: string;
  password: string;
}

/**
 * Signs up a new tenant. The client then has its owner's session. Throws if the service refuses.
 */
export async function signUpTenant(
  client: CookieClient,
  wanted: { company?: string; name?: string; email?: string; password?: string } = {},
): Promise<SignedUpTenant> {
  const unique = randomBytes(6).toString('hex');
  const body = {
    company: `Company ${unique}`,
    name: 'Olga Owner',
    email: `owner-${unique}@example.com`,
    password: `password-${unique}`,
    ...wanted,
  };
  const answer = await client.post<SignedIn>('/api/auth/sign-up/email', body);
  if (answer.status !== 201)
    throw new Error(`Sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const { user, tenant } = answer.body;
  return { tenantId: tenant.id, userId: user.id, email: body.email, password: body.password };
}
