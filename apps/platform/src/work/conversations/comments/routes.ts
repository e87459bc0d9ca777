import * as endpoints from '@ecp/contract/work/comments';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import { nextLink } from '../../../kernel/lists.ts';
import type { Services } from '../../../kernel/services.ts';
import {
  createComment,
  listComments,
  replyToComment,
  requireComment,
  requireCommentedFile,
  updateComment,
} from './comments.ts';

interface CommentPath {
  id: string;
  commentId: string;
  filename?: string;
}

const refOf = ({ id, commentId, filename }: CommentPath) => ({
  engagementId: id,
  commentId,
  ...(filename !== undefined && { filename }),
});

/** Registers the endpoints of comments (docs/requirements/comments.md). */
export function registerCommentRoutes(app: FastifyInstance, services: Services): void {
  const requireFile = (tenantId: string, params: { id: string; filename: string }) =>
    requireCommentedFile(services.database, tenantId, params);
  const requireOne = (tenantId: string, params: CommentPath) =>
    requireComment(services.database, tenantId, refOf(params));
  implementEndpoint(
    app,
    services,
    endpoints.createComment,
    (context, { params, body }) =>
      createComment(context, { engagementId: params.id, filename: params.filename, ...body }),
    requireFile,
  );
  implementEndpoint(app, services, endpoints.createEngagementComment, (context, { params, body }) =>
    createComment(context, { engagementId: params.id, filename: null, body: body.body }),
  );
  implementEndpoint(app, services, endpoints.listDocumentComments, async (context, { params, query, reply }) => {
    const { id, filename } = params;
    const { comments, nextCursor } = await listComments(context, { engagementId: id, filename }, query);
    const path = `/api/engagements/${id}/deliverables/${encodeURIComponent(filename)}/comments`;
    if (nextCursor !== null) reply.header('link', nextLink(services.config.baseUrl + path, query, nextCursor));
    return { comments };
  });
  implementEndpoint(app, services, endpoints.listComments, async (context, { params, query, reply }) => {
    const { comments, nextCursor } = await listComments(context, { engagementId: params.id }, query);
    const path = `/api/engagements/${params.id}/comments`;
    if (nextCursor !== null) reply.header('link', nextLink(services.config.baseUrl + path, query, nextCursor));
    return { comments };
  });
  for (const endpoint of [endpoints.replyToComment, endpoints.replyInDocument] as const) {
    implementEndpoint(
      app,
      services,
      endpoint,
      (context, { params, body }) => replyToComment(context, refOf(params), body.body),
      requireOne,
    );
  }
  for (const endpoint of [endpoints.updateComment, endpoints.updateDocumentComment] as const) {
    implementEndpoint(
      app,
      services,
      endpoint,
      (context, { params, body }) => updateComment(context, refOf(params), body),
      requireOne,
    );
  }
}
