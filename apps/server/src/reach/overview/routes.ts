import * as endpoints from '@ecp/contract/reach/overview';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { readOverview } from './overview.ts';

/** Registers the overview of an engagement (docs/requirements/overview.md). */
export function registerOverviewRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getEngagementOverview, (context, { params }) =>
    readOverview(context, params.id),
  );
}
