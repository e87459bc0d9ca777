import { randomUUID } from 'node:crypto';
import { schemaController } from '@ecp/contract/declaring/compile-validator';
import { traceRequests } from '@ecp/tracing/trace-requests';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerApiKeyRoutes } from './identity/api-keys/routes.ts';
import { registerAuthRoutes } from './identity/auth/routes.ts';
import { registerBillingRoutes } from './identity/billing/routes.ts';
import { registerBrandingRoutes } from './identity/branding/routes.ts';
import { registerOauthRoutes } from './identity/oauth/routes.ts';
import { registerScimRoutes, registerScimTokenRoutes, scimErrors } from './identity/scim/routes.ts';
import { registerEnrolmentRoutes } from './identity/second-factor/routes.ts';
import { registerSsoRoutes } from './identity/sso/routes.ts';
import { registerTeamRoutes } from './identity/team/routes.ts';
import { registerPolicyRoutes } from './identity/tenants/routes.ts';
import { registerAuditLogRoutes } from './kernel/audit/routes.ts';
import { bodyParsing, maxJsonBytes } from './kernel/http/bodies.ts';
import { errorResponses, methodNotAllowed } from './kernel/http/errors.ts';
import { idempotency } from './kernel/http/idempotency.ts';
import { conditionalRequests } from './kernel/http/implement-versioned-read.ts';
import {
  essentialRequests,
  openApi,
  RequestLog,
  readiness,
  respondToUnparsable,
  respondToUnroutable,
  securityHeaders,
} from './kernel/http/plugins.ts';
import type { Services } from './kernel/services.ts';
import { toTrustProxy } from './kernel/settings.ts';
import { registerEngagementRoutes } from './material/engagements/routes.ts';
import { registerCardRoutes } from './material/library/routes.ts';
import { registerModelKeyRoutes } from './material/model-keys/routes.ts';
import { registerResearchRoutes } from './material/research/routes.ts';
import { registerAttachmentRoutes } from './material/sources/routes.ts';
import { registerTableRoutes } from './material/tables/routes.ts';
import { registerTemplateRoutes } from './material/templates/routes.ts';
import { registerWallRoutes } from './material/walls/routes.ts';
import { registerAccountRoutes } from './reach/account/routes.ts';
import { registerAiUseRoutes } from './reach/ai-use/routes.ts';
import { registerAssistantRoutes } from './reach/assistants/routes.ts';
import { registerDeckRoutes } from './reach/decks/routes.ts';
import { registerDossierRoutes } from './reach/dossier/routes.ts';
import {
  registerExportRoutes,
  registerGridExportRoutes,
  registerWordRoutes,
  registerWorkbookRoutes,
} from './reach/exports/routes.ts';
import { metrics } from './reach/health/metrics.ts';
import { registerHealthRoutes } from './reach/health/routes.ts';
import { registerInsightRoutes } from './reach/insights/routes.ts';
import { registerLibraryRoutes } from './reach/library/routes.ts';
import { registerNoticeRoutes } from './reach/notices/routes.ts';
import { registerOverviewRoutes } from './reach/overview/routes.ts';
import { registerPortalRoutes } from './reach/portal/routes.ts';
import { requestScope } from './reach/process/log.ts';
import { registerSearchRoutes } from './reach/search/routes.ts';
import { docsPage } from './reach/web/docs-page.ts';
import { registerWebRoutes } from './reach/web/routes.ts';
import { registerWebhookRoutes } from './reach/webhooks/routes.ts';
import { registerCommentRoutes, registerQuestionRoutes } from './work/conversations/routes.ts';
import {
  registerChartRoutes,
  registerDeliverableRoutes,
  registerSourceRoutes,
  registerSuggestionRoutes,
  registerWritingRoutes,
} from './work/documents/routes.ts';
import { registerEconomicsRoutes } from './work/economics/routes.ts';
import { createGridFeeds } from './work/grids/grid-feed.ts';
import { registerGridRoutes } from './work/grids/routes.ts';
import { registerIntakeRoutes } from './work/intake/routes.ts';
import { registerAnswerRoutes, registerNotebookRoutes } from './work/notebook/routes.ts';
import { registerQueryDraftRoutes } from './work/queries/routes.ts';
import { registerQueueRoutes } from './work/queue/routes.ts';
import { registerRecurringRoutes } from './work/recurring/routes.ts';
import { registerPlanRoutes, registerRunRoutes } from './work/runs/routes.ts';
import {
  registerSampleRoutes,
  registerWholeEngagementRoutes,
} from './work/whole-engagement/routes.ts';

