import { defineEndpoint, type Endpoint } from '@ecp/contract/declaring/endpoint';
import { type TSchema, Type } from 'typebox';
import type { RawRequest } from '../../apps/server/testing/hostile/raw-request.ts';

const Person = Type.Object({
  schemas: Type.Array(Type.Literal('urn:ietf:params:scim:schemas:core:2.0:User')),
  userName: Type.String({ format: 'email' }),
  externalId: Type.Optional(Type.String()),
  name: Type.Optional(
    Type.Object({ givenName: Type.Optional(Type.String()), familyName: Type.String() }),
  ),
  displayName: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean()),
});
const Group = Type.Object({
  schemas: Type.Array(Type.Literal('urn:ietf:params:scim:schemas:core:2.0:Group')),
  displayName: Type.String(),
  members: Type.Optional(Type.Array(Type.Object({ value: Type.String() }))),
});
const Patch = Type.Object({
  schemas: Type.Array(Type.Literal('urn:ietf:params:scim:api:messages:2.0:PatchOp')),
  Operations: Type.Array(
    Type.Object({
      op: Type.Enum(['add', 'remove', 'replace', 'Replace']),
      path: Type.Optional(
        Type.Enum(['active', 'members', 'name.familyName', 'members[value eq "x"]', 'userName']),
      ),
      value: Type.Optional(
        Type.Union([Type.String(), Type.Boolean(), Group, Type.Array(Type.Object({}))]),
      ),
    }),
  ),
});

const prefix = '/api/scim/v2';

const scim = (method: Endpoint['method'], path: string, name: string, body?: TSchema) =>
  defineEndpoint({
    method,
    path: `${prefix}${path}`,
    name,
    summary: name,
    tag: 'Directory',
    credentials: 'none',
    ...(body && { body }),
    responses: {
      200: 'application/scim+json',
      201: 'application/scim+json',
      204: 'application/scim+json',
    },
  });

const idsOf = (kind: 'Users' | 'Groups', replaced: TSchema) => [
  scim('GET', `/${kind}/:id`, `scimRead${kind}`),
  scim('PUT', `/${kind}/:id`, `scimReplace${kind}`, replaced),
  scim('PATCH', `/${kind}/:id`, `scimPatch${kind}`, Patch),
  scim('DELETE', `/${kind}/:id`, `scimDelete${kind}`),
];

const listGroups = scim('GET', '/Groups', 'scimListGroups');
const createGroup = scim('POST', '/Groups', 'scimCreateGroups', Group);
const byId = { Users: idsOf('Users', Person), Groups: idsOf('Groups', Group) };

/** The service of directories, which has the forms of SCIM. */
export const directoryEndpoints: readonly Endpoint[] = [
  scim('GET', '/Users', 'scimListUsers'),
  scim('POST', '/Users', 'scimCreateUsers', Person),
  listGroups,
  createGroup,
  ...byId.Users,
  ...byId.Groups,
  ...['/ServiceProviderConfig', '/Schemas', '/ResourceTypes'].map((path) =>
    scim('GET', path, `scimRead ${path}`),
  ),
];

const Texts = (...names: string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String())])));

const oauth = (method: Endpoint['method'], path: string, name: string, fields: TSchema) =>
  defineEndpoint({
    method,
    path,
    name,
    summary: name,
    tag: 'Assistants',
    credentials: 'none',
    ...(method === 'GET' ? { query: fields } : { body: fields }),
    responses: { 200: 'application/json', 302: 'text/html' },
  });

const authorization = Texts(
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
  'decision',
);
export const revocation = oauth(
  'POST',
  '/oauth/revoke',
  'oauthRevoke',
  Texts('token', 'client_id'),
);

/** The authorization server for assistants, which has the forms of OAuth. */
export const authorizationEndpoints: readonly Endpoint[] = [
  oauth('GET', '/oauth/authorize', 'oauthAuthorize', authorization),
  oauth('POST', '/oauth/authorize', 'oauthDecide', authorization),
  oauth(
    ...(['POST', '/oauth/token', 'oauthToken'] as const),
    Texts(
      'grant_type',
      'code',
      'redirect_uri',
      'client_id',
      'code_verifier',
      'refresh_token',
      'resource',
    ),
  ),
  revocation,
];

/**
 * Returns a request of OAuth with its fields as a form, which clients send; a body that is no
 * object stays.
 */
export function asForm(request: RawRequest): RawRequest {
  const fields = parseObject(request.body);
  if (!fields || request.path.startsWith(prefix)) return request;
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const headers = request.headers.filter(([name]) => name !== 'content-type');
  return {
    ...request,
    headers: [...headers, ['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(new URLSearchParams(texts).toString()),
  };
}

function parseObject(body: Buffer | undefined): object | null {
  try {
    const value: unknown = JSON.parse(body?.toString() ?? '');
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * A request of a directory, whose path or body names an id that another tenant's directory knows.
 */
interface DirectoryRequest {
  endpoint: Endpoint;
  path: string;
  body?: object;
}

const members = (id: string) => [{ value: id }];
const add = (id: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path: 'members', value: members(id) }],
});
const newGroup = (displayName: string, id: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName,
  members: members(id),
});
const bodiesById: Record<string, (id: string) => object> = {
  PUT: (id) => ({ ...newGroup('Foreign', id), userName: 'foreign@firm.example' }),
  PATCH: add,
};

/**
 * Returns the requests that name a person or a group; `ownGroup` is a group of the directory that
 * asks.
 */
export function requestsNaming(
  kind: 'Users' | 'Groups',
  ownGroup: string,
): ((id: string) => DirectoryRequest)[] {
  const named = byId[kind].map((endpoint) => (id: string): DirectoryRequest => {
    const body = bodiesById[endpoint.method]?.(id);
    return { endpoint, path: `${prefix}/${kind}/${id}`, ...(body && { body }) };
  });
  const [, , patchGroup = listGroups] = byId.Groups;
  const filter = (id: string) => new URLSearchParams({ filter: `members.value eq "${id}"` });
  return [
    ...named,
    (id) => ({ endpoint: listGroups, path: `${prefix}/Groups?${filter(id)}` }),
    (id) => ({ endpoint: createGroup, path: `${prefix}/Groups`, body: newGroup(`With ${id}`, id) }),
    (id) => ({ endpoint: patchGroup, path: `${prefix}/Groups/${ownGroup}`, body: add(id) }),
  ];
}
