import {
  rerunDeliverable as rerunDeliverableEndpoint,
  rerunStale as rerunStaleEndpoint,
} from '@ecp/contract/work/deliverables';
import * as planEndpoints from '@ecp/contract/work/plans';
import type { RunProgress } from '@ecp/contract/work/runs';
import * as endpoints from '@ecp/contract/work/runs';
import type { FastifyInstance } from 'fastify';
import { watchCallers } from '../../identity/sessions/watch-callers.ts';
import { sendEncoded } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { shareReads } from '../../kernel/share-reads.ts';
import type { GridFeeds } from '../grids/grid-feed.ts';
import { acceptPlan, getPlan, planEngagement } from './plans/plans.ts';
import { getRerunPrice, getStaleWork, getSynthesisPrice } from './plans/prices.ts';
import { pauseRun, resumeRun, stopRun } from './run-control.ts';
import { getRunAnalytics, getRunQuality } from './run-results.ts';
import { getRunLogs, getRunStatus } from './run-status.ts';
import { rerunDeliverable, rerunStale, startRun, writeSynthesis } from './starting/run-start.ts';
import { createRunFeeds } from './streaming/run-feed.ts';
import { streamRun } from './streaming/run-stream.ts';

/** Registers the endpoints of runs (docs/requirements/runs.md). */
export function registerRunRoutes(
  app: FastifyInstance,
  services: Services,
  gridFeeds: GridFeeds,
): void {
  const feeds = createRunFeeds();
  const callers = watchCallers(services.database, services.log);
  app.addHook('preClose', async () => {
    // Open streams would keep the server from closing.
    feeds.close();
    callers.close();
  });

  implementEndpoint(app, services, endpoints.startRun, (context, { params }) =>
    startRun(context, params.id),
  );
  implementEndpoint(app, services, rerunDeliverableEndpoint, (context, { params }) =>
    rerunDeliverable(context, { engagementId: params.id, filename: params.filename }),
  );
  implementEndpoint(app, services, rerunStaleEndpoint, (context, { params }) =>
    rerunStale(context, params.id),
  );
  implementEndpoint(app, services, endpoints.stopRun, (context, { params }) =>
    stopRun(context, params.id),
  );
  implementEndpoint(app, services, endpoints.pauseRun, (context, { params }) =>
    pauseRun(context, params.id),
  );
  implementEndpoint(app, services, endpoints.resumeRun, (context, { params }) =>
    resumeRun(context, params.id),
  );
  // A person has the same rights to both answers in each of their requests.
  const statuses = shareReads<RunProgress>();
  implementEndpoint(app, services, endpoints.getRunStatus, (context, { params }) =>
    statuses(`${context.tenantId} ${context.services.database.viewer} ${params.id}`, () =>
      getRunStatus(context, params.id),
    ),
  );
  const logs = shareReads<string>();
  implementEndpoint(
    app,
    services,
    endpoints.getRunLogs,
    async (context, { params, query: { offset = 0 }, reply }) =>
      sendEncoded(
        reply,
        await logs(
          `${context.tenantId} ${context.services.database.viewer} ${params.id} ${offset}`,
          async () => JSON.stringify(await getRunLogs(context, params.id, offset)),
        ),
      ),
  );
  implementEndpoint(app, services, endpoints.streamRun, (context, { params, request, reply }) =>
    streamRun(context, params.id, { request, reply, feeds, gridFeeds, callers }),
  );
  implementEndpoint(app, services, endpoints.getRunQuality, (context, { params, query }) =>
    getRunQuality(context, params.id, query.runId),
  );
  implementEndpoint(app, services, endpoints.getRunAnalytics, (context, { params }) =>
    getRunAnalytics(context, params.id),
  );
}

/** Registers the endpoints of plans (docs/decisions/plan-price.md). */
export function registerPlanRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, planEndpoints.planEngagement, (context, { params }) =>
    planEngagement(context, params.id),
  );
  implementEndpoint(app, services, planEndpoints.getPlan, (context, { params }) =>
    getPlan(context, params.id),
  );
  implementEndpoint(app, services, planEndpoints.getStaleWork, (context, { params }) =>
    getStaleWork(context, params.id),
  );
  implementEndpoint(app, services, planEndpoints.getSynthesisPrice, (context, { params }) =>
    getSynthesisPrice(context, params.id),
  );
  implementEndpoint(app, services, planEndpoints.getRerunPrice, (context, { params }) =>
    getRerunPrice(context, { engagementId: params.id, filename: params.filename }),
  );
  implementEndpoint(app, services, planEndpoints.writeSynthesis, (context, { params }) =>
    writeSynthesis(context, params.id),
  );
  implementEndpoint(app, services, planEndpoints.acceptPlan, (context, { params, body }) =>
    acceptPlan(context, params.id, body),
  );
}
