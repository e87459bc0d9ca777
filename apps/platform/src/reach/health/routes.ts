import * as adminHealth from '@ecp/contract/admin-health';
import { getHealth, listAgents } from '@ecp/contract/service';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../kernel/http/implement-endpoint.ts';
import { readRoster } from '../../work/engine-client/read-roster.ts';
import type { Services } from '../../kernel/services.ts';
import { getAdminHealth } from './get-admin-health.ts';

/** Liveness, health and the roster (HEA-1, PLN-3). */
export function registerHealthRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, getHealth, async () => ({
    status: 'ok',
    service: 'platform',
    timestamp: services.clock.now().toISOString(),
  }));
  implement(app, services, adminHealth.getAdminHealth, getAdminHealth);
  implement(app, services, listAgents, async () => ({ agents: await readRoster(services.engine) }));
}
