import * as decks from '@ecp/contract/reach/decks';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import * as endpoints from '@ecp/contract/work/storylines';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendPptx } from '../../kernel/http/answers.ts';
import { openForm } from '../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type DeckOptions,
  exportDeliverableToDeck,
  exportEngagementToDeck,
} from './deck-export.ts';
import { deleteDeckTemplate, getDeckTemplate, putDeckTemplate } from './deck-template.ts';
import { deleteStoryline, getStoryline, updateStoryline } from './storylines.ts';
import { orderStoryline } from './writing.ts';

/** Registers storylines, decks and their master (docs/requirements/decks.md). */
export function registerDeckRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getStoryline, (context, { params, query }) => {
    const { filename = null, audience = 'team' } = query;
    return getStoryline(context, { engagementId: params.id, filename, audience });
  });
  implementEndpoint(app, services, endpoints.updateStoryline, (context, { params, body }) =>
    updateStoryline(context, params.id, body),
  );
  implementEndpoint(app, services, endpoints.writeStoryline, (context, { params, body }) =>
    orderStoryline(context, params.id, body.filename ?? null),
  );
  implementEndpoint(app, services, endpoints.deleteStoryline, (context, { params, query }) =>
    deleteStoryline(context, params.id, query.filename ?? null),
  );
  implementEndpoint(
    app,
    services,
    decks.exportEngagementToDeck,
    async (context, { params, query, request, reply }) =>
      sendPptx(
        reply,
        await exportEngagementToDeck(context, params.id, readOptions(query, request)),
      ),
  );
  implementEndpoint(
    app,
    services,
    decks.exportDeliverableToDeck,
    async (context, { params, query, request, reply }) => {
      const which = { engagementId: params.id, filename: params.filename };
      return sendPptx(
        reply,
        await exportDeliverableToDeck(context, which, readOptions(query, request)),
      );
    },
  );
  implementEndpoint(app, services, decks.getDeckTemplate, (context) => getDeckTemplate(context));
  implementEndpoint(app, services, decks.putDeckTemplate, (context, { request }) =>
    putDeckTemplate(context, openForm(request, decks.putDeckTemplate.multipart)),
  );
  implementEndpoint(app, services, decks.deleteDeckTemplate, (context) =>
    deleteDeckTemplate(context),
  );
}

function readOptions(
  { audience = 'team', footnotes }: { audience?: ExportAudience; footnotes?: FootnoteChoice },
  request: FastifyRequest,
): DeckOptions {
  return { audience, footnotes, delivers: request.method === 'GET', signal: request.signal };
}
