import * as contract from '@ecp/contract/work/templates';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { createTemplate, deleteTemplate, getTemplate, listTemplates } from './templates.ts';

/** Registers the endpoints of templates (docs/requirements/templates.md). */
export function registerTemplateRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listTemplates, async (context, { query, reply }) => {
    const { templates, nextCursor } = await listTemplates(context, query);
    const address = services.config.baseUrl + contract.listTemplates.path;
    setNextLink(reply, address, query, nextCursor);
    return { templates };
  });
  implementEndpoint(app, services, contract.createTemplate, (context, { body }) =>
    createTemplate(context, body),
  );
  implementEndpoint(app, services, contract.getTemplate, async (context, { params }) => ({
    template: await getTemplate(context, params.id),
  }));
  implementEndpoint(app, services, contract.deleteTemplate, async (context, { params }) => {
    await deleteTemplate(context, params.id);
    return { success: true };
  });
}
