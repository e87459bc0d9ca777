import { ApiError } from '@ecp/contract/declaring/errors';
import type { Configuration, CustomFetch } from 'openid-client';
import { OutboundError } from '../../kernel/outbound/addresses.ts';
import type { Services } from '../../kernel/services.ts';
import { type ConnectionRow, openSecret } from './connections.ts';
import { openProviderCache } from './provider-cache.ts';
import { type ProvidedPerson, type SignInSecrets, ssoFailed } from './sign-ins.ts';

const limitMs = 15_000;
const maxBytes = 1024 * 1024;
/** How far the clocks may differ. */
const skewSeconds = 60;

type OidcServices = Pick<Services, 'outbound' | 'keys' | 'config' | 'clock'>;

/** The library is loaded with the first sign-in. */
const loadOpenId = () => import('openid-client');

export const callbackAddress = ({ baseUrl }: Services['config']) => `${baseUrl}/api/auth/sso/callback`;

/** Makes the address at the provider where a person signs in. Error: `sso_unavailable`. */
export async function addressOfProvider(
  services: OidcServices,
  connection: ConnectionRow,
  { secrets, email }: { secrets: SignInSecrets; email: string },
): Promise<string> {
  const provider = await discover(services, connection);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadOpenId();
  return buildAuthorizationUrl(provider, {
    redirect_uri: callbackAddress(services.config),
    scope: ['openid', 'email', 'profile', ...offered(provider, 'groups')].join(' '),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
    login_hint: email,
  }).href;
}

const offered = (provider: Configuration, scope: string): string[] =>
  provider.serverMetadata().scopes_supported?.includes(scope) ? [scope] : [];

/**
 * Checks a provider's answer, exchanges its code and reads the person from id token and user info. Errors: `sso_failed`,
 * `sso_unavailable`.
 */
export async function readPersonOfAnswer(
  services: OidcServices,
  connection: ConnectionRow,
  { secrets, query }: { secrets: SignInSecrets; query: string },
): Promise<ProvidedPerson> {
  const provider = await discover(services, connection);
  const address = new URL(callbackAddress(services.config));
  address.search = query;
  try {
    return await exchange(provider, address, secrets);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isUnavailable(error)) throw new ApiError('sso_unavailable', { cause: error });
    const { AuthorizationResponseError } = await loadOpenId();
    throw ssoFailed(error instanceof AuthorizationResponseError ? 'denied' : 'invalid', error);
  }
}

async function exchange(provider: Configuration, address: URL, secrets: SignInSecrets): Promise<ProvidedPerson> {
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
  const info = asked ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  return readPerson(claims, info);
}

type Claims = Record<string, unknown>;

/** The id token is signed, so it counts before the user info. */
function readPerson(token: Claims, info: Claims): ProvidedPerson {
  const claims = { ...info, ...token };
  const unverified = [token, info].some(({ email_verified: verified }) => String(verified).toLowerCase() === 'false');
  return {
    email: unverified ? null : textOf(claims['email']),
    name: textOf(claims['name'])?.slice(0, 200) ?? null,
    groups: 'groups' in claims ? textsOf(claims['groups']) : null,
  };
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null;

/** Some providers send a single group as a text. */
const textsOf = (claim: unknown): string[] => [claim].flat().filter((item): item is string => typeof item === 'string');

const cache = openProviderCache<Configuration>();

/** Reads the provider's description. Error: `sso_unavailable`. */
const discover = (services: OidcServices, connection: ConnectionRow): Promise<Configuration> =>
  cache(services, connection, () => askProvider(services, connection));

async function askProvider(services: OidcServices, connection: ConnectionRow): Promise<Configuration> {
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    clockTolerance,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
  } = await loadOpenId();
  const issuer = new URL(connection.issuer ?? '');
  const secret = openSecret(services.keys, connection);
  try {
    return await discovery(
      issuer,
      connection.client_id ?? '',
      { client_secret: secret, [clockTolerance]: skewSeconds },
      ClientSecretBasic(secret),
      {
        timeout: limitMs / 1000,
        [customFetch]: fetchOutbound(services),
        execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
      },
    );
  } catch (error) {
    throw new ApiError('sso_unavailable', { cause: error });
  }
}

/** The provider does not answer, or says itself that it cannot. */
class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof OutboundError || error instanceof ProviderDown) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}

/** Sends a request of the library to a checked address, within limits. */
function fetchOutbound({ outbound }: Pick<Services, 'outbound'>): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await outbound.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      timeoutMs: limitMs,
      maxBodyBytes: maxBytes,
      followRedirects: 0,
      ...(signal ? { signal } : {}),
    });
    if (answer.status >= 500) throw new ProviderDown(`The provider answers ${answer.status}`);
    if (answer.truncated) throw new OutboundError('bad_response', 'The answer of the provider is too long');
    const { 'content-type': type = '' } = answer.headers;
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': type },
    });
  };
}
