import * as endpoints from '@ecp/contract/work/engagements';
import type { FastifyInstance } from 'fastify';
import { openForm } from '../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { draftFromFile, draftFromText } from './drafts.ts';

/** Registers the endpoints that read requests into drafts (docs/requirements/intake.md). */
export function registerIntakeRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.draftFromText, (context, { body }) =>
    draftFromText(context, body),
  );
  implementEndpoint(app, services, endpoints.draftFromFile, (context, { request }) =>
    draftFromFile(context, openForm(request, endpoints.draftFromFile.multipart)),
  );
}
