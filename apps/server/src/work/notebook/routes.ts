import { Readable } from 'node:stream';
import * as answerEndpoints from '@ecp/contract/work/answers';
import * as endpoints from '@ecp/contract/work/notebook';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { listVersions, readAnswer } from '../../material/answers/answers.ts';
import { listMessages } from '../../material/answers/messages.ts';
import { listEntries, readEntry } from '../../material/notebook/notebook.ts';
import { approveAnswer, returnAnswer, sendMessage, updateAnswer } from './answers.ts';
import { exportNotebook, reproduceEntry } from './notebook.ts';

/** Registers the endpoints of the notebook (docs/requirements/workspace.md). */
export function registerNotebookRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  implementEndpoint(
    app,
    services,
    endpoints.listNotebook,
    async ({ tenantId }, { params: { id } }) => ({
      entries: await listEntries(database, { tenantId, engagementId: id }),
    }),
  );
  implementEndpoint(app, services, endpoints.exportNotebook, async (context, input) => {
    const { filename, content } = await exportNotebook(context, input.params.id);
    input.reply.headers({
      'content-type': 'application/zip',
      'content-disposition': attachmentDisposition(filename),
    });
    return input.reply.code(200).send(Readable.from(content));
  });
  implementEndpoint(app, services, endpoints.getNotebookEntry, ({ tenantId }, { params }) =>
    readEntry(database, { tenantId, engagementId: params.id }, params.entryId),
  );
  implementEndpoint(app, services, endpoints.reproduceNotebookEntry, (context, { params }) =>
    reproduceEntry(context, { engagementId: params.id, entryId: params.entryId }),
  );
}

/** Registers the endpoints of the answer and of messages (docs/requirements/workspace.md). */
export function registerAnswerRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  implementEndpoint(app, services, answerEndpoints.getAnswer, ({ tenantId }, { params }) =>
    readAnswer(database, { tenantId, engagementId: params.id }),
  );
  implementEndpoint(
    app,
    services,
    answerEndpoints.listAnswerVersions,
    async ({ tenantId }, { params }) => ({
      versions: await listVersions(database, { tenantId, engagementId: params.id }),
    }),
  );
  implementEndpoint(app, services, answerEndpoints.updateAnswer, (context, { params, body }) =>
    updateAnswer(context, params.id, body),
  );
  implementEndpoint(app, services, answerEndpoints.approveAnswer, (context, { params }) =>
    approveAnswer(context, params.id),
  );
  implementEndpoint(app, services, answerEndpoints.returnAnswer, (context, { params, body }) =>
    returnAnswer(context, params.id, body.notes),
  );
  implementEndpoint(app, services, answerEndpoints.sendMessage, (context, { params, body }) =>
    sendMessage(context, params.id, body.text),
  );
  implementEndpoint(
    app,
    services,
    answerEndpoints.listMessages,
    async ({ tenantId }, { params }) => ({
      messages: await listMessages(database, { tenantId, engagementId: params.id }),
    }),
  );
}
