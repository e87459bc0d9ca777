import * as contract from '@ecp/contract/identity/team';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { requireMember } from './member-rows.ts';
import {
  confirmMemberAddress,
  inviteMember,
  listTeam,
  removeMember,
  removeMemberFactors,
  updateMember,
} from './members.ts';

/** Registers the endpoints of the team and its roles (docs/requirements/team.md). */
export function registerTeamRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listTeam, async (context, { query, reply }) => {
    const { members, nextCursor } = await listTeam(context, query);
    const address = services.config.baseUrl + contract.listTeam.path;
    setNextLink(reply, address, query, nextCursor);
    return { members };
  });
  implementEndpoint(app, services, contract.inviteMember, (context, { body }) =>
    inviteMember(context, body),
  );
  implementEndpoint(
    app,
    services,
    contract.updateMember,
    (context, { params, body }) => updateMember(context, params.userId, body),
    ({ database, tenantId }, { userId }) => requireMember(database, tenantId, userId),
  );
  implementEndpoint(app, services, contract.confirmMemberAddress, (context, { params }) =>
    confirmMemberAddress(context, params.userId),
  );
  implementEndpoint(app, services, contract.removeMember, async (context, { params, query }) => {
    await removeMember(context, params.userId, query);
    return { success: true };
  });
  implementEndpoint(app, services, contract.removeMemberFactors, async (context, { params }) => {
    await removeMemberFactors(context, params.userId);
    return { success: true };
  });
}
