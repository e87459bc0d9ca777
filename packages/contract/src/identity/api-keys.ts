import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { GivenTime, Id, NameText, Nullable, Timestamp } from '../declaring/scalars.ts';

const keyScopes = ['read_only', 'read_write'] as const;
export type KeyScope = (typeof keyScopes)[number];
const Scope = Type.Enum([...keyScopes]);

const listed = {
  id: Id,
  name: Type.String(),
  prefix: Type.String(),
  scope: Scope,
  engagementId: Nullable(Id),
  lastUsedAt: Nullable(Timestamp),
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
  revokedAt: Nullable(Timestamp),
};
/** A key without the raw key. */
export const ApiKey = Type.Object(listed);
export type ApiKey = Static<typeof ApiKey>;

/** Answer of create and rotate, the only answers with the raw key. */
export const IssuedApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  prefix: Type.String(),
  scope: Scope,
  engagementId: Nullable(Id),
  expiresAt: Nullable(Timestamp),
  key: Type.String(),
  createdAt: Timestamp,
});
export type IssuedApiKey = Static<typeof IssuedApiKey>;

export const CreateApiKeyBody = Type.Object({
  name: NameText(200),
  scope: Type.Optional(Scope),
  engagementId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  expiresAt: Type.Optional(Nullable(GivenTime)),
});
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

const keys = { tag: 'API keys', credentials: 'session' } as const;
const one = { ...keys, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) } as const;

export const listApiKeys = defineEndpoint({
  ...keys,
  method: 'GET',
  path: '/api/api-keys',
  name: 'listApiKeys',
  summary: 'List API keys, including revoked ones',
  responses: { 200: Type.Object({ keys: Type.Array(ApiKey) }) },
});

export const createApiKey = defineEndpoint({
  ...keys,
  method: 'POST',
  path: '/api/api-keys',
  name: 'createApiKey',
  summary: 'Create an API key; the raw key is in this answer only',
  level: 'admin',
  stepUp: true,
  body: CreateApiKeyBody,
  responses: { 201: IssuedApiKey },
  errors: ['not_found', 'api_key_limit_reached'],
});

export const revokeApiKey = defineEndpoint({
  ...one,
  method: 'DELETE',
  path: '/api/api-keys/:id',
  name: 'revokeApiKey',
  summary: 'Revoke an API key immediately',
  level: 'admin',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});

export const rotateApiKey = defineEndpoint({
  ...one,
  method: 'PATCH',
  path: '/api/api-keys/:id',
  name: 'rotateApiKey',
  summary: 'Replace an API key: same name, scope and engagement, new secret',
  level: 'admin',
  stepUp: true,
  responses: { 200: IssuedApiKey },
  errors: ['not_found', 'key_already_revoked'],
});
