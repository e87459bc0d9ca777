import * as adminHealth from '@ecp/contract/reach/service';
import { getHealth, listAgents, listModels, testModel } from '@ecp/contract/reach/service';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { hasConnectedModel, readModels, readRoster } from '../../material/engine-client/roster.ts';
import { getAdminHealth } from './admin-health.ts';
import { tryModel } from './try-model.ts';

export function registerHealthRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, getHealth, async () => ({
    status: 'ok',
    service: 'platform',
    timestamp: services.clock.now().toISOString(),
  }));
  implementEndpoint(app, services, adminHealth.getAdminHealth, getAdminHealth);
  implementEndpoint(app, services, listAgents, async () => ({
    agents: await readRoster(services.engine),
  }));
  implementEndpoint(app, services, listModels, async ({ tenantId }) => {
    const models = await readModels(services.engine, tenantId);
    return { connected: hasConnectedModel(models), models };
  });
  implementEndpoint(app, services, testModel, (context, { body }) => tryModel(context, body.model));
}
