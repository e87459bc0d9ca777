import type { ReadPageBody, SearchWebBody } from '@ecp/contract/engine/tool-access';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../kernel/services.ts';
import { declareRunRoute, runTargetOf } from '../run-access/declare-run-route.ts';
import { readPageForRun, searchForRun } from './internal-endpoints.ts';
import { readPage } from './read-page.ts';
import { searchWeb } from './search-web.ts';

const purpose = 'research access';

/** Registers the two routes with which the engine researches. They are not part of the API (RES-2). */
export function registerAgentResearchRoutes(app: FastifyInstance, services: Services): void {
  app.route({
    ...declareRunRoute(services, purpose, searchForRun),
    handler: (request) => searchWeb(services, runTargetOf(request), request.body as SearchWebBody),
  });
  app.route({
    ...declareRunRoute(services, purpose, readPageForRun),
    handler: (request) => readPage(services, runTargetOf(request), request.body as ReadPageBody),
  });
}
