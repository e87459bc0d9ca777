import * as endpoints from '@ecp/contract/work/plans';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../../kernel/services.ts';
import { writeSynthesis } from '../starting/run-start.ts';
import { acceptPlan, getPlan, planEngagement } from './plans.ts';
import { getRerunPrice, getStaleWork, getSynthesisPrice } from './prices.ts';

/** Registers the endpoints of plans (docs/decisions/plan-price.md). */
export function registerPlanRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.planEngagement, (context, { params }) =>
    planEngagement(context, params.id),
  );
  implementEndpoint(app, services, endpoints.getPlan, (context, { params }) => getPlan(context, params.id));
  implementEndpoint(app, services, endpoints.getStaleWork, (context, { params }) => getStaleWork(context, params.id));
  implementEndpoint(app, services, endpoints.getSynthesisPrice, (context, { params }) =>
    getSynthesisPrice(context, params.id),
  );
  implementEndpoint(app, services, endpoints.getRerunPrice, (context, { params }) =>
    getRerunPrice(context, { engagementId: params.id, filename: params.filename }),
  );
  implementEndpoint(app, services, endpoints.writeSynthesis, (context, { params }) =>
    writeSynthesis(context, params.id),
  );
  implementEndpoint(app, services, endpoints.acceptPlan, (context, { params, body }) =>
    acceptPlan(context, params.id, body),
  );
}
