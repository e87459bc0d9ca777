import * as contract from '@ecp/contract/identity/api-keys';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';

/** Registers the endpoints of API keys. They require a session: a key cannot manage keys. */
export function registerApiKeyRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listApiKeys, async (context) => ({
    keys: await listApiKeys(context),
  }));
  implementEndpoint(app, services, contract.createApiKey, (context, { body }) =>
    createApiKey(context, body),
  );
  implementEndpoint(app, services, contract.revokeApiKey, async (context, { params }) => {
    await revokeApiKey(context, params.id);
    return { success: true };
  });
  implementEndpoint(app, services, contract.rotateApiKey, (context, { params }) =>
    rotateApiKey(context, params.id),
  );
}
