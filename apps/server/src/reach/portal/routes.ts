import * as endpoints from '@ecp/contract/reach/portal';
import * as files from '@ecp/contract/reach/portal';
import * as releaseEndpoints from '@ecp/contract/reach/releases';
import { getPortalChart as portalChart } from '@ecp/contract/work/tables';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendDocx, sendDrawing, sendPdf, sendPdfInline } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { requireQuestion } from '../../work/conversations/questions/questions.ts';
import {
  answerInPortal,
  commentInPortal,
  listPortalComments,
  replyInPortal,
  requireReadComment,
  reviewInPortal,
} from './client-words.ts';
import {
  exportAiUseInPortal,
  exportDeliverableInPortal,
  exportDeliverableInPortalToWord,
  exportInPortal,
  exportInPortalToWord,
} from './portal-downloads.ts';
import { getPortalChart, getPortalSource, getPortalSourceFile } from './portal-sources.ts';
import { createPortalToken, listPortalTokens, revokePortalToken } from './portal-tokens.ts';
import { getPortal } from './portal-view.ts';
import { createRelease, listReleases } from './releases.ts';
import { requireShown } from './shown-documents.ts';

/**
 * Registers the client portal: the team's links, and what they open (docs/requirements/portal.md).
 */
export function registerPortalRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.createPortalToken, (context, { params, body }) =>
    createPortalToken(context, params.id, body),
  );
  implementEndpoint(app, services, endpoints.listPortalTokens, async (context, { params }) => ({
    tokens: await listPortalTokens(context, params.id),
  }));
  implementEndpoint(app, services, endpoints.revokePortalToken, async (context, { params }) => {
    await revokePortalToken(context, { engagementId: params.id, tokenId: params.tokenId });
    return { success: true };
  });
  implementEndpoint(app, services, endpoints.listPortalComments, async (context, { params }) => ({
    comments: await listPortalComments(context, params.id),
  }));
  implementEndpoint(app, services, releaseEndpoints.createRelease, (context, { params, body }) =>
    createRelease(context, params.id, body),
  );
  implementEndpoint(app, services, releaseEndpoints.listReleases, (context, { params }) =>
    listReleases(context, params.id),
  );
  implementEndpoint(
    app,
    services,
    files.exportInPortal,
    async (context, { query, request, reply }) =>
      sendPdf(
        reply,
        await exportInPortal(context, { ...readDelivery(request), footnotes: query.footnotes }),
      ),
  );
  implementEndpoint(
    app,
    services,
    files.exportDeliverableInPortal,
    async (context, { params, query, request, reply }) =>
      sendPdf(
        reply,
        await exportDeliverableInPortal(context, params.filename, {
          ...readDelivery(request),
          footnotes: query.footnotes,
        }),
      ),
  );
  implementEndpoint(
    app,
    services,
    files.exportInPortalToWord,
    async (context, { query, request, reply }) =>
      sendDocx(
        reply,
        await exportInPortalToWord(context, {
          ...readDelivery(request),
          footnotes: query.footnotes,
        }),
      ),
  );
  implementEndpoint(
    app,
    services,
    files.exportDeliverableInPortalToWord,
    async (context, { params, query, request, reply }) =>
      sendDocx(
        reply,
        await exportDeliverableInPortalToWord(context, params.filename, {
          ...readDelivery(request),
          footnotes: query.footnotes,
        }),
      ),
  );
  implementEndpoint(app, services, files.exportAiUseInPortal, async (context, { request, reply }) =>
    sendPdf(reply, await exportAiUseInPortal(context, readDelivery(request))),
  );
  implementEndpoint(app, services, files.getPortalSource, (context, { params }) =>
    getPortalSource(context, params),
  );
  implementEndpoint(app, services, files.getPortalSourceFile, async (context, { params, reply }) =>
    sendPdfInline(reply, await getPortalSourceFile(context, params)),
  );
  implementEndpoint(app, services, endpoints.getPortal, (context, { query }) =>
    getPortal(context, query.footnotes),
  );
  implementEndpoint(
    app,
    services,
    portalChart,
    async (context, { params, query, request, reply }) => {
      const { theme = 'auto' } = query;
      return sendDrawing(
        reply,
        await getPortalChart(context, { ...params, theme }, request.signal),
      );
    },
  );
  implementEndpoint(app, services, endpoints.commentInPortal, (context, { body }) =>
    commentInPortal(context, body),
  );
  implementEndpoint(
    app,
    services,
    endpoints.replyInPortal,
    (context, { params, body }) => replyInPortal(context, params.commentId, body),
    async ({ database, visitor }, { commentId }) => {
      if (visitor) await requireReadComment(database, visitor, commentId);
    },
  );
  implementEndpoint(
    app,
    services,
    endpoints.reviewInPortal,
    (context, { params, body }) => reviewInPortal(context, params.filename, body),
    async ({ database, visitor }, { filename }) => {
      if (visitor) await requireShown(database, visitor, filename);
    },
  );
  implementEndpoint(
    app,
    services,
    endpoints.answerInPortal,
    (context, { params, body }) => answerInPortal(context, params.questionId, body),
    ({ database, tenantId, engagementId }, { questionId }) =>
      requireQuestion(database, tenantId, { id: engagementId ?? '', questionId }),
  );
}

/** A request for the headers only delivers nothing. */
function readDelivery({ method, signal }: FastifyRequest): {
  delivers: boolean;
  signal: AbortSignal;
} {
  return { delivers: method === 'GET', signal };
}
