import type { ErrorCode } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { FastifyRequest } from 'fastify';
import type { AnswerVisitor, FoundKey, PortalVisitor, SessionPrincipal } from '../context.ts';
import type { Services } from '../services.ts';

/**
 * The questions that the checks of a request ask the features: who calls, and whether the engagement of the path
 * exists.
 */
export interface AccessPorts {
  /** Finds the user whose session cookie the request carries; null without a valid one. */
  findSessionPrincipal(services: Services, request: FastifyRequest): Promise<SessionPrincipal | null>;
  /** Finds the program with this API key, and reads for it; null for an unusable key. */
  findKeyPrincipal(services: Services, key: string, read?: Statement<unknown>): Promise<FoundKey | null>;
  /** Finds the client with this portal token; null when it is unknown, revoked or expired. */
  findPortalVisitor(database: Database, token: string): Promise<PortalVisitor | null>;
  /** Finds the person with this mailed link; null when it is unknown, used or expired. */
  findAnswerVisitor(database: Database, token: string): Promise<AnswerVisitor | null>;
  /** Throws `missing` if the tenant does not have the engagement. */
  requireEngagement(database: Database, tenantId: string, engagementId: string, missing: ErrorCode): Promise<void>;
}

declare module '../services.ts' {
  interface Services {
    access: AccessPorts;
  }
}
