import * as contract from '@ecp/contract/identity/audit-log';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../http/answers.ts';
import { implementEndpoint } from '../http/implement-endpoint.ts';
import type { Services } from '../services.ts';
import { listAuditLog } from './audit-log.ts';
import { createAuditLogVerifier } from './verify-audit-log.ts';

/** Registers the audit log's endpoints (docs/requirements/audit-log.md). */
export function registerAuditLogRoutes(app: FastifyInstance, services: Services): void {
  const { listAuditLog: endpoint } = contract;
  implementEndpoint(app, services, endpoint, async (context, { query, reply }) => {
    const { entries, head, nextCursor } = await listAuditLog(context, query);
    const address = services.config.baseUrl + endpoint.path;
    setNextLink(reply, address, query, nextCursor);
    return { entries, head };
  });
  const verify = createAuditLogVerifier(services.database);
  implementEndpoint(app, services, contract.verifyAuditLog, ({ tenantId }) => verify(tenantId));
}
