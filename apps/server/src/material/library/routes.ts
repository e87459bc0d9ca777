import * as contract from '@ecp/contract/work/cards';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { getCard, listCards, updateCard } from './cards.ts';

/** Registers the endpoints of the cards of the firm's library. */
export function registerCardRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listCards, async (context, { query, reply }) => {
    const { cards, nextCursor } = await listCards(context, query);
    const address = services.config.baseUrl + contract.listCards.path;
    setNextLink(reply, address, query, nextCursor);
    return { cards };
  });
  implementEndpoint(app, services, contract.getCard, (context, { params }) =>
    getCard(context, params.cardId),
  );
  implementEndpoint(app, services, contract.updateCard, (context, { params, body }) =>
    updateCard(context, params.cardId, body),
  );
}
