import * as linkEndpoints from '@ecp/contract/reach/portal';
import * as endpoints from '@ecp/contract/work/questions';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import { nextLink } from '../../../kernel/lists.ts';
import type { Services } from '../../../kernel/services.ts';
import { answerLinkedQuestion, getLinkedQuestion } from './answer-links.ts';
import { answerQuestion, listAllQuestions, listQuestions, requireQuestion } from './questions.ts';

/** Registers the endpoints of questions to people (docs/requirements/questions.md). */
export function registerQuestionRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.listQuestions, (context, { params }) => listQuestions(context, params.id));
  implementEndpoint(
    app,
    services,
    endpoints.answerQuestion,
    (context, { params, body }) =>
      answerQuestion(context, { engagementId: params.id, questionId: params.questionId, answer: body.answer }),
    (tenantId, params) => requireQuestion(services.database, tenantId, params),
  );
  implementEndpoint(app, services, endpoints.listAllQuestions, async (context, { query, reply }) => {
    const { questions, nextCursor } = await listAllQuestions(context, query);
    if (nextCursor !== null)
      reply.header('link', nextLink(`${services.config.baseUrl}/api/questions`, query, nextCursor));
    return { questions };
  });
  implementEndpoint(app, services, linkEndpoints.getLinkedQuestion, (context) => getLinkedQuestion(context));
  implementEndpoint(app, services, linkEndpoints.answerLinkedQuestion, (context, { body }) =>
    answerLinkedQuestion(context, body.answer),
  );
}
