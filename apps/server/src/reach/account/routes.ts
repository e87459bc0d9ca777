import { Readable } from 'node:stream';
import * as contract from '@ecp/contract/identity/account';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition, sendJsonPieces } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount, exportArchive } from './export-account.ts';

/** Registers the endpoints of export and erasure of a tenant (docs/requirements/account.md). */
export function registerAccountRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.exportAccount, async (context, { request, reply }) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
    // A HEAD request exports nothing, so nobody is notified.
    if (request.method === 'HEAD') return reply.send('');
    const { filename, content } = await exportAccount(context);
    reply.header('content-disposition', attachmentDisposition(filename));
    return sendJsonPieces(reply, content);
  });
  implementEndpoint(app, services, contract.exportArchive, async (context, { request, reply }) => {
    reply.type('application/zip').header('cache-control', 'no-store');
    if (request.method === 'HEAD') return reply.send('');
    const { filename, content } = await exportArchive(context);
    reply.header('content-disposition', attachmentDisposition(filename));
    return reply.send(Readable.from(content, { objectMode: true, highWaterMark: 1 }));
  });
  implementEndpoint(app, services, contract.deleteAccount, (context, { request }) =>
    deleteAccount(context, request.signal),
  );
}
