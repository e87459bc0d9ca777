import * as contract from '@ecp/contract/identity/model-keys';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
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
}
