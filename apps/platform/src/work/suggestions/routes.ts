import { acceptSuggestion as endpoint } from '@ecp/contract/work/comments';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { requireComment } from '../comments/require-comment.ts';
import { acceptSuggestion } from './accept-suggestion.ts';

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
