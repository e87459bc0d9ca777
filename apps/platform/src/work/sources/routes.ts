import * as endpoints from '@ecp/contract/work/sources';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { getDeliverableSource } from './get-deliverable-source.ts';

/** Registers the passages that deliverables cite (REL-15). */
export function registerSourceRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getDeliverableSource, (context, { params, query }) =>
    getDeliverableSource(context, { ...params, engagementId: params.id, version: query.version }),
  );
}
