import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, Nullable, RequiredText, Timestamp } from '../declaring/scalars.ts';
import { Email } from './auth.ts';

/** The roles that a provider or a directory may give. */
export const GivenRole = Type.Enum(['viewer', 'member', 'admin']);
export type GivenRole = Static<typeof GivenRole>;

const GroupRoles = Type.Array(Type.Object({ group: NameText(256), role: GivenRole }), {
  maxItems: 500,
});

const settings = {
  domains: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 100 }),
  ),
  /** By default false. */
  enforced: Type.Optional(Type.Boolean()),
  /** By default `member`. */
  defaultRole: Type.Optional(GivenRole),
  groupRoles: Type.Optional(GroupRoles),
};
const Address = Type.String({ minLength: 1, maxLength: 2000 });

/** Without `clientSecret` the one of before stays. */
const OidcBody = Type.Object({
  kind: Type.Literal('oidc'),
  issuer: Address,
  clientId: NameText(500),
  clientSecret: Type.Optional(RequiredText(2000)),
  ...settings,
});
/** Either `metadataUrl` or `metadata`. */
const SamlBody = Type.Object({
  kind: Type.Literal('saml'),
  metadataUrl: Type.Optional(Address),
  metadata: Type.Optional(RequiredText(256 * 1024)),
  ...settings,
});
export const PutSsoBody = Type.Union([OidcBody, SamlBody]);
export type PutSsoBody = Static<typeof PutSsoBody>;

/** A domain counts once its TXT record `ecp-verification=<token>` was seen. */
const SsoDomain = Type.Object({
  domain: Type.String(),
  token: Type.String(),
  verifiedAt: Nullable(Timestamp),
});
export type SsoDomain = Static<typeof SsoDomain>;

/** The connection as it was put, without the secret. */
export const SsoConnection = Type.Object({
  id: Id,
  kind: Type.Enum(['oidc', 'saml']),
  issuer: Type.Optional(Type.String()),
  clientId: Type.Optional(Type.String()),
  metadataUrl: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  domains: Type.Array(SsoDomain),
  enforced: Type.Boolean(),
  defaultRole: GivenRole,
  groupRoles: Type.Array(Type.Object({ group: Type.String(), role: GivenRole })),
  createdAt: Timestamp,
});
export type SsoConnection = Static<typeof SsoConnection>;

const connection = {
  tag: 'Single sign-on',
  path: '/api/account/sso',
  credentials: 'session',
  level: 'owner',
} as const;

export const getSso = defineEndpoint({
  ...connection,
  method: 'GET',
  name: 'getSso',
  summary: 'Read the connection to the provider that signs people in',
  responses: { 200: SsoConnection },
  errors: ['not_found'],
});

/** Tokens and proofs of domains that stay are kept. */
export const putSso = defineEndpoint({
  ...connection,
  method: 'PUT',
  name: 'putSso',
  summary: 'Set the connection to the provider that signs people in',
  stepUp: true,
  maxBodyBytes: 2 * 1024 * 1024,
  body: PutSsoBody,
  responses: { 200: SsoConnection },
  errors: ['url_invalid', 'url_private', 'url_has_credentials', 'outbound_off'],
});

export const deleteSso = defineEndpoint({
  ...connection,
  method: 'DELETE',
  name: 'deleteSso',
  summary: 'Remove the connection, and end the sign-ins that are under way',
  stepUp: true,
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});

const VerifySsoDomainBody = Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) });

export const verifySsoDomain = defineEndpoint({
  ...connection,
  method: 'POST',
  path: '/api/account/sso/verify',
  name: 'verifySsoDomain',
  summary: 'Look for the TXT record that proves a domain',
  body: VerifySsoDomainBody,
  responses: { 200: Type.Object({ domain: Type.String(), verified: Type.Boolean() }) },
  errors: ['not_found', 'outbound_off'],
});

const open = { tag: 'Authentication', credentials: 'none', engagementKeyAccess: 'open' } as const;

export const getSsoOffer = defineEndpoint({
  ...open,
  method: 'GET',
  path: '/api/auth/sso',
  name: 'getSsoOffer',
  summary:
    'Read whether any tenant has a provider, so that a sign-in page asks for the address first',
  responses: { 200: Type.Object({ offered: Type.Boolean() }) },
});

export const beginSso = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/sso',
  name: 'beginSso',
  summary: 'Get the address of the provider of an email’s domain; null without one',
  maxBodyBytes: 16 * 1024,
  body: Type.Object({ email: Email }),
  responses: { 200: Type.Object({ url: Nullable(Type.String()) }) },
  errors: ['sso_unavailable', 'outbound_off'],
});

/**
 * The provider's answer, whose parameters are the provider's to choose. A browser is led to a page
 * in any case.
 */
export const finishSso = defineEndpoint({
  ...open,
  method: 'GET',
  path: '/api/auth/sso/callback',
  name: 'finishSso',
  summary: 'Sign in with the answer of an OpenID Connect provider and redirect to the app',
  responses: { 302: Type.Null() },
  errors: ['sso_failed', 'sso_unavailable', 'outbound_off'],
});

const ofConnection = Type.Object({ connectionId: Type.String({ maxLength: 100 }) });

const SamlResponseBody = Type.Object({
  SAMLResponse: Type.String({ minLength: 1, maxLength: 512 * 1024 }),
  RelayState: Type.Optional(Type.String({ maxLength: 200 })),
  passedOn: Type.Optional(
    Type.String({
      maxLength: 10,
      description: 'Set by our own page, which posts the form of the provider once more',
    }),
  ),
});

/**
 * A form that the provider's page posts, so its origin is another one, and browsers bring no
 * cookie. They get a page that posts it once more from our own origin.
 */
export const acceptSaml = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/saml/:connectionId/acs',
  name: 'acceptSaml',
  summary: 'Sign in with the answer of a SAML provider and redirect to the app',
  form: true,
  fromElsewhere: true,
  maxBodyBytes: 1024 * 1024,
  params: ofConnection,
  body: SamlResponseBody,
  responses: { 302: Type.Null(), 200: 'text/html' },
  errors: ['not_found', 'sso_failed', 'sso_unavailable', 'outbound_off'],
});

export const getSamlMetadata = defineEndpoint({
  ...open,
  method: 'GET',
  path: '/api/auth/saml/:connectionId/metadata',
  name: 'getSamlMetadata',
  summary: 'Read the metadata that a SAML provider needs of this service',
  params: ofConnection,
  responses: { 200: 'application/samlmetadata+xml' },
  errors: ['not_found'],
});
