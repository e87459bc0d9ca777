import { ApiError } from '@ecp/contract/declaring/errors';
import * as contract from '@ecp/contract/identity/sso';
import { isId } from '@ecp/database/create-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { canonicalEmail } from '../credentials/email-addresses.ts';
import { enterBrowser } from '../sessions/enter-browser.ts';
import { deleteConnection, getConnection, putConnection } from './connections.ts';
import { verifyDomain } from './domains.ts';
import { addressOfProvider, readPersonOfAnswer } from './oidc.ts';
import { sendPassingPage } from './passing-page.ts';
import {
  addressOfSamlProvider,
  findRequestId,
  readPersonOfResponse,
  requireMetadata,
  writeOurMetadata,
} from './saml.ts';
import {
  beginSignIn,
  findConnectionOf,
  findState,
  finishSignIn,
  isSsoOffered,
  setSignInCookie,
  ssoFailed,
  takeSignInCookie,
} from './sign-ins.ts';

/**
 * Registers single sign-on: its settings, and the ways in (docs/requirements/single-sign-on.md).
 */
export function registerSsoRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.getSso, (context) => getConnection(context));
  implementEndpoint(app, services, contract.putSso, (context, { body }) =>
    putConnection(context, body, requireMetadata),
  );
  implementEndpoint(app, services, contract.deleteSso, async (context) => {
    await deleteConnection(context);
    return { success: true };
  });
  implementEndpoint(app, services, contract.verifySsoDomain, (context, { body }) =>
    verifyDomain(context, body.domain),
  );
  registerWaysIn(app, services);
}

function registerWaysIn(app: FastifyInstance, services: Services): void {
  const { config, database } = services;
  implementEndpoint(app, services, contract.getSsoOffer, async () => ({
    offered: await isSsoOffered(database),
  }));
  implementEndpoint(app, services, contract.beginSso, async (_context, { body, reply }) => {
    const email = canonicalEmail(body.email);
    const connection = await findConnectionOf(database, email);
    if (connection === null) return { url: null };
    const { token, secrets } = await beginSignIn(database, connection);
    const url = await (connection.kind === 'oidc'
      ? addressOfProvider(services, connection, { secrets, email })
      : addressOfSamlProvider(services, connection, secrets));
    setSignInCookie(reply, config, { token, state: secrets.state });
    return { url };
  });
  implementEndpoint(app, services, contract.finishSso, (context, { request, reply }) =>
    leadToPage(request, reply, services, async () => {
      const query = new URL(request.url, config.baseUrl).searchParams;
      const state = query.get('state') ?? undefined;
      const token = takeSignInCookie(request, reply, config, state);
      return finishSignIn(context, { state, token }, (connection, secrets) => {
        if (connection.kind !== 'oidc') throw ssoFailed('invalid');
        return readPersonOfAnswer(services, connection, { secrets, query: query.toString() });
      });
    }),
  );
  implementEndpoint(
    app,
    services,
    contract.acceptSaml,
    async (context, { params, body, request, reply }) => {
      const { connectionId } = params;
      const encoded = body.SAMLResponse;
      const state = findState(request, config, findRequestId(encoded));
      if (state === undefined && body.passedOn === undefined && acceptsPages(request)) {
        return sendPassingPage(request, reply, {
          action: `${config.baseUrl}${request.url}`,
          encoded,
        });
      }
      return leadToPage(request, reply, services, () => {
        const token = takeSignInCookie(request, reply, config, state);
        return finishSignIn(context, { state, token, connectionId }, (connection, secrets) => {
          if (connection.kind !== 'saml') throw ssoFailed('invalid');
          return readPersonOfResponse(services, connection, { secrets, encoded });
        });
      });
    },
  );
  implementEndpoint(
    app,
    services,
    contract.getSamlMetadata,
    async (_context, { params, reply }) => {
      const { connectionId } = params;
      // They follow from the id alone, so that they tell nobody whether there is such a connection.
      if (!isId(connectionId)) throw new ApiError('not_found');
      return reply
        .type('application/samlmetadata+xml')
        .send(writeOurMetadata(config, connectionId));
    },
  );
}

/** Whether a browser asks, which shows what it gets. */
const acceptsPages = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') ?? false;

/**
 * Sets the session that `enter` begins and leads to the app; a browser is led to the sign-in page
 * after a refusal.
 */
async function leadToPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  enter: () => Promise<string>,
): Promise<FastifyReply> {
  const { config } = services;
  let page = '/';
  reply.header('cache-control', 'no-store');
  try {
    await enterBrowser(services, { request, reply }, await enter());
  } catch (error) {
    if (!(error instanceof ApiError) || !acceptsPages(request)) throw error;
    page = `/sign-in?${new URLSearchParams({ notice: 'sso', reason: String(error.values['reason'] ?? error.code) })}`;
  }
  return reply
    .code(302)
    .header('location', config.baseUrl + page)
    .send();
}
