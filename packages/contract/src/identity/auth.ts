import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, Nullable, Timestamp } from '../declaring/scalars.ts';
import { pageLanguages } from '../values/page-languages.ts';
import { factorProof, SecurityState } from './factor-proof.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];
const RoleName = Type.Enum([...roles]);

const billingPlans = ['starter', 'professional', 'enterprise'] as const;
export type BillingPlan = (typeof billingPlans)[number];
export const PlanName = Type.Enum([...billingPlans]);

/**
 * What a mail server could accept. Each character fits one part of the pattern, so matching never
 * backtracks.
 */
export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+$',
});
export const NewPassword = Type.String({ minLength: 8, maxLength: 128 });
/** A password at sign-in. Any text is valid, so that validation reveals nothing about passwords. */
const AnyPassword = Type.String({ minLength: 1, maxLength: 1000 });
const Token = Type.String({ minLength: 1, maxLength: 200 });

/** The language of the pages; null follows the browser. */
export const PageLanguageName = Type.Enum([...pageLanguages]);

export const User = Type.Object({
  id: Id,
  email: Type.String(),
  name: Nullable(Type.String()),
  role: RoleName,
  lastLoginAt: Nullable(Timestamp),
  invitedBy: Nullable(Id),
  createdAt: Timestamp,
  language: Nullable(PageLanguageName),
  /**
   * A directory set the address outside the proved domains: it signs nobody in until it is
   * confirmed.
   */
  unconfirmed: Type.Boolean(),
  /**
   * Only of whom a directory has given another address: memberships of walls rest until an admin
   * confirms it.
   */
  wallsSuspended: Type.Optional(Type.Boolean()),
  /** Only of who is switched off by the directory of the tenant. */
  deactivatedAt: Type.Optional(Timestamp),
});
export type User = Static<typeof User>;

const Tenant = Type.Object({ id: Id, name: Type.String(), slug: Type.String(), plan: PlanName });

/** Answer of the endpoints that start a session. */
export const SignedIn = Type.Object({ user: User, tenant: Tenant });
export type SignedIn = Static<typeof SignedIn>;

/** The caller. */
export const Me = Type.Object({
  user: Nullable(User),
  apiKey: Type.Optional(
    Type.Object({ id: Id, name: Type.String(), scope: Type.String(), engagementId: Nullable(Id) }),
  ),
  tenant: Tenant,
  subscription: Type.Object({
    status: Type.Enum(['active', 'past_due', 'canceled', 'none']),
    plan: PlanName,
    currentPeriodEnd: Nullable(Timestamp),
  }),
  tenants: Type.Array(Type.Object({ id: Id, name: Type.String(), role: RoleName })),
  /** Absent for a key. */
  security: Type.Optional(SecurityState),
  /** True until the user has followed a mailed link. */
  confirmationPending: Type.Boolean(),
  /** The address of the installation, to which programs elsewhere send their requests. */
  baseUrl: Type.String(),
});
export type Me = Static<typeof Me>;

const Success = Type.Object({ success: Type.Boolean() });
/**
 * Enough for the longest texts of these bodies with each character escaped. Strangers may send
 * them.
 */
const maxBodyBytes = 16 * 1024;
const open = {
  tag: 'Authentication',
  credentials: 'none',
  engagementKeyAccess: 'open',
  maxBodyBytes,
} as const;

export const SignUpBody = Type.Object({
  company: NameText(200),
  name: NameText(200),
  email: Email,
  password: NewPassword,
});
export type SignUpBody = Static<typeof SignUpBody>;

export const signUp = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/sign-up/email',
  name: 'signUp',
  summary: 'Create a tenant with its owner and sign in',
  body: SignUpBody,
  responses: { 201: SignedIn },
});

export const SignInBody = Type.Object({ email: Email, password: AnyPassword, ...factorProof });
export type SignInBody = Static<typeof SignInBody>;

