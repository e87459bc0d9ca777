import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import {
  QuotedPassagesAnswer,
  QuotedPassagesBody,
  quotedPassagesPath,
  ReadPageAnswer,
  ReadPageBody,
  researchPath,
  SearchWebAnswer,
  SearchWebBody,
} from '@ecp/contract/engine/tool-access';
import * as endpoints from '@ecp/contract/work/research';
import type { FastifyInstance } from 'fastify';
import { forAgents } from '../../kernel/as-agents.ts';
import { attachmentDisposition, sendEncoded } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { declareRunRoute, runTargetOf } from '../run-records/run-access.ts';
import { readPage } from './calls/read-page.ts';
import { searchWeb } from './calls/search-web.ts';
import { downloadPage, getPage, listPages, listResearch } from './pages.ts';
import { readQuotedPassages } from './quoted-passages.ts';

/** Registers the endpoints of research (docs/requirements/research.md). */
export function registerResearchRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoints.getResearchProvider,
    async ({ services: { config } }) => ({
      configured: config.search !== null,
      provider: config.search?.provider ?? null,
      // A search in nano-USD, a thousand of them in USD.
      usdPer1000: config.search ? nanoToUsd(config.search.searchNanoUsd * 1_000) : null,
    }),
  );
  implementEndpoint(app, services, endpoints.getResearch, async (context, { params, reply }) =>
    sendEncoded(reply, (await listResearch(context, params.id)).text),
  );
  implementEndpoint(app, services, endpoints.listPages, (context, { params }) =>
    listPages(context, params.id),
  );
  implementEndpoint(app, services, endpoints.getPage, (context, { params }) =>
    getPage(context, { engagementId: params.id, pageId: params.pageId }),
  );
  implementEndpoint(app, services, endpoints.downloadPage, async (context, { params, reply }) => {
    const page = { engagementId: params.id, pageId: params.pageId };
    const { filename, sizeBytes, content } = await downloadPage(context, page);
    // Browsers save the file and never display it, so nothing in it can run.
    reply.headers({
      'content-type': 'application/octet-stream',
      'content-length': sizeBytes,
      'content-disposition': attachmentDisposition(filename),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    return reply.send(content);
  });
}

const purpose = 'research access';

/** Registers the two routes with which the engine researches. They are not part of the API. */
export function registerAgentResearchRoutes(app: FastifyInstance, services: Services): void {
  app.route({
    ...declareRunRoute(services, purpose, searchForRun),
    handler: (request) => {
      const target = runTargetOf(request);
      return searchWeb(
        forAgents(services, target.engagementId),
        target,
        request.body as SearchWebBody,
      );
    },
  });
  app.route({
    ...declareRunRoute(services, purpose, readPageForRun),
    handler: (request) => {
      const target = runTargetOf(request);
      return readPage(
        forAgents(services, target.engagementId),
        target,
        request.body as ReadPageBody,
      );
    },
  });
}

/** Enough for the longest address in which every character is escaped. */
const maxBodyBytes = 32 * 1_024;
// They serve the engine only, so neither the API's description nor its list of endpoints has them.
const internal = { tag: 'Internal', credentials: 'none', maxBodyBytes } as const;

/** Searches the web with the token of a run. */
const searchForRun = defineEndpoint({
  ...internal,
  method: 'POST',
  path: `${researchPath}/searches`,
  name: 'searchForRun',
  summary: 'Search the web for an agent, once an id',
  body: SearchWebBody,
  responses: { 200: SearchWebAnswer },
  errors: ['authentication_required', 'research_id_taken', 'not_found'],
});

/** Reads and archives a page with the token of a run. */
const readPageForRun = defineEndpoint({
  ...internal,
  method: 'POST',
  path: `${researchPath}/pages`,
  name: 'readPageForRun',
  summary: 'Read and archive a page for an agent, once an id',
  body: ReadPageBody,
  responses: { 200: ReadPageAnswer },
  errors: ['authentication_required', 'research_id_taken', 'not_found', 'service_unavailable'],
});

/**
 * Registers the route where the engine looks up quotes in whole texts. It is not part of the API.
 */
export function registerQuotedPassagesRoute(app: FastifyInstance, services: Services): void {
  app.route({
    ...declareRunRoute(services, 'source access', findQuotedPassages),
    handler: async (request) => {
      const target = runTargetOf(request);
      const { quotes } = request.body as QuotedPassagesBody;
      const { database, storage } = forAgents(services, target.engagementId);
      const sources = await database.withTenant(target.tenantId, (tx) =>
        readQuotedPassages(tx, storage, target, quotes),
      );
      return { sources };
    },
  });
}

/** Enough for 400 quotes of the longest footnotes. */
const maxQuotesBytes = 4 * 1_048_576;

const findQuotedPassages = defineEndpoint({
  tag: 'Internal',
  credentials: 'none',
  maxBodyBytes: maxQuotesBytes,
  method: 'POST',
  path: quotedPassagesPath,
  name: 'findQuotedPassages',
  summary: 'Look up quotes in the whole text of their sources',
  body: QuotedPassagesBody,
  responses: { 200: QuotedPassagesAnswer },
  errors: ['authentication_required', 'service_unavailable'],
});
