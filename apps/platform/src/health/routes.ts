import { getHealth, listAgents } from '@ecp/contract/service';
import type { FastifyInstance } from 'fastify';
import { implement } from '../http/implement.ts';
import { readRoster } from '../runs/read-roster.ts';
import type { Services } from '../services.ts';

/** Liveness and the roster (specification, Health; contract, 6). */
export function registerHealthRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, getHealth, async () => ({
    status: 'ok',
    service: 'platform',
    timestamp: services.clock.now().toISOString(),
  }));
  implement(app, services, listAgents, async () => ({ agents: await readRoster(services.engine) }));
}
