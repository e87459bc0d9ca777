import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import * as contract from '@ecp/contract/identity/scim';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Messages, Schemas } from 'scimmy';
import { readBearer } from '../../kernel/http/access.ts';
import type { ErrorForm } from '../../kernel/http/errors.ts';
import { implementEndpoint, limitRate } from '../../kernel/http/implement-endpoint.ts';
import { findJsonProblem } from '../../kernel/json-bounds.ts';
import type { Services } from '../../kernel/services.ts';
import { canonicalEmail } from '../credentials/email-addresses.ts';
import { countMembers } from '../team/members.ts';
import {
  addressOfFilter,
  findByFilter,
  namesAttribute,
  readFilter,
  takeMemberFilter,
} from './filters.ts';
import {
  createGroup,
  deleteGroup,
  describeGroup,
  patchGroup,
  replaceGroup,
  selectGroups,
  selectGroupsWithMembers,
} from './groups.ts';
import {
  type ListQuery,
  pageLimit,
  readPage,
  refuse,
  scimPath,
  selectAttributes,
} from './messages.ts';
import {
  type Change,
  createPerson,
  deletePerson,
  describePerson,
  patchPerson,
  replacePerson,
  selectPageOfPeople,
  selectPeople,
  selectPerson,
} from './people.ts';
import {
  createScimToken,
  type Directory,
  deleteScimToken,
  findDirectory,
  listScimTokens,
} from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    directory: Directory | null;
  }
}

/** Registers the tokens of directories. */
export function registerScimTokenRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listScimTokens, async (context) => ({
    tokens: await listScimTokens(context),
  }));
  implementEndpoint(app, services, contract.createScimToken, (context, { body }) =>
    createScimToken(context, body),
  );
  implementEndpoint(app, services, contract.deleteScimToken, async (context, { params }) => {
    await deleteScimToken(context, params.tokenId);
    return { success: true };
  });
}

const scimTypes: Partial<Record<ErrorCode, string>> = {
  email_taken: 'uniqueness',
  scim_group_taken: 'uniqueness',
  invalid_json: 'invalidSyntax',
  invalid_request: 'invalidValue',
};

/** Errors below the address of SCIM have the form of RFC 7644, 3.12. */
export const scimErrors: ErrorForm = {
  prefix: scimPath,
  contentType: 'application/scim+json; charset=utf-8',
  write({ status, code, message, values, details = [] }) {
    const scimType = values['scimType'] ?? scimTypes[code];
    const reasons = details.map((detail) =>
      [detail.path, detail.message].filter(Boolean).join(' '),
    );
    return {
      schemas: [Messages.ErrorResponse.id],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: reasons.length > 0 ? reasons.join('; ') : message,
    };
  },
};

const maxBodyBytes = 1024 * 1024;

/** Serves SCIM 2.0 to the directory of a tenant (docs/requirements/directories.md). */
export async function registerScimRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.decorateRequest('directory', null);
  await app.register(
    async (scope) => {
      readScimBodies(scope);
      scope.addHook('onRequest', async (request, reply) => {
        request.directory = await authenticate(services, request);
        await limitRate(services, 'api', `scim:${request.directory.tokenId}`, reply);
        reply.type(scimErrors.contentType);
      });
      scope.addHook('preValidation', async ({ query }) => {
        for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
          if (typeof value !== 'string') throw refuse('invalidValue', `${name} must stand once`);
        }
      });
      registerDescriptions(scope, services);
      registerUsers(scope, services);
      registerGroups(scope, services);
      scope.setNotFoundHandler(async () => {
        throw new ApiError('not_found');
      });
    },
    { prefix: scimPath, bodyLimit: maxBodyBytes },
  );
}

async function authenticate(services: Services, { headers }: FastifyRequest): Promise<Directory> {
  const challenge = { 'www-authenticate': 'Bearer' };
  if (headers.authorization === undefined)
    throw new ApiError('authentication_required', { headers: challenge });
  const token = readBearer(headers.authorization);
  const directory = token === undefined ? null : await findDirectory(services.database, token);
  if (!directory) throw new ApiError('invalid_scim_token', { headers: challenge });
  return directory;
}

