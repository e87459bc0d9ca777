import * as endpoints from '@ecp/contract/plans';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { acceptPlan } from './accept-plan.ts';
import { getPlan } from './get-plan.ts';
import { planEngagement } from './plan-engagement.ts';

/** Plans with a price (docs/decisions/plan-price.md). */
export function registerPlanRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, endpoints.planEngagement, (context, { params }) => planEngagement(context, params.id));
  implement(app, services, endpoints.getPlan, (context, { params }) => getPlan(context, params.id));
  implement(app, services, endpoints.acceptPlan, (context, { params, body }) => acceptPlan(context, params.id, body));
}
