import { exportDossier as exportDossierEndpoint } from '@ecp/contract/reach/exports';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { exportDossier, listPublishedKeys } from './dossier.ts';

/**
 * Registers the sealed dossier, and the public keys that verify it (docs/requirements/dossier.md).
 */
export function registerDossierRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    exportDossierEndpoint,
    async (context, { params, query, request, reply }) => {
      const { footnotes } = query;
      const options = { footnotes, delivers: request.method === 'GET', signal: request.signal };
      const { filename, zip } = await exportDossier(context, params.id, options);
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': attachmentDisposition(filename),
      });
      return reply.code(200).send(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
    },
  );
  app.get('/.well-known/dossier-keys.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return { keys: await listPublishedKeys(services.database, services.keys) };
  });
}
