import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import * as contract from '@ecp/contract/identity/assistants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  authenticate,
  authorize,
  refuseForeignOrigin,
  resourceMetadataPath,
} from '../../kernel/http/access.ts';
import { readFields } from '../../kernel/http/bodies.ts';
import { implementEndpoint, limitRate } from '../../kernel/http/implement-endpoint.ts';
import { findJsonProblem } from '../../kernel/json-bounds.ts';
import { networkOf } from '../../kernel/limits/rate-limiter.ts';
import type { Services } from '../../kernel/services.ts';
import {
  answerUrl,
  authorizationPath,
  describeRequest,
  type Fields,
  isResource,
  RefusedRequest,
  readRequest,
  readTexts,
  resourceOf,
  scopeNames,
} from './authorization.ts';
import {
  accessLifeSeconds,
  allowAssistant,
  disconnectAssistant,
  exchangeCode,
  type IssuedTokens,
  listAssistants,
  refreshTokens,
  revokeToken,
} from './grants.ts';

const tokenPath = '/oauth/token';
const revocationPath = '/oauth/revoke';

const maxBodyBytes = 16 * 1024;

/**
 * Registers the authorization server for assistants (OAuth 2.1, docs/requirements/assistants.md)
 * and the list of those that are connected.
 */
export async function registerOauthRoutes(app: FastifyInstance, services: Services): Promise<void> {
  implementEndpoint(app, services, contract.listAssistants, listAssistants);
  implementEndpoint(app, services, contract.disconnectAssistant, async (context, { params }) => {
    await disconnectAssistant(context, params.assistantId);
    return { success: true };
  });
  implementEndpoint(app, services, contract.getConsent, (_context, { query }) =>
    describeRequest(services, query),
  );
  registerMetadata(app, services.config);
  await app.register(async (scope) => {
    parseFields(scope);
    scope.post(authorizationPath, { bodyLimit: maxBodyBytes }, (request, reply) =>
      decide(services, request, reply),
    );
    scope.post(tokenPath, { bodyLimit: maxBodyBytes }, (request, reply) =>
      answerClient(services, request, reply, (fields) => giveTokens(services, fields)),
    );
    scope.post(revocationPath, { bodyLimit: maxBodyBytes }, (request, reply) =>
      answerClient(services, request, reply, async (fields) => {
        const { token, client_id: clientId } = fields;
        if (token === undefined) throw new OauthError('invalid_request', 'token is missing');
        await revokeToken(services, { token, clientId: clientId ?? '' });
        return {};
      }),
    );
  });
}

/** Both documents are open to everybody, also to pages of other origins. */
function registerMetadata(app: FastifyInstance, config: Services['config']): void {
  const send = (path: string, describe: (config: Services['config']) => object) =>
    app.get(path, (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send(describe(config)),
    );
  send(resourceMetadataPath, describeResource);
  send('/.well-known/oauth-protected-resource', describeResource);
  send('/.well-known/oauth-authorization-server', describeServer);
}

const scopes = ['read', 'write'];

/** RFC 9728. */
const describeResource = (config: Services['config']) => ({
  resource: resourceOf(config),
  authorization_servers: [config.baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
});

/** RFC 8414. */
const describeServer = (config: Services['config']) => ({
  issuer: config.baseUrl,
  authorization_endpoint: config.baseUrl + authorizationPath,
  token_endpoint: config.baseUrl + tokenPath,
  revocation_endpoint: config.baseUrl + revocationPath,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  protected_resources: [resourceOf(config)],
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the fields came as JSON. */
    isJson?: boolean;
  }
}

/**
 * Reads forms, and JSON objects whose values are texts. Errors: `invalid_json`, `invalid_request`.
 */
function parseFields(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parse = scope.getDefaultJsonParser('error', 'error');
  const refuse = (message: string) =>
    new ApiError('invalid_request', { details: [{ path: '', message }] });
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const fields = readFields(body as string);
      if (fields) done(null, fields);
      else done(refuse('must be a form without repeated fields'));
    },
  );
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const problem = findJsonProblem(body as string);
    if (problem) return done(refuse(problem));
    request.isJson = true;
    parse(request, body as string, done);
  });
}

