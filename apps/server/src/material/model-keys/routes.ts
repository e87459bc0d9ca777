import { defineEndpoint, errorsByStatus } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import { ErrorBody } from '@ecp/contract/declaring/scalars';
import {
  modelKeysPath,
  ReadModelKeysBody,
  TellModelKeyBody,
  TenantModelKeys,
} from '@ecp/contract/engine/model-access';
import * as contract from '@ecp/contract/identity/model-keys';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { readModelKeys, recordKeyEvent, tenantOfAccess } from './engine-access.ts';
import { deleteModelKey, listModelKeys, putModelKey, requireProvider } from './model-keys.ts';

/**
 * Registers the endpoints of a tenant's keys of model providers (docs/requirements/model-keys.md).
 */
export function registerModelKeyRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listModelKeys, listModelKeys);
  implementEndpoint(
    app,
    services,
    contract.putModelKey,
    (context, { params, body }) => putModelKey(context, requireProvider(params.provider), body),
    async (_tenantId, { provider }) => requireProvider(provider),
  );
  implementEndpoint(
    app,
    services,
    contract.deleteModelKey,
    async (context, { params }) => {
      await deleteModelKey(context, requireProvider(params.provider));
      return { success: true };
    },
    async (_tenantId, { provider }) => requireProvider(provider),
  );
  registerEngineRoutes(app, services);
}

/**
 * Registers the two routes for the engine, which proves itself by its own token. They are not part
 * of the API.
 */
function registerEngineRoutes(app: FastifyInstance, services: Services): void {
  const onlyEngine = async ({ headers }: { headers: { authorization?: string | undefined } }) => {
    if (!services.engine.isToken(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')) {
      throw new ApiError('authentication_required');
    }
  };
  app.route({
    ...routeOf(readKeys),
    onRequest: onlyEngine,
    handler: async (request) => {
      const { token } = request.body as ReadModelKeysBody;
      return readModelKeys(services, tenantOfAccess(services.keys, token));
    },
  });
  app.route({
    ...routeOf(tellKey),
    onRequest: onlyEngine,
    handler: async (request) => {
      const told = request.body as TellModelKeyBody;
      await recordKeyEvent(services, tenantOfAccess(services.keys, told.token), told);
      return { success: true };
    },
  });
}

const internal = {
  tag: 'Internal',
  credentials: 'none',
  method: 'POST',
  maxBodyBytes: 16 * 1_024,
} as const;

const readKeys = defineEndpoint({
  ...internal,
  path: modelKeysPath,
  name: 'readModelKeys',
  summary: 'Read the keys of a tenant for calls of models',
  body: ReadModelKeysBody,
  responses: { 200: TenantModelKeys },
  errors: ['authentication_required', 'service_unavailable'],
});

const tellKey = defineEndpoint({
  ...internal,
  path: `${modelKeysPath}/events`,
  name: 'tellModelKey',
  summary: 'Tell that a key was used or refused',
  body: TellModelKeyBody,
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['authentication_required'],
});

function routeOf({
  method,
  path,
  body,
  responses,
  maxBodyBytes,
  ...rest
}: typeof readKeys | typeof tellKey) {
  const endpoint = { method, path, body, responses, maxBodyBytes, ...rest } as
    | typeof readKeys
    | typeof tellKey;
  const errors = [...errorsByStatus(endpoint).keys()].map((status) => [status, ErrorBody]);
  return {
    method,
    url: path,
    config: { endpoint },
    bodyLimit: maxBodyBytes,
    schema: { body, response: Object.fromEntries([...Object.entries(responses), ...errors]) },
  };
}
