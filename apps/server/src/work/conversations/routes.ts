import * as linkEndpoints from '@ecp/contract/reach/portal';
import * as endpoints from '@ecp/contract/work/comments';
import * as questionEndpoints from '@ecp/contract/work/questions';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint, type ResourceScope } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import {
  createComment,
  listComments,
  replyToComment,
  requireComment,
  requireCommentedFile,
  updateComment,
} from './comments/comments.ts';
import { answerLinkedQuestion, getLinkedQuestion } from './questions/answer-links.ts';
import { askQuestion } from './questions/ask-question.ts';
import {
  answerQuestion,
  listAllQuestions,
  listQuestions,
  requireQuestion,
} from './questions/questions.ts';

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
  const requireFile = (
    { database, tenantId }: ResourceScope,
    params: { id: string; filename: string },
  ) => requireCommentedFile(database, tenantId, params);
  const requireOne = ({ database, tenantId }: ResourceScope, params: CommentPath) =>
    requireComment(database, tenantId, refOf(params));
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
  implementEndpoint(
    app,
    services,
    endpoints.listDocumentComments,
    async (context, { params, query, reply }) => {
      const { id, filename } = params;
      const { comments, nextCursor } = await listComments(
        context,
        { engagementId: id, filename },
        query,
      );
      const path = `/api/engagements/${id}/deliverables/${encodeURIComponent(filename)}/comments`;
      setNextLink(reply, services.config.baseUrl + path, query, nextCursor);
      return { comments };
    },
  );
  implementEndpoint(
    app,
    services,
    endpoints.listComments,
    async (context, { params, query, reply }) => {
      const { comments, nextCursor } = await listComments(
        context,
        { engagementId: params.id },
        query,
      );
      const path = `/api/engagements/${params.id}/comments`;
      setNextLink(reply, services.config.baseUrl + path, query, nextCursor);
      return { comments };
    },
  );
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

/** Registers the endpoints of questions to people (docs/requirements/questions.md). */
export function registerQuestionRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, questionEndpoints.listQuestions, (context, { params }) =>
    listQuestions(context, params.id),
  );
  implementEndpoint(app, services, questionEndpoints.askQuestion, (context, { params, body }) =>
    askQuestion(context, params.id, body),
  );
  implementEndpoint(
    app,
    services,
    questionEndpoints.answerQuestion,
    (context, { params, body }) =>
      answerQuestion(context, {
        engagementId: params.id,
        questionId: params.questionId,
        answer: body.answer,
      }),
    ({ database, tenantId }, params) => requireQuestion(database, tenantId, params),
  );
  implementEndpoint(
    app,
    services,
    questionEndpoints.listAllQuestions,
    async (context, { query, reply }) => {
      const { questions, nextCursor } = await listAllQuestions(context, query);
      setNextLink(reply, `${services.config.baseUrl}/api/questions`, query, nextCursor);
      return { questions };
    },
  );
  implementEndpoint(app, services, linkEndpoints.getLinkedQuestion, (context) =>
    getLinkedQuestion(context),
  );
  implementEndpoint(app, services, linkEndpoints.answerLinkedQuestion, (context, { body }) =>
    answerLinkedQuestion(context, body.answer),
  );
}