/** Directories send JSON under either name, and a type also where there is no body. */
function readScimBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  const types = ['application/json', 'application/scim+json'];
  scope.addContentTypeParser(types, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const problem = findJsonProblem(body as string);
    if (problem)
      return done(new ApiError('invalid_request', { details: [{ path: '', message: problem }] }));
    parse(request, body as string, done);
  });
}

interface ById {
  Params: { id: string };
  Querystring: ListQuery;
}

function registerUsers(scope: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { baseUrl } = config;
  const read = async (request: FastifyRequest, id: string) => {
    const { tenantId } = directoryOf(request);
    const [[row]] = await database.batchTenant(tenantId, [selectPerson(tenantId, id)]);
    if (!row) throw new ApiError('not_found');
    return selectAttributes(describePerson(row, baseUrl), request.query as ListQuery);
  };
  scope.get<{ Querystring: ListQuery }>('/Users', async ({ query, directory }) => {
    const { tenantId } = required(directory);
    const { filter } = query;
    if (filter === undefined) {
      const { startIndex, count: limit } = readPage(query);
      const page = selectPageOfPeople(tenantId, { offset: startIndex - 1, limit });
      const [rows, [all]] = await database.batchTenant(tenantId, [page, countMembers(tenantId)]);
      return describePage(
        query,
        rows.map((row) => describePerson(row, baseUrl)),
        all?.count ?? 0,
      );
    }
    const wanted = readFilter(filter);
    const address = addressOfFilter(wanted);
    const [rows] = await database.batchTenant(tenantId, [
      selectPeople(tenantId, address && storedForm(address)),
    ]);
    const resources = rows.map((row) => describePerson(row, baseUrl));
    return list(query, address === null ? await findByFilter(resources, wanted) : resources);
  });
  scope.post('/Users', async (request, reply) => {
    const id = await change(services, request, (made) => createPerson(made, request.body));
    return created(reply, await read(request, id), `${baseUrl}${scimPath}/Users/${id}`);
  });
  scope.get<ById>('/Users/:id', (request) => read(request, request.params.id));
  scope.put<ById>('/Users/:id', async (request) => {
    await change(services, request, (made) => replacePerson(made, request.params.id, request.body));
    return read(request, request.params.id);
  });
  scope.patch<ById>('/Users/:id', async (request) => {
    await change(services, request, (made) => patchPerson(made, request.params.id, request.body));
    return read(request, request.params.id);
  });
  scope.delete<ById>('/Users/:id', async (request, reply) => {
    await change(services, request, (made) => deletePerson(made, request.params.id));
    return reply.code(204).send();
  });
}

/** Returns an address as the team has it; what is none stays, and nobody has it. */
function storedForm(address: string): string {
  try {
    return canonicalEmail(address);
  } catch {
    return address;
  }
}

