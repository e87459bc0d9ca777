import { acceptSuggestion as endpoint } from '@ecp/contract/work/comments';
import * as endpoints from '@ecp/contract/work/deliverables';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../../kernel/services.ts';
import { requireComment } from '../../conversations/comments/comments.ts';
import { requireReviewable } from '../deliverables.ts';
import { deleteDraft, getDraft, saveDraft } from './drafts.ts';
import { acceptSuggestion, editDeliverable, lockSection, restoreDeliverable } from './edits.ts';

/** Registers the endpoints of writing (docs/requirements/writing.md). */
export function registerWritingRoutes(app: FastifyInstance, services: Services): void {
  const requireFile = (tenantId: string, params: { id: string; filename: string }) =>
    requireReviewable(services.database, tenantId, params);
  implementEndpoint(
    app,
    services,
    endpoints.editDeliverable,
    (context, { params, body }) => editDeliverable(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(
    app,
    services,
    endpoints.restoreDeliverable,
    (context, { params, body }) => restoreDeliverable(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(
    app,
    services,
    endpoints.lockSection,
    (context, { params, body }) => lockSection(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(app, services, endpoints.getDraft, (context, { params }) => getDraft(context, fileOf(params)));
  implementEndpoint(
    app,
    services,
    endpoints.saveDraft,
    (context, { params, body }) => saveDraft(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(
    app,
    services,
    endpoints.deleteDraft,
    (context, { params }) => deleteDraft(context, fileOf(params)),
    requireFile,
  );
}

const fileOf = ({ id, filename }: { id: string; filename: string }) => ({ engagementId: id, filename });

/** Registers the endpoint of suggestions (docs/requirements/comments.md). */
export function registerSuggestionRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoint,
    (context, { params }) => acceptSuggestion(context, { engagementId: params.id, commentId: params.commentId }),
    (tenantId, { id, commentId }) => requireComment(services.database, tenantId, { engagementId: id, commentId }),
  );
}
