import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';

const Scope = Type.Enum(['read_only', 'read_write']);

/** An assistant that a person has connected. It acts for that person. */
const Assistant = Type.Object({
  id: Id,
  /** The name that the assistant gives itself. */
  name: Type.String(),
  /** The address of the document that describes it. */
  clientId: Type.String(),
  scope: Scope,
  person: Type.Object({ id: Id, name: Nullable(Type.String()), email: Type.String() }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});
export type Assistant = Static<typeof Assistant>;

const assistants = { tag: 'Assistants', credentials: 'session' } as const;

export const listAssistants = defineEndpoint({
  ...assistants,
  method: 'GET',
  path: '/api/account/assistants',
  name: 'listAssistants',
  summary:
    'List your connected assistants, as an admin those of everybody, and the address that assistants connect to',
  responses: { 200: Type.Object({ url: Type.String(), assistants: Type.Array(Assistant) }) },
});

export const disconnectAssistant = defineEndpoint({
  ...assistants,
  method: 'DELETE',
  path: '/api/account/assistants/:assistantId',
  name: 'disconnectAssistant',
  summary: 'Disconnect an assistant at once: your own, as an admin anybody’s',
  params: Type.Object({ assistantId: Type.String({ maxLength: 100 }) }),
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});

const Parameter = Type.Optional(Type.String({ maxLength: 8000 }));

/** The parameters of an authorization request, as the assistant sent them. */
export const AuthorizationQuery = Type.Object({
  response_type: Parameter,
  client_id: Parameter,
  redirect_uri: Parameter,
  scope: Parameter,
  state: Parameter,
  code_challenge: Parameter,
  code_challenge_method: Parameter,
  resource: Parameter,
});
export type AuthorizationQuery = Static<typeof AuthorizationQuery>;

/** The consent of a person. */
const Consent = Type.Object({
  /** The name that the assistant gives itself, and the host that vouches for it. */
  name: Type.String(),
  host: Type.String(),
  /** The host that gets the answer; null for a program on the person's own device. */
  redirectHost: Nullable(Type.String()),
  /** The most that the assistant asks for. */
  scope: Scope,
});
export type Consent = Static<typeof Consent>;

export const getConsent = defineEndpoint({
  ...assistants,
  method: 'GET',
  path: '/api/account/assistants/consent',
  name: 'getConsent',
  summary: 'Read what an assistant asks for in an authorization request',
  stepUp: true,
  query: AuthorizationQuery,
  responses: { 200: Consent },
  errors: ['assistant_refused', 'outbound_off'],
});