/**
 * From the first byte to the last, enough for 100 MB at 1.4 Mbit/s. Headers must arrive within a
 * minute.
 */
const requestTimeoutMs = 600_000;

/**
 * Builds the platform's HTTP application from opened services; main and tests build the same one.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = createServer(services);
  app.decorateRequest('principal', null);
  app.decorateRequest('visitor', null);
  app.decorateRequest('answerer', null);
  await registerPlugins(app, services);
  registerRoutes(app, services);
  await registerScimRoutes(app, services);
  await registerOauthRoutes(app, services);
  await registerAssistantRoutes(app, services);
  await registerWebRoutes(app, services);
  app.refuseOtherMethods();
  return app;
}

function createServer({ config, log }: Services): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    bodyLimit: maxJsonBytes,
    trustProxy: toTrustProxy(config.trustedProxies),
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: false },
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    schemaController,
    // A request that arrives on an open connection during the close is served like any other.
    return503OnClosing: false,
    frameworkErrors: respondToUnroutable,
    clientErrorHandler: respondToUnparsable,
  });
  // Node would answer 417 by itself, without our headers; a server may ignore what it does not know
  // (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  return app;
}

/** Registers what holds for all routes. The order is that in which a request meets it. */
async function registerPlugins(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(requestScope);
  await app.register(essentialRequests);
  await app.register(traceRequests, { trace: 'all' });
  await app.register(securityHeaders);
  await app.register(errorResponses, { forms: [scimErrors] });
  await app.register(bodyParsing);
  await app.register(methodNotAllowed);
  await app.register(cookie);
  await app.register(conditionalRequests);
  await app.register(idempotency, { services });
  await app.register(openApi);
  await app.register(docsPage);
  await app.register(metrics, { services });
  await app.register(readiness, { services });
}

function registerRoutes(app: FastifyInstance, services: Services): void {
  registerHealthRoutes(app, services);
  registerAuthRoutes(app, services);
  registerEnrolmentRoutes(app, services);
  registerPolicyRoutes(app, services);
  registerApiKeyRoutes(app, services);
  registerModelKeyRoutes(app, services);
  registerEngagementRoutes(app, services);
  registerWholeEngagementRoutes(app, services);
  registerSampleRoutes(app, services);
  registerIntakeRoutes(app, services);
  const gridFeeds = createGridFeeds();
  registerRunRoutes(app, services, gridFeeds);
  registerPlanRoutes(app, services);
  registerDeliverableRoutes(app, services);
  registerWritingRoutes(app, services);
  registerCommentRoutes(app, services);
  registerSuggestionRoutes(app, services);
  registerNotebookRoutes(app, services);
  registerAnswerRoutes(app, services);
  registerQuestionRoutes(app, services);
  registerQueueRoutes(app, services);
  registerOverviewRoutes(app, services);
  registerSearchRoutes(app, services);
  registerExportRoutes(app, services);
  registerWordRoutes(app, services);
  registerGridExportRoutes(app, services);
  registerWorkbookRoutes(app, services);
  registerDeckRoutes(app, services);
  registerDossierRoutes(app, services);
  registerAiUseRoutes(app, services);
  registerBrandingRoutes(app, services);
  registerPortalRoutes(app, services);
  registerAttachmentRoutes(app, services);
  registerTableRoutes(app, services);
  registerQueryDraftRoutes(app, services);
  registerResearchRoutes(app, services);
  registerRecurringRoutes(app, services);
  registerGridRoutes(app, services, gridFeeds);
  registerEconomicsRoutes(app, services);
  registerChartRoutes(app, services);
  registerSourceRoutes(app, services);
  registerTemplateRoutes(app, services);
  registerWallRoutes(app, services);
  registerTeamRoutes(app, services);
  registerSsoRoutes(app, services);
  registerScimTokenRoutes(app, services);
  registerAuditLogRoutes(app, services);
  registerLibraryRoutes(app, services);
  registerCardRoutes(app, services);
  registerInsightRoutes(app, services);
  registerWebhookRoutes(app, services);
  registerNoticeRoutes(app, services);
  registerBillingRoutes(app, services);
  registerAccountRoutes(app, services);
}
