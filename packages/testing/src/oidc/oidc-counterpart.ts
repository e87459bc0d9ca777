import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { createClient } from '../cookie-client.ts';

/** The claims about the person who signs in. One that is undefined is not sent. */
type ProviderClaims = Record<string, unknown>;

/**
 * A real, certified OpenID provider on a free port of 127.0.0.1, at which nobody types a password.
 */
export interface OidcCounterpart {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person whom the next sign-ins at the provider name. */
  claims: ProviderClaims;
  /**
   * Changes the id token of the next answers; undefined leaves them. `signAgain` signs other claims
   * with its key.
   */
  changeIdToken:
    | ((token: string, signAgain: (claims: ProviderClaims) => string) => string)
    | undefined;
  /** Fields that replace those of its description. */
  description: Record<string, unknown>;
  /**
   * Walks an address of the service through the provider. Returns the address that the provider
   * leads back to.
   */
  answer(url: string): Promise<URL>;
  /** From now on the provider signs with another key. */
  rotateKeys(): void;
  /** From now on requests to these paths never get an answer, or get 500; `well` ends that. */
  behave(how: 'well' | 'hangs' | 'fails', paths?: RegExp): void;
  /** The paths of the requests so far. */
  requests: string[];
  close(): Promise<void>;
}

interface CounterpartOptions {
  /** Addresses of the service's callback. */
  redirectUris: string[];
  /** The method by which the client must show its secret; any other is refused. */
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  /** True if the id token itself has all claims. */
  claimsInIdToken?: boolean;
}

/** Starts the provider with one client. */
export async function startOidcCounterpart(options: CounterpartOptions): Promise<OidcCounterpart> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['the-service', randomBytes(24).toString('base64url')];
  const requests: string[] = [];
  let behaviour: { how: 'well' | 'hangs' | 'fails'; paths: RegExp } = { how: 'well', paths: /^/ };
  const counterpart: OidcCounterpart = {
    issuer,
    clientId,
    clientSecret,
    claims: {},
    changeIdToken: undefined,
    description: {},
    answer: (url) => walk(issuer, url),
    rotateKeys() {
      handle = open();
    },
    behave(how, paths = /^/) {
      behaviour = { how, paths };
    },
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const open = () => openProvider(counterpart, options).callback();
  let handle = open();
  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname;
    requests.push(path);
    const misbehaves = behaviour.how !== 'well' && behaviour.paths.test(path);
    if (!misbehaves) handle(request, response);
    else if (behaviour.how === 'fails') response.writeHead(500).end('out of order');
  });
  return counterpart;
}

function openProvider(
  counterpart: OidcCounterpart,
  {
    redirectUris,
    clientAuthentication = 'client_secret_basic',
    claimsInIdToken = false,
  }: CounterpartOptions,
): Provider {
  const { issuer, clientId, clientSecret } = counterpart;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(6).toString('hex');
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: clientAuthentication,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: !claimsInIdToken,
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/enter/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...counterpart.claims }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/enter/')) return next();
    const accountId = String(counterpart.claims['email'] ?? 'nobody');
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId } }));
  });
  provider.use(async (ctx, next) => {
    await next();
    const { body } = ctx as { body: unknown };
    const { changeIdToken, description } = counterpart;
    if (typeof body !== 'object' || body === null) return;
    if (ctx.path.endsWith('/.well-known/openid-configuration'))
      ctx.body = { ...body, ...description };
    if (ctx.path !== '/token' || !changeIdToken || !('id_token' in body)) return;
    const signAgain = (claims: ProviderClaims) =>
      signToken({ alg: 'RS256', kid }, claims, privateKey);
    ctx.body = { ...body, id_token: changeIdToken(String(body.id_token), signAgain) };
  });
  return provider;
}

function signToken(header: object, claims: ProviderClaims, key: KeyObject): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Follows redirects within the provider, as a browser that is not signed in there. */
async function walk(issuer: string, url: string): Promise<URL> {
  const browser = createClient(issuer);
  let next = new URL(url);
  for (let steps = 0; next.origin === issuer && steps < 10; steps += 1) {
    const { status, headers, body } = await browser.get(next.href);
    const location = headers.get('location');
    if (location === null)
      throw new Error(`The provider answers ${status}: ${JSON.stringify(body)}`);
    next = new URL(location, next);
  }
  return next;
}
