import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, Nullable, Timestamp } from '../declaring/scalars.ts';

const ScimToken = Type.Object({
  id: Id,
  name: Nullable(Type.String()),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});
export type ScimToken = Static<typeof ScimToken>;

/** The only answer with the token: `svc_scim_` and 32 hexadecimal characters. */
const IssuedScimToken = Type.Object({
  id: Id,
  name: Nullable(Type.String()),
  token: Type.String(),
  createdAt: Timestamp,
});
export type IssuedScimToken = Static<typeof IssuedScimToken>;

export const CreateScimTokenBody = Type.Object({ name: Type.Optional(Nullable(NameText(200))) });
export type CreateScimTokenBody = Static<typeof CreateScimTokenBody>;

const tokens = {
  tag: 'Directories',
  path: '/api/account/scim-tokens',
  credentials: 'session',
  level: 'owner',
} as const;

export const listScimTokens = defineEndpoint({
  ...tokens,
  method: 'GET',
  name: 'listScimTokens',
  summary: 'List the tokens of directories',
  responses: { 200: Type.Object({ tokens: Type.Array(ScimToken) }) },
});

export const createScimToken = defineEndpoint({
  ...tokens,
  method: 'POST',
  name: 'createScimToken',
  summary:
    'Create a token with which a directory keeps the team by SCIM 2.0; it is in this answer only',
  stepUp: true,
  body: CreateScimTokenBody,
  responses: { 201: IssuedScimToken },
  errors: ['scim_token_limit_reached'],
});

export const deleteScimToken = defineEndpoint({
  ...tokens,
  method: 'DELETE',
  path: '/api/account/scim-tokens/:tokenId',
  name: 'deleteScimToken',
  summary: 'End a token of a directory at once',
  params: Type.Object({ tokenId: Type.String({ maxLength: 100 }) }),
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});