/** The access to the decision, which the checks of sessions and policies read. */
const deciding = defineEndpoint({
  method: 'POST',
  path: authorizationPath,
  name: 'decideAuthorization',
  summary: 'Allow an assistant, or not',
  tag: 'Assistants',
  credentials: 'session',
  stepUp: true,
  responses: {},
});

/**
 * Takes a person's decision: leads a form to the client with the answer, and tells its address to a
 * program. Errors: those of sessions, `assistant_refused`, `assistant_limit_reached`,
 * `invalid_request`.
 */
async function decide(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const principal = await authenticate(services, request);
  await limitRate(services, 'api', `tenant:${principal.tenantId}`, reply);
  authorize(deciding, principal, { engagementId: undefined, now: services.clock.now() });
  if (principal.kind !== 'session') throw new ApiError('session_required');
  const asked = readTexts(request.body);
  const { decision, state } = asked;
  if (decision !== 'allow' && decision !== 'deny') {
    const message = 'must be one of: allow, deny';
    throw new ApiError('invalid_request', { details: [{ path: '/decision', message }] });
  }
  const url = await readRequest(services, asked).then(
    async (wanted) => {
      const person = {
        tenantId: principal.tenantId,
        userId: principal.userId,
        ipAddress: request.ip,
      };
      const answer =
        decision === 'deny'
          ? { error: 'access_denied' }
          : { code: await allowAssistant(services, person, wanted) };
      return answerUrl(services.config, { redirectUri: wanted.redirectUri, state }, answer);
    },
    (error: unknown) => {
      if (error instanceof RefusedRequest) return error.url;
      throw error;
    },
  );
  reply.header('cache-control', 'no-store');
  return request.isJson ? reply.send({ url }) : reply.code(302).header('location', url).send();
}

/** A refusal in the form of RFC 6749, 5.2. */
class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** Answers a client that has no credentials but those in its fields. */
async function answerClient(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (fields: Fields) => Promise<object>,
): Promise<FastifyReply> {
  refuseForeignOrigin(request, services.config.baseUrl);
  await limitRate(services, 'api', `address:${networkOf(request.ip)}`, reply);
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  try {
    if (request.isJson) throw new OauthError('invalid_request', 'The body is a form');
    return reply.send(await act(readTexts(request.body)));
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return reply.code(400).send({ error: error.error, error_description: error.message });
  }
}

async function giveTokens(services: Services, fields: Fields): Promise<object> {
  const { grant_type: kind, client_id: clientId, resource } = fields;
  if (clientId === undefined) throw new OauthError('invalid_request', 'client_id is missing');
  if (resource !== undefined && !isResource(services.config, resource)) {
    throw new OauthError('invalid_target', 'The only resource is the server for assistants');
  }
  const tokens = await issue(services, { ...fields, kind, clientId });
  if (!tokens)
    throw new OauthError(
      'invalid_grant',
      'The code or token is unknown, used, expired or ended. Ask the person to connect again',
    );
  return {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: accessLifeSeconds,
    refresh_token: tokens.refreshToken,
    scope: scopeNames[tokens.scope],
  };
}

async function issue(
  services: Services,
  { kind, clientId, ...fields }: Fields & { clientId: string },
): Promise<IssuedTokens | null> {
  if (kind === 'authorization_code') {
    const { code, redirect_uri: redirectUri, code_verifier: verifier } = fields;
    if (code === undefined || redirectUri === undefined || verifier === undefined) {
      throw new OauthError('invalid_request', 'code, redirect_uri and code_verifier are needed');
    }
    return exchangeCode(services, { code, clientId, redirectUri, verifier });
  }
  if (kind !== 'refresh_token')
    throw new OauthError('unsupported_grant_type', 'Use authorization_code or refresh_token');
  const { refresh_token: refreshToken } = fields;
  if (refreshToken === undefined)
    throw new OauthError('invalid_request', 'refresh_token is missing');
  return refreshTokens(services, { refreshToken, clientId });
}
