import * as contract from '@ecp/contract/identity/policies';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { getPolicies, updatePolicies } from './policies.ts';

/** Registers the endpoints of a tenant's policies (docs/requirements/second-factor.md). */
export function registerPolicyRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.getPolicies, (context) => getPolicies(context));
  implementEndpoint(app, services, contract.updatePolicies, (context, { body }) =>
    updatePolicies(context, body),
  );
}
