import * as contract from '@ecp/contract/reach/library';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { listLibrary } from './library.ts';

/** Registers the library of earlier runs. */
export function registerLibraryRoutes(app: FastifyInstance, services: Services): void {
  const { listLibrary: endpoint } = contract;
  implementEndpoint(app, services, endpoint, async (context, { query, reply }) => {
    const { entries, nextCursor } = await listLibrary(context, query);
    const address = services.config.baseUrl + endpoint.path;
    setNextLink(reply, address, query, nextCursor);
    return { entries };
  });
}
