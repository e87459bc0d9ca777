import { ApiError } from '@ecp/contract/declaring/errors';
import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { OutboundError } from '../../kernel/outbound/addresses.ts';
import { requireWayOut } from '../../kernel/outbound/way-out.ts';
import type { Services } from '../../kernel/services.ts';
import { type ConnectionRow, openSecret } from './connections.ts';
import { clockSkewMs, limitMs, openProviderCache } from './providers.ts';
import { type ProvidedPerson, ProviderProblem, type SignInSecrets, ssoFailed } from './sign-ins.ts';

const maxBytes = 256 * 1024;

type OidcServices = Pick<Services, 'outbound' | 'keys' | 'config' | 'clock'>;

/** The library is loaded with the first sign-in. */
const loadOpenId = () => import('openid-client');

const callbackAddress = ({ baseUrl }: Services['config']) => `${baseUrl}/api/auth/sso/callback`;

/** Makes the address at the provider where a person signs in. Error: `sso_unavailable`. */
export async function addressOfProvider(
  services: OidcServices,
  connection: ConnectionRow,
  { secrets, email }: { secrets: SignInSecrets; email: string },
): Promise<string> {
  const { provider } = await openProvider(services, connection);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadOpenId();
  const groups = provider.serverMetadata().scopes_supported?.includes('groups') ? ['groups'] : [];
  const address = buildAuthorizationUrl(provider, {
    redirect_uri: callbackAddress(services.config),
    scope: ['openid', 'email', 'profile', ...groups].join(' '),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
    login_hint: email,
  });
  return address.href;
}

/**
 * Checks a provider's answer, exchanges its code and reads the person from id token and user info.
 * Errors: `sso_failed`, `sso_unavailable`.
 */
