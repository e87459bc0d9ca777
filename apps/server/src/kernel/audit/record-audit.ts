import type { Author } from '@ecp/contract/declaring/scalars';
import type { AuditAction, AuditResource } from '@ecp/contract/values/audit-actions';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { actorAuthor, actorUserId, type RequestContext } from '../context.ts';
import type { KeyPrincipal } from '../principals.ts';

/** One entry of the audit log, as a verb records it; `metadata` never holds a secret. */
interface AuditEntry {
  action: AuditAction;
  resourceType: AuditResource;
  resourceId: string | null;
  metadata?: Record<string, unknown>;
}

/** The actor where there is no request context (sign-up, sign-in). */
export interface AuditActor {
  /** Null when no tenant is known, as in a failed sign-in with an unknown address. */
  tenantId: string | null;
  userId: string | null;
  ipAddress: string | null;
  /** Added to the metadata of each entry, such as the token of a directory. */
  metadata?: Record<string, unknown>;
}

/** Who says or decides something: a user of the team, a client, or a program. */
export interface Speaker {
  author: Author;
  /** The actor in the audit log, and what the entry adds about the actor. */
  actor: RequestContext | AuditActor;
  metadata?: Record<string, unknown>;
}

/** Returns the caller as the one who speaks. */
export const callerOf = (context: RequestContext): Speaker => ({
  author: actorAuthor(context.principal),
  actor: context,
});

/** Writes an audit entry in the transaction of the change. */
export async function recordAudit(
  tx: Transaction,
  actor: RequestContext | AuditActor,
  entry: AuditEntry,
): Promise<void> {
  await tx.query(auditStatement(actor, entry));
}

/** Returns the same insert as a statement, for a change that is sent as one batch. */
export function auditStatement(actor: RequestContext | AuditActor, entry: AuditEntry): Statement {
  const by = 'principal' in actor ? describeActor(actor) : actor;
  return {
    name: 'record_audit',
    text: `insert into platform.audit_log
      (id, tenant_id, user_id, action, resource_type, resource_id, metadata, ip_address)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      createId(),
      by.tenantId,
      by.userId,
      entry.action,
      entry.resourceType,
      entry.resourceId,
      JSON.stringify({ ...entry.metadata, ...by.metadata }),
      by.ipAddress,
    ],
  };
}

function describeActor({ principal, tenantId, ipAddress }: RequestContext): AuditActor {
  if (principal.kind === 'api_key') return describeKey(principal, ipAddress);
  return { tenantId, userId: actorUserId(principal), ipAddress };
}

/**
 * Describes a key as the actor. What an assistant does by OAuth, its person does; a key acts for
 * nobody in particular.
 */
export function describeKey(
  { tenantId, keyId, isAssistant, createdBy }: KeyPrincipal,
  ipAddress: string,
): AuditActor {
  return {
    tenantId,
    userId: isAssistant ? createdBy : null,
    ipAddress,
    metadata: { apiKeyId: keyId },
  };
}
