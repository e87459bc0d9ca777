import * as contract from '@ecp/contract/reach/insights';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { getAnalytics } from './analytics.ts';
import { beginAnalysis, getInsights } from './insights.ts';

/** Registers the analysis of a tenant's engagements (docs/requirements/insights.md). */
export function registerInsightRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.getInsights, (context) => getInsights(context));
  implementEndpoint(app, services, contract.getAnalytics, (context, { query }) =>
    getAnalytics(context, query),
  );
  implementEndpoint(app, services, contract.analyzePatterns, (context) =>
    context.commit((tx) => beginAnalysis(tx, services, context)),
  );
}