export async function readPersonOfAnswer(
  services: OidcServices,
  connection: ConnectionRow,
  { secrets, query }: { secrets: SignInSecrets; query: string },
): Promise<ProvidedPerson> {
  const { known, provider } = await openProvider(services, connection);
  const { AuthorizationResponseError } = await loadOpenId();
  const address = new URL(callbackAddress(services.config));
  address.search = query;
  try {
    return await exchange(provider, address, secrets).catch(async (error: unknown) => {
      // The provider looks at the client before the code, so the code is still good.
      if (!(await refusesClient(error))) throw error;
      known.way = otherWay(known.way);
      return exchange(provider, address, secrets);
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isUnavailable(error)) throw new ApiError('sso_unavailable', { cause: error });
    throw ssoFailed(error instanceof AuthorizationResponseError ? 'denied' : 'invalid', error);
  }
}

async function exchange(
  provider: Configuration,
  address: URL,
  secrets: SignInSecrets,
): Promise<ProvidedPerson> {
  const { authorizationCodeGrant, fetchUserInfo } = await loadOpenId();
  const tokens = await authorizationCodeGrant(provider, address, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw ssoFailed('invalid');
  const asked = provider.serverMetadata().userinfo_endpoint !== undefined;
  return readPerson(
    claims,
    asked ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {},
  );
}

type Claims = Record<string, unknown>;

/** The id token is signed, so it counts before the user info. */
function readPerson(token: Claims, info: Claims): ProvidedPerson {
  const claims = { ...info, ...token };
  const isUnverified = [token, info].some(
    (some) => 'email_verified' in some && !isTrue(some['email_verified']),
  );
  return {
    email: isUnverified ? null : textOf(claims['email']),
    name: nameOf(claims),
    groups: 'groups' in claims ? textsOf(claims['groups']) : null,
  };
}

/**
 * Providers write truth values as booleans, numbers and texts. Whatever is none of these forms of
 * true is not true.
 */
const isTrue = (claim: unknown): boolean =>
  ['true', '1', 'yes'].includes(String(claim).trim().toLowerCase());

/** Returns the name, else the given and the family name; null without any. */
function nameOf(claims: Claims): string | null {
  const [name, given, family] = ['name', 'given_name', 'family_name'].map((claim) =>
    textOf(claims[claim])?.trim(),
  );
  return name || [given, family].filter(Boolean).join(' ') || null;
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' ? claim : null);

/** Some providers send a single group as a text. */
const textsOf = (claim: unknown): string[] =>
  [claim].flat().filter((item): item is string => typeof item === 'string');

/** A provider's description and keys, as cached. */
interface Described {
  metadata: ServerMetadata;
  /**
   * The way in which the client shows its secret: at first the one that is the default of the
   * protocol.
   */
  way: 'client_secret_basic' | 'client_secret_post';
}
const cache = openProviderCache<Described>();

interface OpenedProvider {
  known: Described;
  provider: Configuration;
}

/**
 * Opens the provider for requests that take 15 s in all. Errors: `sso_unavailable`, `outbound_off`.
 */
async function openProvider(
  services: OidcServices,
  connection: ConnectionRow,
): Promise<OpenedProvider> {
  requireWayOut(services.config);
  const openId = await loadOpenId();
  const fetcher = fetchWithin(services, performance.now() + limitMs);
  const known = await cache(services, connection, () => discover(connection, fetcher));
  const provider = new openId.Configuration(
    known.metadata,
    connection.client_id ?? '',
    { [openId.clockTolerance]: clockSkewMs / 1000 },
    await authenticateClient(openSecret(services.keys, connection), known),
  );
  provider[openId.customFetch] = fetcher;
  openId.enableNonRepudiationChecks(provider);
  if (isPlain(connection)) openId.allowInsecureRequests(provider);
  return { known, provider };
}

/** Only hosts that the operator allows may be without https. */
const isPlain = ({ issuer }: ConnectionRow) => issuer?.startsWith('http:') ?? false;

/**
 * Reads the provider's description. Its keys are read at every sign-in. An issuer is compared to
 * the letter, but for a slash at its end, which is not kept and which some providers have. Error:
 * `sso_unavailable`.
 */
async function discover(connection: ConnectionRow, fetcher: CustomFetch): Promise<Described> {
  const issuer = connection.issuer ?? '';
  try {
    return await describeProvider(connection, new URL(issuer), fetcher);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return describeProvider(connection, new URL(`${issuer}/`), fetcher);
  }
}

/** Reads the description of an issuer. Error: `sso_unavailable`. */
async function describeProvider(
  connection: ConnectionRow,
  issuer: URL,
  fetcher: CustomFetch,
): Promise<Described> {
  const openId = await loadOpenId();
  const execute = isPlain(connection) ? [openId.allowInsecureRequests] : [];
  const options = { [openId.customFetch]: fetcher, execute };
  try {
    const found = await openId.discovery(
      issuer,
      connection.client_id ?? '',
      undefined,
      undefined,
      options,
    );
    const metadata = found.serverMetadata();
    // The library lets an address of Microsoft stand for all its tenants.
    if (URL.parse(metadata.issuer)?.href !== issuer.href)
      throw new ProviderProblem(`The issuer is ${metadata.issuer}`);
    // Throws for a page that is none, such as a script.
    openId.buildAuthorizationUrl(found, {});
    return { metadata, way: 'client_secret_basic' };
  } catch (error) {
    throw new ApiError('sso_unavailable', { cause: error });
  }
}

/**
 * Shows the client's secret in the present way. Providers list ways that they do not take from this
 * client.
 */
async function authenticateClient(secret: string, known: Described): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await loadOpenId();
  const ways = {
    client_secret_basic: ClientSecretBasic(secret),
    client_secret_post: ClientSecretPost(secret),
  };
  return (...request) => ways[known.way](...request);
}

const otherWay = (way: Described['way']) =>
  way === 'client_secret_basic' ? 'client_secret_post' : 'client_secret_basic';

/**
 * The library has two errors for it: one for an answer with a challenge, one for an answer with a
 * body.
 */
async function refusesClient(error: unknown): Promise<boolean> {
  const { ResponseBodyError, WWWAuthenticateChallengeError } = await loadOpenId();
  if (error instanceof WWWAuthenticateChallengeError) return true;
  const { error: code } = error instanceof ResponseBodyError ? error : {};
  return code === 'invalid_client';
}

/** The provider says itself that it cannot answer. */
class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof OutboundError || error instanceof ProviderDown) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}

/** Sends requests of the library to checked addresses, within limits. */
function fetchWithin({ outbound }: Pick<Services, 'outbound'>, untilMs: number): CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await outbound.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      timeoutMs: Math.max(1, untilMs - performance.now()),
      maxBodyBytes: maxBytes,
      followRedirects: 0,
    });
    if (answer.status >= 500) throw new ProviderDown(`The provider answers ${answer.status}`);
    if (answer.truncated)
      throw new OutboundError('bad_response', 'The answer of the provider is too long');
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    });
  };
}
