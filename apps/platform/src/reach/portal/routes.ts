import * as endpoints from '@ecp/contract/reach/portal';
import { getPortalChart as portalChart } from '@ecp/contract/work/charts';
import type { FastifyInstance } from 'fastify';
import { sendDrawing } from '../../kernel/http/answers/send-drawing.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { requireComment } from '../../work/comments/require-comment.ts';
import { requireReviewable } from '../../work/deliverables/require-deliverable.ts';
import { requireQuestion } from '../../work/questions/require-question.ts';
import { answerInPortal } from './answer-in-portal.ts';
import { commentInPortal } from './comment-in-portal.ts';
import { createPortalToken } from './create-portal-token.ts';
import { getPortal } from './get-portal.ts';
import { getPortalChart } from './get-portal-chart.ts';
import { listPortalComments } from './list-portal-comments.ts';
import { listPortalTokens } from './list-portal-tokens.ts';
import { replyInPortal } from './reply-in-portal.ts';
import { reviewInPortal } from './review-in-portal.ts';
import { revokePortalToken } from './revoke-portal-token.ts';

/** Registers the client portal: the team's links, and what they open (docs/requirements/portal.md). */
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
  implementEndpoint(app, services, endpoints.getPortal, (context) => getPortal(context));
  implementEndpoint(app, services, portalChart, async (context, { params, query, request, reply }) => {
    const { theme = 'auto' } = query;
    return sendDrawing(reply, await getPortalChart(context, { ...params, theme }, request.signal));
  });
  implementEndpoint(app, services, endpoints.commentInPortal, (context, { body }) => commentInPortal(context, body));
  implementEndpoint(
    app,
    services,
    endpoints.replyInPortal,
    (context, { params, body }) => replyInPortal(context, params.commentId, body),
    (tenantId, { commentId }, engagementId) =>
      requireComment(services.database, tenantId, { engagementId: engagementId ?? '', commentId }),
  );
  implementEndpoint(
    app,
    services,
    endpoints.reviewInPortal,
    (context, { params, body }) => reviewInPortal(context, params.filename, body),
    (tenantId, { filename }, engagementId) =>
      requireReviewable(services.database, tenantId, { id: engagementId ?? '', filename }),
  );
  implementEndpoint(
    app,
    services,
    endpoints.answerInPortal,
    (context, { params, body }) => answerInPortal(context, params.questionId, body),
    (tenantId, { questionId }, engagementId) =>
      requireQuestion(services.database, tenantId, { id: engagementId ?? '', questionId }),
  );
}
