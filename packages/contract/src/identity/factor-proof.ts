import { type Static, Type } from 'typebox';

/** Bytes as WebAuthn's JSON writes them. */
const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
/** A credential id has at most 1,023 bytes. */
const maxCredentialId = 1364;
const credential = {
  id: Base64Url(maxCredentialId),
  rawId: Base64Url(maxCredentialId),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Enum(['cross-platform', 'platform'])),
  clientExtensionResults: Type.Object({}),
};

/** A signed challenge: the JSON form of WebAuthn's `PublicKeyCredential` after `get`. */
export const PasskeyAssertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(4000),
    authenticatorData: Base64Url(2000),
    signature: Base64Url(4000),
    userHandle: Type.Optional(Type.String({ maxLength: 100 })),
  }),
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** A new passkey: the JSON form of WebAuthn's `PublicKeyCredential` after `create`. */
export const PasskeyRegistration = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(4000),
    attestationObject: Base64Url(8000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
});
export type PasskeyRegistration = Static<typeof PasskeyRegistration>;

/**
 * A code of an authenticator app, or a recovery code. Any text is valid, so that validation reveals
 * nothing.
 */
export const Code = Type.String({ minLength: 1, maxLength: 100 });

/**
 * The fields of a body that takes a second factor: a code, or a passkey's answer to a challenge.
 */
export const factorProof = { code: Type.Optional(Code), passkey: Type.Optional(PasskeyAssertion) };
export interface FactorProof {
  code?: string;
  passkey?: PasskeyAssertion;
}

/** The caller's ways to sign in. */
export const SecurityState = Type.Object({
  hasPassword: Type.Boolean(),
  totp: Type.Boolean(),
  passkeys: Type.Integer(),
  recoveryCodesLeft: Type.Integer(),
  /** True while the tenant's policy asks for a factor that the caller does not have. */
  secondFactorMissing: Type.Boolean(),
});
export type SecurityState = Static<typeof SecurityState>;
