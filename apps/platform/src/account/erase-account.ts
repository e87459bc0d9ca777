import { endBilling } from '../identity/billing/cancel-subscription.ts';
import { hasStripeSubscription } from '../identity/billing/has-stripe-subscription.ts';
import { anonymizeAuditLog } from '../kernel/audit/anonymize-audit-log.ts';
import type { DurableInputs } from '../kernel/durable-work/durable-work.ts';
import { enqueueMail } from '../kernel/mail/enqueue-mail.ts';
import type { Services } from '../kernel/services.ts';
import { deliverBeforeErasure } from '../reach/webhooks/delivering/deliver-before-erasure.ts';
import { tenantPrefix } from '../work/attachments/storing/storage-keys.ts';
import { stopActiveRuns } from '../work/runs/controlling/stop-active-runs.ts';
import { completeDeletion, findDeletionRequest, noteSubscription } from './deletion-requests.ts';
import { encryptTenantId } from './encrypt-tenant-id.ts';
import { eraseLeftovers } from './erase-leftovers.ts';
import { eraseTenant } from './erase-tenant.ts';
import { sweepAfterMs } from './sweep-erased-tenant.ts';

/**
 * Erases a tenant in the order of ACC-11. Every step is repeatable: after a crash the work starts again and skips what
 * is already erased. Throws while a service that it needs does not answer.
 */
export async function eraseAccount(
  services: Services,
  { deletionRequestId }: DurableInputs['eraseAccount'],
  signal: AbortSignal,
): Promise<void> {
  const { database, storage, durable } = services;
  const request = await findDeletionRequest(database, deletionRequestId);
  if (!request || request.tenantId === null) return;
  const { tenantId, tenantName, recipient } = request;
  await stopActiveRuns(services, tenantId);
  await deliverBeforeErasure(services, tenantId, 'account.deletion_requested', signal);
  if (await hasStripeSubscription(services, tenantId)) await noteSubscription(database, deletionRequestId);
  await endBilling(services, tenantId);
  await storage.deletePrefix(tenantPrefix(tenantId));
  await eraseTenant(services, tenantId);
  // Erases files again, because uploads may have ended in between.
  await eraseLeftovers(services, tenantId);
  await database.withSystem(async (tx) => {
    await completeDeletion(tx, deletionRequestId, await anonymizeAuditLog(tx, tenantId));
    const sealedTenant = encryptTenantId(services.keys, tenantId);
    await durable.enqueue(tx, 'sweepErasedTenant', deletionRequestId, { sealedTenant }, { waitMs: sweepAfterMs });
    if (recipient === null || tenantName === null) return;
    const id = `deleted-${deletionRequestId}`;
    await enqueueMail(tx, services, { kind: 'accountDeleted', tenantName, to: recipient, id });
  });
}
