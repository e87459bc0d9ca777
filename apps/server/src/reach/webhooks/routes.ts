import * as contract from '@ecp/contract/reach/webhooks';
import type { FastifyInstance } from 'fastify';
import { sendJsonPieces, setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { getWebhook, getWebhookDelivery, redeliverWebhook, testWebhook } from './deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts';

/** Registers the webhook endpoints, for sessions only (docs/requirements/webhooks.md). */
export function registerWebhookRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listWebhooks, async (context) => ({
    webhooks: await listWebhooks(context),
  }));
  implementEndpoint(app, services, contract.createWebhook, (context, { body }) =>
    createWebhook(context, body),
  );
  implementEndpoint(
    app,
    services,
    contract.getWebhook,
    async (context, { params, query, reply }) => {
      const { webhook, nextCursor, rest } = await getWebhook(context, params.id, query);
      if (rest) return sendJsonPieces(reply, rest);
      const address = `${services.config.baseUrl}/api/webhooks/${encodeURIComponent(params.id)}`;
      setNextLink(reply, address, query, nextCursor);
      return { webhook };
    },
  );
  implementEndpoint(
    app,
    services,
    contract.updateWebhook,
    async (context, { params, body }) => ({
      webhook: await updateWebhook(context, params.id, body),
    }),
    ({ database, tenantId }, { id }) => requireWebhook(database, tenantId, id),
  );
  implementEndpoint(app, services, contract.deleteWebhook, async (context, { params }) => {
    await deleteWebhook(context, params.id);
    return { success: true };
  });
  implementEndpoint(app, services, contract.testWebhook, (context, { params }) =>
    testWebhook(context, params.id),
  );
  implementEndpoint(app, services, contract.rotateWebhookSecret, (context, { params }) =>
    rotateWebhookSecret(context, params.id),
  );
  implementEndpoint(app, services, contract.getWebhookDelivery, async (context, { params }) => ({
    delivery: await getWebhookDelivery(context, params.id, params.deliveryId),
  }));
  implementEndpoint(app, services, contract.redeliverWebhook, (context, { params }) =>
    redeliverWebhook(context, params.id, params.deliveryId),
  );
}
