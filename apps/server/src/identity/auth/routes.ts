import { ApiError } from '@ecp/contract/declaring/errors';
import * as contract from '@ecp/contract/identity/auth';
import * as sessions from '@ecp/contract/identity/sessions';
import type { FastifyInstance } from 'fastify';
import { createBackgroundWork } from '../../kernel/durable-work/in-process-work.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { canonicalEmail } from '../credentials/email-addresses.ts';
import { mailLink } from '../credentials/mailed-links.ts';
import { readChallengeCookie } from '../second-factor/passkeys.ts';
import { enterBrowser } from '../sessions/enter-browser.ts';
import { requireSession } from '../sessions/session-principal.ts';
import { clearSessionCookie, readSessionCookie } from '../sessions/sessions.ts';
import {
  confirmAddress,
  resetPassword,
  verifyMagicLink,
  verifyMagicLinkWithFactor,
} from './followed-links.ts';
import {
  changePassword,
  endOwnOtherSessions,
  endOwnSession,
  getMe,
  listSessions,
  requestConfirmation,
  updateMe,
} from './me.ts';
import { signIn, signOut, signUp, switchTenant } from './sign-in.ts';

/**
 * Registers sign-up, sign-in, mailed links and the caller (docs/requirements/authentication.md).
 */
export function registerAuthRoutes(app: FastifyInstance, services: Services): void {
  registerSessionRoutes(app, services);
  registerMailedLinkRoutes(app, services);
  registerOwnSessionRoutes(app, services);
  implementEndpoint(app, services, contract.getMe, (context) => getMe(context));
  implementEndpoint(app, services, contract.updateMe, (context, { body }) =>
    updateMe(context, body),
  );
}

function registerSessionRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  implementEndpoint(app, services, contract.signUp, async (context, { body, request, reply }) => {
    const { answer, token } = await signUp(context, body);
    await enterBrowser(services, { request, reply }, token);
    return answer;
  });
  implementEndpoint(app, services, contract.signIn, async (context, { body, request, reply }) => {
    const { answer, token } = await signIn(context, body, readChallengeCookie(request, config));
    await enterBrowser(services, { request, reply }, token);
    return answer;
  });
  implementEndpoint(app, services, contract.signOut, async (context, { request, reply }) => {
    await signOut(context, readSessionCookie(request, config));
    clearSessionCookie(reply, config);
    return { success: true };
  });
  implementEndpoint(
    app,
    services,
    contract.switchTenant,
    async (context, { body, request, reply }) => {
      const { answer, token } = await switchTenant(
        context,
        body,
        readChallengeCookie(request, config),
      );
      await enterBrowser(services, { request, reply }, token);
      return answer;
    },
  );
}

function registerOwnSessionRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, sessions.listSessions, async (context) => ({
    sessions: await listSessions(context),
  }));
  implementEndpoint(app, services, sessions.endSession, async (context, { params, reply }) => {
    await endOwnSession(context, params.sessionId);
    if (params.sessionId === requireSession(context).sessionId)
      clearSessionCookie(reply, services.config);
    return { success: true };
  });
  implementEndpoint(app, services, sessions.endOtherSessions, async (context) => {
    await endOwnOtherSessions(context);
    return { success: true };
  });
  implementEndpoint(app, services, sessions.changePassword, async (context, { body }) => {
    await changePassword(context, body);
    return { success: true };
  });
  implementEndpoint(app, services, sessions.requestConfirmation, (context) =>
    requestConfirmation(context),
  );
}

function registerMailedLinkRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const background = createBackgroundWork(services.log);
  app.addHook('onClose', () => background.settled());
  implementEndpoint(app, services, contract.requestMagicLink, async (_context, { body }) => {
    const email = canonicalEmail(body.email);
    background.start('Mailing a sign-in link', () => mailLink(services, 'magic_link', email));
    return { success: true };
  });
  implementEndpoint(app, services, contract.requestPasswordReset, async (_context, { body }) => {
    const email = canonicalEmail(body.email);
    background.start('Mailing a reset link', () => mailLink(services, 'password_reset', email));
    return { success: true };
  });
  implementEndpoint(
    app,
    services,
    contract.verifyMagicLink,
    async (context, { query, request, reply }) => {
      // Mail scanners request links with HEAD, which must not use them up.
      if (request.method !== 'HEAD') {
        const cookieToken = readSessionCookie(request, config);
        try {
          const { token } = await verifyMagicLink(context, { token: query.token, cookieToken });
          await enterBrowser(services, { request, reply }, token);
        } catch (error) {
          const page = pageAfter(error, query.token);
          if (page === null || !request.headers.accept?.includes('text/html')) throw error;
          reply.header('location', config.baseUrl + page).header('cache-control', 'no-store');
          return null;
        }
      }
      reply.header('location', `${config.baseUrl}/`).header('cache-control', 'no-store');
      return null;
    },
  );
  implementEndpoint(
    app,
    services,
    contract.signInByLink,
    async (context, { body, request, reply }) => {
      const { token: linkToken, name, ...proof } = body;
      const link = { token: linkToken, name, cookieToken: readSessionCookie(request, config) };
      const challengeToken = readChallengeCookie(request, config);
      const { answer, token } = await verifyMagicLinkWithFactor(context, link, {
        proof,
        challengeToken,
      });
      await enterBrowser(services, { request, reply }, token);
      return answer;
    },
  );
  implementEndpoint(app, services, contract.confirmAddress, async (context, { body }) => {
    await confirmAddress(context, body.token);
    return { success: true };
  });
  implementEndpoint(app, services, contract.resetPassword, async (context, { body, request }) => {
    await resetPassword(context, { ...body, cookieToken: readSessionCookie(request, config) });
    return { success: true };
  });
}

/**
 * Returns the page for a person whose link did not sign in: one that asks for the factor, or offers
 * another link.
 */
function pageAfter(error: unknown, token: string): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'invalid_token') return '/sign-in?notice=link-expired';
  if (error.code === 'sso_required') return '/sign-in?notice=sso-required';
  if (error.code !== 'second_factor_required') return null;
  const fields = (error.details ?? []).map(({ path }) => path.slice(1)).join(',');
  return `/sign-in/link?${new URLSearchParams({ token, fields })}`;
}
