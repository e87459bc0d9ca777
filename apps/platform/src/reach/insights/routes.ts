import * as contract from '@ecp/contract/insights';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { beginAnalysis } from './begin-analysis.ts';
import { getInsights } from './get-insights.ts';

/** What the tenant's engagements teach together (docs/requirements/insights.md). */
export function registerInsightRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, contract.getInsights, (context) => getInsights(context));
  implement(app, services, contract.analyzePatterns, (context) =>
    context.conclude((tx) => beginAnalysis(tx, services, context)),
  );
}
