import * as contract from '@ecp/contract/identity/team';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import { nextLink } from '../../kernel/lists.ts';
import type { Services } from '../../kernel/services.ts';
import { requireMember } from './member-rows.ts';
import { inviteMember, listTeam, removeMember, updateMember } from './members.ts';

/** Registers the endpoints of the team and its roles (docs/requirements/team.md). */
export function registerTeamRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listTeam, async (context, { query, reply }) => {
    const { members, nextCursor } = await listTeam(context, query);
    const address = services.config.baseUrl + contract.listTeam.path;
    if (nextCursor !== null) reply.header('link', nextLink(address, query, nextCursor));
    return { members };
  });
  implementEndpoint(app, services, contract.inviteMember, (context, { body }) => inviteMember(context, body));
  implementEndpoint(
    app,
    services,
    contract.updateMember,
    (context, { params, body }) => updateMember(context, params.userId, body),
    (tenantId, { userId }) => requireMember(services.database, tenantId, userId),
  );
  implementEndpoint(app, services, contract.removeMember, async (context, { params, query }) => {
    await removeMember(context, params.userId, query);
    return { success: true };
  });
}
