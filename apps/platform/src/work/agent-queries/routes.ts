import type { RunQueryBody } from '@ecp/contract/engine/tool-access';
import type { FastifyInstance } from 'fastify';
import { sendEncoded } from '../../kernel/http/answers.ts';
import type { Services } from '../../kernel/services.ts';
import { declareRunRoute, runTargetOf } from '../run-access/declare-run-route.ts';
import { verifyQuery } from '../tables/verify-query.ts';
import { runQuery, verifyRunQuery } from './internal-endpoints.ts';
import { runAgentQuery } from './run-agent-query.ts';

const purpose = 'query access';

/** Registers the two routes with which the engine queries tables. They are not part of the API (TAB-13, TAB-15). */
export function registerAgentQueryRoutes(app: FastifyInstance, services: Services): void {
  app.route({
    ...declareRunRoute(services, purpose, runQuery),
    handler: async (request, reply) => {
      const answer = await runAgentQuery(services, runTargetOf(request), request.body as RunQueryBody);
      return sendEncoded(reply, answer.text);
    },
  });
  app.route({
    ...declareRunRoute(services, purpose, verifyRunQuery),
    handler: async (request) => {
      const { tenantId, engagementId } = runTargetOf(request);
      const { queryId } = request.params as { queryId: string };
      return verifyQuery(services, tenantId, { engagementId, queryId, isAwaited: false });
    },
  });
}