export const signIn = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/sign-in/email',
  name: 'signIn',
  summary: 'Sign in with email and password',
  body: SignInBody,
  responses: { 200: SignedIn },
  errors: ['invalid_credentials', 'wrong_proof', 'second_factor_required', 'sso_required'],
});

export const signOut = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/sign-out',
  name: 'signOut',
  summary: 'End this session',
  responses: { 200: Success },
});

export const requestMagicLink = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/sign-in/magic-link',
  name: 'requestMagicLink',
  summary: 'Email a sign-in link; the answer is the same for every address',
  body: Type.Object({ email: Email }),
  responses: { 200: Success },
});

export const verifyMagicLink = defineEndpoint({
  ...open,
  method: 'GET',
  path: '/api/auth/magic-link/verify',
  name: 'verifyMagicLink',
  summary: 'Sign in with an emailed link and redirect to the app',
  query: Type.Object({ token: Token }),
  responses: { 302: Type.Null() },
  errors: ['invalid_token', 'second_factor_required', 'sso_required'],
});

/** `name` is that of an invited person who has none yet; otherwise it is ignored. */
const VerifyLinkBody = Type.Object({
  token: Token,
  name: Type.Optional(NameText(200)),
  ...factorProof,
});
/** As the endpoint above, with a second factor. */
export const signInByLink = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/magic-link/verify',
  name: 'signInByLink',
  summary: 'Sign in with an emailed link and a second factor',
  body: VerifyLinkBody,
  responses: { 200: SignedIn },
  errors: ['invalid_token', 'second_factor_required', 'wrong_proof', 'sso_required'],
});

/**
 * Follows the link that was mailed to the former address of a person whom a directory has given
 * another one.
 */
export const confirmAddress = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/confirm-address',
  name: 'confirmAddress',
  summary:
    'Confirm the address that a directory has given you, by the link in the email to the former one',
  body: Type.Object({ token: Token }),
  responses: { 200: Success },
  errors: ['invalid_token'],
});

export const requestPasswordReset = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/request-password-reset',
  name: 'requestPasswordReset',
  summary: 'Email a password reset link; the answer is the same for every address',
  body: Type.Object({ email: Email }),
  responses: { 200: Success },
});

export const resetPassword = defineEndpoint({
  ...open,
  method: 'POST',
  path: '/api/auth/reset-password',
  name: 'resetPassword',
  summary: 'Set a new password and end all other sessions',
  body: Type.Object({ token: Token, newPassword: NewPassword }),
  responses: { 200: Success },
  errors: ['invalid_token'],
});

export const SwitchTenantBody = Type.Object({
  tenantId: Type.String({ maxLength: 100 }),
  ...factorProof,
});
export type SwitchTenantBody = Static<typeof SwitchTenantBody>;
export const switchTenant = defineEndpoint({
  tag: 'Authentication',
  credentials: 'session',
  maxBodyBytes,
  method: 'POST',
  path: '/api/auth/switch-tenant',
  name: 'switchTenant',
  summary: 'Continue in another tenant of the same verified person',
  body: SwitchTenantBody,
  beforeEnrolment: true,
  responses: { 200: SignedIn },
  errors: ['not_found', 'second_factor_required', 'wrong_proof', 'sso_required'],
});

export const getMe = defineEndpoint({
  tag: 'Authentication',
  engagementKeyAccess: 'open',
  method: 'GET',
  path: '/api/me',
  name: 'getMe',
  summary: 'Read the caller’s user or key, tenant and subscription',
  responses: { 200: Me },
});

export const UpdateMeBody = Type.Object(
  { name: Type.Optional(NameText(200)), language: Type.Optional(Nullable(PageLanguageName)) },
  { minProperties: 1 },
);
export type UpdateMeBody = Static<typeof UpdateMeBody>;

export const updateMe = defineEndpoint({
  tag: 'Authentication',
  credentials: 'session',
  maxBodyBytes,
  method: 'PATCH',
  path: '/api/me',
  name: 'updateMe',
  summary: 'Change your name in this tenant, or the language of your pages',
  body: UpdateMeBody,
  responses: { 200: User },
});
