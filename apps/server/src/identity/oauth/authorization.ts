import { ApiError } from '@ecp/contract/declaring/errors';
import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { AuthorizationQuery, Consent } from '@ecp/contract/identity/assistants';
import type { Services } from '../../kernel/services.ts';
import { type Client, findClient, isLoopback, listsRedirect, refuseAssistant } from './clients.ts';

/** An authorization request that has passed all checks. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  scope: KeyScope;
  challenge: string;
}

/** The names of scopes in the protocol. */
export const scopeNames = { read_only: 'read', read_write: 'read write' } as const satisfies Record<
  KeyScope,
  string
>;

/** The address of the server for assistants: the one resource that tokens open. */
export const resourceOf = ({ baseUrl }: Services['config']): string => `${baseUrl}/mcp`;

/**
 * A request that goes wrong after client and address are known. The client learns of it at its own
 * address.
 */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  /** The client's address with the error. */
  readonly url: string;

  constructor(url: string, error: string) {
    super(error);
    this.url = url;
  }
}

/** The path of the authorization endpoint; its page is in `reach/web`. */
export const authorizationPath = '/oauth/authorize';

/** The parameters of a query or form that are texts. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Returns the parameters that are texts. */
export function readTexts(given: unknown): Fields {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string'));
}

type Asked = Fields & AuthorizationQuery;

/** Checks an authorization request. Errors: `assistant_refused`, `outbound_off`, RefusedRequest. */
export async function readRequest(
  services: Pick<Services, 'outbound' | 'config'>,
  asked: Asked,
): Promise<AuthorizationRequest> {
  const client = await findClient(services, asked.client_id ?? '');
  const redirectUri = asked.redirect_uri ?? '';
  if (!listsRedirect(client, redirectUri)) throw refuseAssistant('redirect');
  const problem = findProblem(services, asked);
  if (problem)
    throw new RefusedRequest(
      answerUrl(services.config, { ...asked, redirectUri }, { error: problem }),
      problem,
    );
  return {
    client,
    redirectUri,
    scope: readScope(asked.scope) ?? 'read_write',
    challenge: asked.code_challenge ?? '',
  };
}

function findProblem({ config }: Pick<Services, 'config'>, asked: Asked): string | null {
  if (asked.response_type !== 'code') return 'unsupported_response_type';
  // PKCE without S256 would let who reads the request exchange the code.
  if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(asked.code_challenge ?? ''))
    return 'invalid_request';
  if (asked.resource !== undefined && !isResource(config, asked.resource)) return 'invalid_target';
  return readScope(asked.scope) === null ? 'invalid_scope' : null;
}

/** Whether a text names the server for assistants. */
export const isResource = (config: Services['config'], text: string): boolean =>
  text.replace(/\/$/, '') === resourceOf(config);

/**
 * Reads what an assistant asks for: everything unless it names scopes; null if it names none of
 * ours.
 */
function readScope(given: string | undefined): KeyScope | null {
  const names = (given ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0 || names.includes('write')) return 'read_write';
  return names.includes('read') ? 'read_only' : null;
}

/** Makes the client's address with an answer, the state of its request and our name (RFC 9207). */
export function answerUrl(
  { baseUrl }: Services['config'],
  { redirectUri, state }: { redirectUri: string; state?: string | undefined },
  answer: { code: string } | { error: string },
): string {
  const url = new URL(redirectUri);
  const parameters = { ...answer, ...(state === undefined ? {} : { state }), iss: baseUrl };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Tells a person what an assistant asks for. Errors: `assistant_refused`, `outbound_off`. */
export async function describeRequest(
  services: Services,
  asked: AuthorizationQuery,
): Promise<Consent> {
  try {
    const { client, redirectUri, scope } = await readRequest(services, asked);
    const redirect = new URL(redirectUri);
    const isWeb = redirect.protocol === 'https:' && !isLoopback(redirect);
    return {
      name: client.name,
      host: new URL(client.id).host,
      redirectHost: isWeb ? redirect.host : null,
      scope,
    };
  } catch (error) {
    if (error instanceof RefusedRequest) throw refuseAssistant('request', error);
    throw error;
  }
}

/** The answer of the authorization endpoint: the page with a status, or a redirect. */
type Leading = { status: 200 | 400 } | { url: string };

/**
 * Decides what a browser that asks for authorization sees. A client that is not known never gets
 * the browser.
 */
export async function leadBrowser(services: Services, asked: Asked): Promise<Leading> {
  try {
    await readRequest(services, asked);
    return { status: 200 };
  } catch (error) {
    if (error instanceof RefusedRequest) return { url: error.url };
    if (error instanceof ApiError && error.status === 400) return { status: 400 };
    throw error;
  }
}