function registerGroups(scope: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { baseUrl } = config;
  const read = async (request: FastifyRequest, id: string) => {
    const { tenantId } = directoryOf(request);
    const [[row]] = await database.batchTenant(tenantId, [selectGroupsWithMembers(tenantId, [id])]);
    if (!row) throw new ApiError('not_found');
    return selectAttributes(describeGroup(row, baseUrl), request.query as ListQuery);
  };
  scope.get<{ Querystring: ListQuery }>('/Groups', async ({ query, directory }) => {
    const { tenantId } = required(directory);
    const wanted = query.filter === undefined ? null : readFilter(query.filter);
    const { memberId, rest } =
      wanted === null ? { memberId: null, rest: null } : takeMemberFilter(wanted);
    const [some] = await database.batchTenant(tenantId, [selectGroups(tenantId, memberId)]);
    const ofAll = selectGroupsWithMembers(
      tenantId,
      some.map(({ id }) => id),
    );
    const asksForMembers = rest !== null && namesAttribute(rest, 'members');
    const rows = asksForMembers ? (await database.batchTenant(tenantId, [ofAll]))[0] : some;
    const resources = rows.map((row) => describeGroup(row, baseUrl));
    const found = rest === null ? resources : await findByFilter(resources, rest);
    const ids = new Set(cut(query, found).map(({ id }) => id));
    // Members are read of the groups of this page only.
    const [full] = await database.batchTenant(tenantId, [
      selectGroupsWithMembers(tenantId, [...ids]),
    ]);
    const withMembers = new Map(full.map((row) => [row.id, describeGroup(row, baseUrl)]));
    return list(
      query,
      found.map((group) => withMembers.get(group.id) ?? group),
    );
  });
  scope.post('/Groups', async (request, reply) => {
    const id = await change(services, request, (made) => createGroup(made, request.body));
    return created(reply, await read(request, id), `${baseUrl}${scimPath}/Groups/${id}`);
  });
  scope.get<ById>('/Groups/:id', (request) => read(request, request.params.id));
  scope.put<ById>('/Groups/:id', async (request) => {
    await change(services, request, (made) => replaceGroup(made, request.params.id, request.body));
    return read(request, request.params.id);
  });
  scope.patch<ById>('/Groups/:id', async (request) => {
    await change(services, request, (made) => patchGroup(made, request.params.id, request.body));
    return read(request, request.params.id);
  });
  scope.delete<ById>('/Groups/:id', async (request, reply) => {
    await change(services, request, (made) => deleteGroup(made, request.params.id));
    return reply.code(204).send();
  });
}

function registerDescriptions(scope: FastifyInstance, { config }: Services): void {
  const base = config.baseUrl + scimPath;
  const schemas = [Schemas.User, Schemas.Group].map(({ definition }) =>
    definition.describe(`${base}/Schemas`),
  );
  const types = [Schemas.User, Schemas.Group].map(({ definition }) => {
    const endpoint = `/${definition.name}s`;
    const described = {
      id: definition.name,
      name: definition.name,
      endpoint,
      schema: definition.id,
    };
    return new Schemas.ResourceType(
      { ...described, description: definition.description },
      `${base}/ResourceTypes`,
    );
  });
  const service = new Schemas.ServiceProviderConfig(
    {
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: pageLimit },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'A token from Settings > Directory',
        },
      ],
    },
    `${base}/ServiceProviderConfig`,
  );
  scope.get('/ServiceProviderConfig', async () => service);
  describe(scope, '/Schemas', schemas);
  describe(scope, '/ResourceTypes', types as { id: string }[]);
}

function describe(
  scope: FastifyInstance,
  path: string,
  resources: readonly { id: string }[],
): void {
  scope.get(path, async () => list({ count: String(pageLimit) }, resources));
  scope.get<ById>(`${path}/:id`, async ({ params }) => {
    const found = resources.find(({ id }) => id === params.id);
    if (!found) throw new ApiError('not_found');
    return found;
  });
}

function required(directory: Directory | null): Directory {
  if (!directory) throw new ApiError('authentication_required');
  return directory;
}

const directoryOf = ({ directory }: FastifyRequest) => required(directory);

/** Runs a change of the team in one transaction of the directory's tenant. */
function change<Result>(
  services: Services,
  request: FastifyRequest,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const directory = directoryOf(request);
  const { database, config } = services;
  return database.withTenant(directory.tenantId, (tx) =>
    work({ tx, ...directory, ipAddress: request.ip, baseUrl: config.baseUrl, services }),
  );
}

function created(reply: FastifyReply, resource: object, location: string): FastifyReply {
  return reply.code(201).header('location', location).send(resource);
}

function cut<Resource>(query: ListQuery, resources: readonly Resource[]): Resource[] {
  const { startIndex, count } = readPage(query);
  return resources.slice(startIndex - 1, startIndex - 1 + count);
}

const list = (query: ListQuery, resources: readonly object[]): object =>
  describePage(query, cut(query, resources), resources.length);

function describePage(query: ListQuery, page: readonly object[], totalResults: number): object {
  const { startIndex } = readPage(query);
  return {
    schemas: [Messages.ListResponse.id],
    totalResults,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((resource) => selectAttributes(resource, query)),
  };
}
