import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { NewPassword } from './auth.ts';

/** A session of the caller's person. Its id stays the same when it moves to another tenant. */
export const Session = Type.Object({
  id: Id,
  current: Type.Boolean(),
  /** It began with the provider of the tenant. */
  sso: Type.Boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  address: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
});
export type Session = Static<typeof Session>;

const Success = Type.Object({ success: Type.Boolean() });
const own = { tag: 'Authentication', credentials: 'session', maxBodyBytes: 16 * 1024 } as const;

export const listSessions = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/me/sessions',
  name: 'listSessions',
  summary: 'List your sessions, last used first',
  responses: { 200: Type.Object({ sessions: Type.Array(Session) }) },
});

export const endSession = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/me/sessions/:sessionId',
  name: 'endSession',
  summary: 'End one of your sessions at once, in whichever tenant it is',
  params: Type.Object({ sessionId: Type.String({ maxLength: 100 }) }),
  responses: { 200: Success },
  errors: ['not_found'],
});

export const endOtherSessions = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/me/sessions',
  name: 'endOtherSessions',
  summary: 'End all your sessions but this one at once',
  responses: { 200: Success },
});

export const ChangePasswordBody = Type.Object({
  current: Type.String({ minLength: 1, maxLength: 1000 }),
  next: NewPassword,
});
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

export const changePassword = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/password',
  name: 'changePassword',
  summary: 'Change your password and end all your other sessions',
  body: ChangePasswordBody,
  responses: { 200: Success },
  errors: ['invalid_credentials', 'rate_limited'],
});

export const requestConfirmation = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/me/confirmation',
  name: 'requestConfirmation',
  summary: 'Email the link that confirms your address once more',
  responses: { 200: Success },
});
