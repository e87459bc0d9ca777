import { ApiError } from '@ecp/contract/declaring/errors';
import type { AccountDeleted } from '@ecp/contract/identity/account';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { findUnprovenRows, removeUnprovenMember } from '../../identity/auth/housekeeping.ts';
import { findMailRecipient, findTenant } from '../../identity/tenants/tenants.ts';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { ofWholeTenant, type RequestContext } from '../../kernel/context.ts';
import { waitUnlessAborted } from '../../kernel/durable-work/in-process-work.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { findDeletionRequest, insertDeletionRequest } from './deletion-requests.ts';

const pollMs = 100;
/** Within the usual timeouts of clients and proxies; the work itself has no time limit. */
const longestWaitMs = 50_000;

/**
 * Erases the tenant by durable work and waits for it; repeats join it. Error: `deletion_unfinished`
 * when it goes on alone.
 */
export async function deleteAccount(
  context: RequestContext,
  signal: AbortSignal,
): Promise<AccountDeleted> {
  const { services } = context;
  const id = await ofWholeTenant(context).transaction((tx) =>
    requestDeletion(tx, services, context),
  );
  if (id === null) throw new ApiError('authentication_required');
  const untilMs = performance.now() + longestWaitMs;
  while (performance.now() < untilMs && !signal.aborted) {
    const request = await findDeletionRequest(services.database, id);
    if (!request) break;
    if (request.tenantId === null) {
      const { engagementsDeleted, deliverablesDeleted, runsDeleted, auditLogsAnonymized } = request;
      const counts = { engagementsDeleted, deliverablesDeleted, runsDeleted, auditLogsAnonymized };
      const summary = { ...counts, stripeSubscriptionCancelled: request.hadSubscription };
      return { status: 'completed', deletionRequestId: id, summary };
    }
    await waitUnlessAborted(pollMs, signal);
  }
  throw new ApiError('deletion_unfinished');
}

/**
 * Begins or joins the erasure of a tenant. Returns the id of the deletion request; null if the
 * tenant is gone.
 */
async function requestDeletion(
  tx: Transaction,
  services: Services,
  actor: (RequestContext | AuditActor) & { tenantId: string },
): Promise<string | null> {
  const { tenantId } = actor;
  const tenant = await findTenant(tx, tenantId);
  const recipient = await findMailRecipient(tx, tenantId, null);
  if (!tenant || !recipient) return null;
  const wanted = {
    id: createId(),
    tenantId,
    recipient: recipient.to,
    language: recipient.language,
    tenantName: tenant.name,
  };
  const { id, isNew } = await insertDeletionRequest(tx, wanted);
  if (!isNew) return id;
  const entry = {
    action: 'account.delete',
    resourceType: 'deletion_request',
    resourceId: id,
  } as const;
  await recordAudit(tx, actor, entry);
  await recordEvent(tx, services, tenantId, 'account.deletion_requested', {
    tenantId,
    deletionRequestId: id,
  });
  await services.durable.enqueue(tx, 'eraseAccount', id, { deletionRequestId: id });
  return id;
}

const unprovenAtOnce = 100;

/**
 * Removes up to 100 unproven rows that are unused for 7 days: a member from the team, an owner with
 * the tenant.
 */
export async function removeUnprovenRows(services: Services): Promise<void> {
  const { database } = services;
  for (const row of await findUnprovenRows(database, unprovenAtOnce)) {
    const { tenantId } = row;
    if (row.role !== 'owner')
      await database.withTenant(tenantId, (tx) => removeUnprovenMember(tx, row));
    else {
      const actor = { tenantId, userId: null, ipAddress: null };
      await database.withTenant(tenantId, (tx) => requestDeletion(tx, services, actor));
    }
  }
}
