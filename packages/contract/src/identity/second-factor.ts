import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, Nullable, Timestamp } from '../declaring/scalars.ts';
import { SignedIn } from './auth.ts';
import { Code, factorProof, PasskeyAssertion, PasskeyRegistration } from './factor-proof.ts';

/** A recovery code counts once, instead of another factor. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});
export type Passkey = Static<typeof Passkey>;

/** The options that WebAuthn takes, in its JSON form. They contain the challenge. */
export const WebAuthnOptions = Type.Object({}, { additionalProperties: true });

const Password = Type.String({ minLength: 1, maxLength: 1000 });
/** Removing a factor takes the password, if the person has one, and a factor. */
export const OwnProofBody = Type.Object({ password: Type.Optional(Password), ...factorProof });
export type OwnProofBody = Static<typeof OwnProofBody>;

const StepUpBody = Type.Object({ password: Type.Optional(Password), ...factorProof });

const maxBodyBytes = 32 * 1024;
const own = { tag: 'Second factor', credentials: 'session', maxBodyBytes } as const;
const open = {
  tag: 'Second factor',
  credentials: 'none',
  engagementKeyAccess: 'open',
  maxBodyBytes,
} as const;
const Success = Type.Object({ success: Type.Boolean() });

export const beginTotp = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/totp',
  name: 'beginTotp',
  summary: 'Make a secret for an authenticator app; it counts once it is confirmed',
  responses: { 201: Type.Object({ secret: Type.String(), uri: Type.String() }) },
  errors: ['totp_active', 'step_up_required'],
});

export const confirmTotp = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/totp/confirm',
  name: 'confirmTotp',
  summary: 'Confirm the authenticator app with a code; the answer shows the recovery codes once',
  body: Type.Object({ code: Code }),
  responses: { 200: RecoveryCodes },
  errors: ['totp_active', 'totp_not_begun', 'step_up_required', 'wrong_proof'],
});

export const removeTotp = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/me/totp',
  name: 'removeTotp',
  summary: 'Remove the authenticator app',
  body: OwnProofBody,
  bodyOptional: true,
  responses: { 200: Success },
  errors: ['totp_not_begun', 'second_factor_required', 'wrong_proof'],
});

export const renewRecoveryCodes = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/recovery-codes',
  name: 'renewRecoveryCodes',
  summary: 'Replace the recovery codes; the answer shows the new ones once',
  body: OwnProofBody,
  responses: { 200: RecoveryCodes },
  errors: ['no_second_factor', 'second_factor_required', 'wrong_proof'],
});

export const listPasskeys = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/me/passkeys',
  name: 'listPasskeys',
  summary: 'List the caller’s passkeys',
  responses: { 200: Type.Object({ passkeys: Type.Array(Passkey) }) },
});

export const beginPasskey = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/passkeys/options',
  name: 'beginPasskey',
  summary: 'Read the options for a new passkey, with a challenge for this session',
  responses: { 200: WebAuthnOptions },
  errors: ['passkey_limit_reached', 'step_up_required'],
});

/** `recoveryCodes` are there when the passkey is the first factor. */
export const AddedPasskey = Type.Object({
  passkey: Passkey,
  recoveryCodes: Type.Optional(Type.Array(Type.String())),
});
export type AddedPasskey = Static<typeof AddedPasskey>;

export const addPasskey = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/passkeys',
  name: 'addPasskey',
  summary: 'Add a passkey that has answered the challenge',
  body: Type.Object({ name: NameText(100), response: PasskeyRegistration }),
  responses: { 201: AddedPasskey },
  errors: ['passkey_limit_reached', 'invalid_passkey'],
});

export const removePasskey = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/me/passkeys/:passkeyId',
  name: 'removePasskey',
  summary: 'Remove a passkey',
  params: Type.Object({ passkeyId: Type.String({ maxLength: 100 }) }),
  body: OwnProofBody,
  bodyOptional: true,
  responses: { 200: Success },
  errors: ['not_found', 'second_factor_required', 'wrong_proof'],
});

/**
 * The challenge is for this browser, which gets a cookie. It opens with any passkey of the service.
 */
export const challengePasskey = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/passkey/options',
  name: 'challengePasskey',
  summary: 'Read the options to sign in, or to prove, with a passkey',
  responses: { 200: WebAuthnOptions },
});

export const signInByPasskey = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/sign-in/passkey',
  name: 'signInByPasskey',
  summary: 'Sign in with a passkey alone',
  body: Type.Object({ passkey: PasskeyAssertion }),
  responses: { 200: SignedIn },
  errors: ['wrong_proof', 'sso_required'],
});

export const stepUp = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/auth/step-up',
  name: 'stepUp',
  summary: 'Prove who is there, for what asks for a recent proof',
  beforeEnrolment: true,
  body: StepUpBody,
  responses: { 200: Success },
  errors: ['wrong_proof'],
});
