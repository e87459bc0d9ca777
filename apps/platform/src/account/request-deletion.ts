import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { findMailRecipient } from '../identity/tenants/find-mail-recipient.ts';
import { findTenant } from '../identity/tenants/find-tenant.ts';
import { type AuditActor, recordAudit } from '../kernel/audit/record-audit.ts';
import type { RequestContext } from '../kernel/context.ts';
import { recordEvent } from '../kernel/outbox/record-event.ts';
import type { Services } from '../kernel/services.ts';
import { insertDeletionRequest } from './deletion-requests.ts';

/**
 * Begins the erasure of a tenant as durable work, or joins the one in progress (ACC-5). Returns the id of the deletion
 * request; null if the tenant is gone.
 */
export async function requestDeletion(
  tx: Transaction,
  services: Services,
  actor: (RequestContext | AuditActor) & { tenantId: string },
): Promise<string | null> {
  const { tenantId } = actor;
  const tenant = await findTenant(tx, tenantId);
  const recipient = await findMailRecipient(tx, tenantId, null);
  if (!tenant || !recipient) return null;
  const wanted = { id: createId(), tenantId, recipient: recipient.to, tenantName: tenant.name };
  const { id, isNew } = await insertDeletionRequest(tx, wanted);
  if (!isNew) return id;
  const entry = { action: 'account.delete', resourceType: 'deletion_request', resourceId: id } as const;
  await recordAudit(tx, actor, entry);
  await recordEvent(tx, services, tenantId, 'account.deletion_requested', { tenantId, deletionRequestId: id });
  await services.durable.enqueue(tx, 'eraseAccount', id, { deletionRequestId: id });
  return id;
}
