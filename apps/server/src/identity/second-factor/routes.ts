import * as contract from '@ecp/contract/identity/second-factor';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import { createToken, hashToken } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { enterBrowser } from '../sessions/enter-browser.ts';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  listPasskeys,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  stepUp,
} from './enrolment.ts';
import { signInByPasskey } from './pass-factor.ts';
import {
  challengeLifetimeSeconds,
  createChallenge,
  loadWebAuthn,
  readChallengeCookie,
  relyingParty,
  setChallengeCookie,
} from './passkeys.ts';

/** Registers what people do with their second factors (docs/requirements/second-factor.md). */
export function registerEnrolmentRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  implementEndpoint(app, services, contract.beginTotp, (context) => beginTotp(context));
  implementEndpoint(app, services, contract.confirmTotp, (context, { body }) =>
    confirmTotp(context, body.code),
  );
  implementEndpoint(app, services, contract.removeTotp, async (context, { body, request }) => {
    await removeTotp(context, { body, challengeToken: readChallengeCookie(request, config) });
    return { success: true };
  });
  implementEndpoint(app, services, contract.renewRecoveryCodes, (context, { body, request }) =>
    renewRecoveryCodes(context, { body, challengeToken: readChallengeCookie(request, config) }),
  );
  implementEndpoint(app, services, contract.stepUp, async (context, { body, request }) => {
    await stepUp(context, { body, challengeToken: readChallengeCookie(request, config) });
    return { success: true };
  });
  registerPasskeyRoutes(app, services);
}

function registerPasskeyRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  implementEndpoint(app, services, contract.listPasskeys, async (context) => ({
    passkeys: await listPasskeys(context),
  }));
  implementEndpoint(app, services, contract.beginPasskey, (context) => beginPasskey(context));
  implementEndpoint(app, services, contract.addPasskey, (context, { body }) =>
    addPasskey(context, body),
  );
  implementEndpoint(
    app,
    services,
    contract.removePasskey,
    async (context, { params, body, request }) => {
      await removePasskey(context, params.passkeyId, {
        body,
        challengeToken: readChallengeCookie(request, config),
      });
      return { success: true };
    },
  );
  implementEndpoint(
    app,
    services,
    contract.challengePasskey,
    async (_context, { request, reply }) => {
      // A browser keeps its token, so that a second tab does not make the first tab's challenge
      // useless.
      const token = readChallengeCookie(request, config) ?? createToken();
      const challenge = await createChallenge(services.database, {
        purpose: 'prove',
        callerHash: hashToken(token),
      });
      setChallengeCookie(reply, config, token);
      const { generateAuthenticationOptions } = await loadWebAuthn();
      return generateAuthenticationOptions({
        rpID: relyingParty(config).id,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        timeout: challengeLifetimeSeconds * 1000,
        userVerification: 'required',
      });
    },
  );
  implementEndpoint(
    app,
    services,
    contract.signInByPasskey,
    async (context, { body, request, reply }) => {
      const { answer, token } = await signInByPasskey(
        context,
        body.passkey,
        readChallengeCookie(request, config),
      );
      await enterBrowser(services, { request, reply }, token);
      return answer;
    },
  );
}
